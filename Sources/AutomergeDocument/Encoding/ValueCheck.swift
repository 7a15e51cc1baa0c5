/// Checks that the bytes of a value fit its type code.
enum ValueCheck {
  static func check(
    code: UInt8, _ bytes: [UInt8], _ range: Range<Int>
  ) throws(AutomergeError) {
    switch code {
    case StoredValue.Code.null, StoredValue.Code.no, StoredValue.Code.yes:
      guard range.isEmpty else { throw corrupt("of a constant has a length", range) }
    case StoredValue.Code.uint:
      var reader = ByteReader(bytes, range)
      _ = try reader.uleb()
      guard reader.isAtEnd else { throw corrupt("is longer than its integer", range) }
    case StoredValue.Code.int, StoredValue.Code.counter, StoredValue.Code.timestamp:
      var reader = ByteReader(bytes, range)
      _ = try reader.sleb()
      guard reader.isAtEnd else { throw corrupt("is longer than its integer", range) }
    case StoredValue.Code.f64:
      guard range.count == 8 else { throw corrupt("of a number has not 8 bytes", range) }
    case StoredValue.Code.string:
      guard UTF8Validation.isValid(bytes, range) else { throw corrupt("is not UTF-8", range) }
    default: break
    }
    guard range.count <= StoredValue.maximumLength else {
      throw AutomergeError(
        .limitExceeded, "A value is longer than \(StoredValue.maximumLength) bytes.",
        offset: range.lowerBound)
    }
  }

  private static func corrupt(_ fault: String, _ range: Range<Int>) -> AutomergeError {
    AutomergeError(.corruptData, "A value \(fault).", offset: range.lowerBound)
  }
}
