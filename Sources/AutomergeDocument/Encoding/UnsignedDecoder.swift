#if Automerge
/// Reads a column of unsigned integers.
struct UnsignedDecoder {
  private var reader: ByteReader
  private var runLength: UInt64 = 0
  private var runValue: UInt64?
  private var literalLength: UInt64 = 0

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  var isAtEnd: Bool { runLength == 0 && literalLength == 0 && reader.isAtEnd }

  /// The number of values that are left, as far as 64 bits can tell.
  func count() throws(AutomergeError) -> UInt64 {
    var rest = reader
    var count = runLength &+ literalLength
    while let record = try RunRecords.next(&rest) {
      var overflows = false
      switch record {
      case .run(let length):
        _ = try rest.uleb()
        (count, overflows) = count.addingReportingOverflow(length)
      case .nulls(let length): (count, overflows) = count.addingReportingOverflow(length)
      case .literal(let length):
        for _ in 0..<length { _ = try rest.uleb() }
        (count, overflows) = count.addingReportingOverflow(length)
      }
      if overflows { return .max }
    }
    return count
  }

  /// The next value; `nil` for a null and past the end of the column.
  mutating func next() throws(AutomergeError) -> UInt64? {
    if runLength == 0 {
      if literalLength == 0 {
        switch try RunRecords.next(&reader) {
        case nil: return nil
        case .run(let count): (runLength, runValue) = (count, try reader.uleb())
        case .nulls(let count): (runLength, runValue) = (count, nil)
        case .literal(let count): literalLength = count
        }
      }
      if literalLength > 0 {
        literalLength -= 1
        return try reader.uleb()
      }
    }
    runLength -= 1
    return runValue
  }
}
#endif
