/// Checks that the bytes of a value are valid for its type code.
enum ValueCheck {
  static func check(
    code: UInt8, _ bytes: [UInt8], _ range: Range<Int>
  ) throws(AutomergeError) {
    switch code {
    case StoredValue.Code.null, StoredValue.Code.no, StoredValue.Code.yes:
      guard range.isEmpty else { throw corrupt("A null or a truth value has bytes.", range) }
    case StoredValue.Code.uint:
      var reader = ByteReader(bytes, range)
      _ = try reader.uleb()
      guard reader.isAtEnd else { throw corrupt("A value has bytes after its integer.", range) }
    case StoredValue.Code.int, StoredValue.Code.counter, StoredValue.Code.timestamp:
      var reader = ByteReader(bytes, range)
      _ = try reader.sleb()
      guard reader.isAtEnd else { throw corrupt("A value has bytes after its integer.", range) }
    case StoredValue.Code.f64:
      guard range.count == 8 else {
        throw corrupt("A floating-point number does not have 8 bytes.", range)
      }
    case StoredValue.Code.string:
      guard UTF8Validation.isValid(bytes, range) else {
        throw corrupt("A string is not UTF-8.", range)
      }
    default: break
    }
    guard range.count <= StoredValue.maximumLength else {
      throw AutomergeError(
        .limitExceeded, "A value is longer than \(StoredValue.maximumLength) bytes.",
        offset: range.lowerBound)
    }
  }

  private static func corrupt(_ fault: String, _ range: Range<Int>) -> AutomergeError {
    AutomergeError(.corruptData, fault, offset: range.lowerBound)
  }
}

/// Checks UTF-8 as the Unicode standard defines it (table 3-7): no surrogates, no overlong forms.
enum UTF8Validation {
  static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      let first = bytes[index]
      index += 1
      if first < 0x80 { continue }
      let continuations: Int
      var allowed: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: continuations = 1
      case 0xE0: (continuations, allowed) = (2, 0xA0...0xBF)
      case 0xED: (continuations, allowed) = (2, 0x80...0x9F)
      case 0xE1...0xEF: continuations = 2
      case 0xF0: (continuations, allowed) = (3, 0x90...0xBF)
      case 0xF1...0xF3: continuations = 3
      case 0xF4: (continuations, allowed) = (3, 0x80...0x8F)
      default: return false
      }
      guard end - index >= continuations else { return false }
      for _ in 0..<continuations {
        guard allowed.contains(bytes[index]) else { return false }
        allowed = 0x80...0xBF
        index += 1
      }
    }
    return true
  }
}
