/// Reads a column of differences and gives their sums.
struct DeltaDecoder {
  private var reader: ByteReader
  private var runLength: UInt64 = 0
  private var runValue: Int64?
  private var literalLength: UInt64 = 0
  private var sum: Int64 = 0

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  var isAtEnd: Bool { runLength == 0 && literalLength == 0 && reader.isAtEnd }

  /// The next value; `nil` for a null and past the end of the column.
  mutating func next() throws(AutomergeError) -> Int64? {
    let difference: Int64
    if runLength == 0, literalLength == 0 {
      switch try RunRecords.next(&reader) {
      case nil: return nil
      case .run(let count): (runLength, runValue) = (count, try reader.sleb())
      case .nulls(let count): (runLength, runValue) = (count, nil)
      case .literal(let count): literalLength = count
      }
    }
    if literalLength > 0 {
      literalLength -= 1
      difference = try reader.sleb()
    } else {
      runLength -= 1
      guard let runValue else { return nil }
      difference = runValue
    }
    // Differences between distant values wrap around when they are written.
    sum &+= difference
    return sum
  }
}
