/// Reads the lengths of the records of a run-length encoded column.
///
/// The caller reads the values, because it knows their type.
struct RunRecords {
  enum Record {
    case run(UInt64)
    case literal(UInt64)
    case nulls(UInt64)
  }

  static func next(_ reader: inout ByteReader) throws(AutomergeError) -> Record? {
    guard !reader.isAtEnd else { return nil }
    let length = try reader.sleb()
    if length > 0 { return .run(UInt64(length)) }
    if length < 0 { return .literal(length.magnitude) }
    let count = try reader.uleb()
    guard count > 0 else { throw reader.corrupt("an empty run of nulls") }
    return .nulls(count)
  }
}

/// Reads a column of truth values.
struct BooleanDecoder {
  private var reader: ByteReader
  private var current = true
  private var count: UInt64 = 0

  init(_ reader: ByteReader) { self.reader = reader }

  var isAtEnd: Bool { count == 0 && reader.isAtEnd }

  /// Returns the next value; `false` past the end of the column.
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

/// Reads a column of unsigned integers.
struct UnsignedDecoder {
  private var reader: ByteReader
  private var runLength: UInt64 = 0
  private var runValue: UInt64?
  private var literalLength: UInt64 = 0

  init(_ reader: ByteReader) { self.reader = reader }

  var isAtEnd: Bool { runLength == 0 && literalLength == 0 && reader.isAtEnd }

  /// Returns the number of remaining values, or the largest integer if there are more.
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

  /// Returns the next value; `nil` for a null and past the end of the column.
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

/// Reads a column of differences, and returns the sum of the differences up to each.
struct DeltaDecoder {
  private var reader: ByteReader
  private var runLength: UInt64 = 0
  private var runValue: Int64?
  private var literalLength: UInt64 = 0
  private var sum: Int64 = 0

  init(_ reader: ByteReader) { self.reader = reader }

  var isAtEnd: Bool { runLength == 0 && literalLength == 0 && reader.isAtEnd }

  /// Returns the next value; `nil` for a null and past the end of the column.
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
    // An encoder may have computed the difference of distant values with overflow, so the sum wraps
    // around.
    sum &+= difference
    return sum
  }
}

/// Reads a column of strings; each string is a range of the column's bytes.
struct StringDecoder {
  private var reader: ByteReader
  private var runLength: UInt64 = 0
  private var runValue: Range<Int>?
  private var literalLength: UInt64 = 0

  init(_ reader: ByteReader) { self.reader = reader }

  var bytes: [UInt8] { reader.bytes }
  var isAtEnd: Bool { runLength == 0 && literalLength == 0 && reader.isAtEnd }

  /// Returns the next value; `nil` for a null and past the end of the column.
  ///
  /// The caller may copy the value to a string, so each repetition of a value is charged.
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
    guard UTF8Validation.isValid(reader.bytes, range) else { throw reader.corrupt("invalid UTF-8") }
    return range
  }
}
