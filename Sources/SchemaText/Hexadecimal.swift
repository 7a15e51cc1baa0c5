/// Bytes as hexadecimal digits.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns the digits of bytes, in lower case.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the two digits of a byte, in upper case.
  package static func uppercaseText(of byte: UInt8) -> String {
    text(of: [byte]).uppercased()
  }

  /// Returns the bytes of digits in upper or lower case; `nil` for other characters or an odd
  /// number of digits.
  package static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = character.hexadecimalValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }
}
