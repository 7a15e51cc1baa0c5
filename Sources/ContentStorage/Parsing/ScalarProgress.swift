// The end of a chunk can cut a scalar, an escape, a literal or a number. Each of these values
// stores the part that has been read.

/// A scalar of several bytes, some of which are missing.
struct ScalarRest {
  private var count: Int
  /// The bounds of the next byte.
  private var lowest: UInt8
  private var highest: UInt8

  /// Creates a complete scalar.
  init() { self.init(count: 0, 0x80, 0xBF) }

  /// Creates the rest of a scalar.
  ///
  /// - Parameters:
  ///   - count: The number of missing bytes.
  ///   - lowest: The lowest byte that may be next.
  ///   - highest: The highest byte that may be next.
  init(count: Int, _ lowest: UInt8, _ highest: UInt8) {
    self.count = count
    self.lowest = lowest
    self.highest = highest
  }

  /// `true` if no byte is missing.
  var isEmpty: Bool { count == 0 }

  /// Reads the next byte; returns `false`, without any change, if it cannot be next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard byte >= lowest, byte <= highest else { return false }
    lowest = 0x80
    highest = 0xBF
    count -= 1
    return true
  }
}

/// An escape of a string, and the first half of a surrogate pair before it.
struct EscapeProgress {
  /// The offset of the backslash.
  private(set) var start = 0
  /// The value of the digits of `\u` that have been read.
  private(set) var codeUnit: UInt16 = 0
  private var digitCount = 0
  /// The first half of a surrogate pair whose second half has to follow, or 0.
  private(set) var highSurrogate: UInt16 = 0

  /// Begins an escape at its backslash.
  mutating func begin(at offset: Int) { start = offset }

  /// Begins the four digits of a code unit.
  mutating func beginDigits() {
    codeUnit = 0
    digitCount = 0
  }

  /// `true` if the code unit has its four digits.
  var hasAllDigits: Bool { digitCount == 4 }

  /// Reads the next digit; returns `false`, without any change, if it is not hexadecimal.
  mutating func take(_ byte: UInt8) -> Bool {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
    default: return false
    }
    codeUnit = codeUnit << 4 | UInt16(digit)
    digitCount += 1
    return true
  }

  /// Stores the code unit as the first half of a pair.
  mutating func keepHighSurrogate() { highSurrogate = codeUnit }

  /// Drops the first half of a pair, which is complete or was replaced.
  mutating func dropHighSurrogate() { highSurrogate = 0 }
}

/// A literal, with its unread letters.
struct LiteralProgress {
  /// The words that are values.
  enum Word: UInt8 {
    case null, `true`, `false`

    /// Its letters.
    var text: String {
      switch self {
      case .null: "null"
      case .true: "true"
      case .false: "false"
      }
    }
  }

  let word: Word
  /// The unread letters, the next one in the lowest byte.
  private var rest: UInt64 = 0

  @inline(__always)
  init(_ word: Word) {
    self.word = word
    for letter in word.text.utf8.reversed() { rest = rest << 8 | UInt64(letter) }
  }

  /// `true` if all letters have been read.
  var isWhole: Bool { rest == 0 }

  /// Reads the next letter; returns `false`, without any change, if it is another one.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard rest & 0xFF == UInt64(byte) else { return false }
    rest >>= 8
    return true
  }
}

/// The progress in reading a number, by the grammar of RFC 8259 section 6.
struct NumberProgress {
  enum Stage: UInt8 {
    case begun, minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent
  }

  var stage = Stage.begun
  var isNegative = false
  /// The value of the digits before the point, if there are at most 18.
  var value: UInt64 = 0
  /// The number of digits before the point.
  var digits = 0

  /// `true` if the number could end here.
  var isWhole: Bool {
    switch stage {
    case .zero, .integer, .fraction, .exponent: true
    case .begun, .minus, .point, .exponentMark, .exponentSign: false
    }
  }

  /// The value, if it is an integer of at most 18 digits, which an `Int64` always can hold.
  ///
  /// It is `nil` for minus zero, which keeps its text.
  var shortInteger: Int64? {
    switch stage {
    case .integer where digits <= 18:
      isNegative ? -Int64(truncatingIfNeeded: value) : Int64(truncatingIfNeeded: value)
    case .zero where !isNegative: 0
    default: nil
    }
  }
}
