/// Reads a text from left to right, byte by byte.
struct ByteScanner {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  /// The next byte, or `nil` at the end.
  var next: UInt8? { index < text.count ? text[index] : nil }

  /// How many bytes have been read.
  var position: Int { index }

  /// Skips an ASCII character, if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    index += 1
    return true
  }

  /// Skips the bytes that satisfy a rule, and returns their number.
  mutating func skip(while takes: (UInt8) -> Bool) -> Int {
    let start = index
    while let next, takes(next) { index += 1 }
    return index - start
  }

  /// Reads a number with a fixed number of digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let next, Self.isDigit(next) else { return nil }
      value = value * 10 + Int(next - 48)
      index += 1
    }
    return value
  }

  /// Skips a fixed number of hexadecimal digits.
  mutating func skipHexadecimal(_ count: Int) -> Bool {
    for _ in 0..<count {
      guard let next, Self.isHexadecimal(next) else { return false }
      index += 1
    }
    return true
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }

  /// Whether a byte is among the characters of an ASCII string.
  static func isOne(of characters: String, _ byte: UInt8) -> Bool {
    characters.utf8.contains(byte)
  }
}
