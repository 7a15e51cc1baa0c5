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
