/// Reads a column of truth values.
struct BooleanDecoder {
  private var reader: ByteReader
  private var current = true
  private var count: UInt64 = 0

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  var isAtEnd: Bool { count == 0 && reader.isAtEnd }

  /// The next value; `false` past the end of the column.
  mutating func next() throws(AutomergeError) -> Bool {
    while count == 0 {
      guard !reader.isAtEnd else { return false }
      count = try reader.uleb()
      current.toggle()
    }
    count -= 1
    return current
  }
}
