// The end of a chunk can cut a scalar or an escape. Each of these values stores the part that has
// been read.

/// A scalar of several bytes, some of which are missing.
struct ScalarRest {
  private var count: Int
  /// The bounds of the next byte.
  private var lowest: UInt8
  private var highest: UInt8

  /// Creates a complete scalar.
  init() { self.init(count: 0, 0x80, 0xBF) }

  /// Creates the rest of a scalar.
  init(count: Int, _ lowest: UInt8, _ highest: UInt8) {
    self.count = count
    self.lowest = lowest
    self.highest = highest
  }

  /// `true` if no byte is missing.
  var isEmpty: Bool { count == 0 }

  /// Reads the next byte.
  ///
  /// Returns `false`, without a change, if the byte is not allowed.
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
  /// The first half of a surrogate pair whose second half has to follow.
  private(set) var highSurrogate: UInt16?

  /// Begins an escape at its backslash.
  mutating func begin(at offset: Int) { start = offset }

  /// Begins the four digits of a code unit.
  mutating func beginDigits() {
    codeUnit = 0
    digitCount = 0
  }

  /// `true` if the code unit has its four digits.
  var hasAllDigits: Bool { digitCount == 4 }

  /// Reads the next digit.
  ///
  /// Returns `false`, without a change, if the byte is not a hexadecimal digit.
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

  /// Removes the first half of a pair, because the pair is complete or the half is replaced.
  mutating func dropHighSurrogate() { highSurrogate = nil }
}
