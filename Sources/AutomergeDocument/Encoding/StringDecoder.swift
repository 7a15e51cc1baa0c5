#if Automerge
/// Reads a column of strings as ranges of its bytes.
struct StringDecoder {
  private var reader: ByteReader
  private var runLength: UInt64 = 0
  private var runValue: Range<Int>?
  private var literalLength: UInt64 = 0

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// The bytes that the ranges are ranges of.
  var bytes: [UInt8] { reader.bytes }
  var isAtEnd: Bool { runLength == 0 && literalLength == 0 && reader.isAtEnd }

  /// The next value; `nil` for a null and past the end of the column.
  ///
  /// Whoever reads a value may keep it as a string of its own, so a repeated value is charged for
  /// each time.
  mutating func next(charging budget: inout LoadBudget) throws(AutomergeError) -> Range<Int>? {
    if runLength == 0, literalLength == 0 {
      switch try RunRecords.next(&reader) {
      case nil: return nil
      case .run(let count): (runLength, runValue) = (count, try value())
      case .nulls(let count): (runLength, runValue) = (count, nil)
      case .literal(let count): literalLength = count
      }
    }
    if literalLength > 0 {
      literalLength -= 1
      return try value()
    }
    runLength -= 1
    if let runValue { try budget.claim(of: runValue.count, for: "repeated text") }
    return runValue
  }

  private mutating func value() throws(AutomergeError) -> Range<Int> {
    let range = try reader.prefixed()
    guard UTF8Validation.isValid(reader.bytes, range) else {
      throw reader.corrupt("invalid UTF-8")
    }
    return range
  }
}
#endif
