/// Bytes as hexadecimal digits.
package enum Hexadecimal {
  private static let lowercaseDigits = Array("0123456789abcdef".utf8)
  fileprivate static let uppercaseDigits = Array("0123456789ABCDEF".utf8)

  /// Returns the digits of bytes, in lower case.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes { text.append(byte, in: lowercaseDigits) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the two digits of a byte, in upper case.
  package static func uppercaseText(of byte: UInt8) -> String {
    var text: [UInt8] = []
    text.append(byte, in: uppercaseDigits)
    return String(decoding: text, as: UTF8.self)
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

extension String {
  /// The text as one segment of a path (RFC 3986), with percent-encoded separators.
  package var pathSegment: String { percentEncoded(except: "-._~") }

  /// The text as a path, in which slashes separate the segments.
  package var percentEncodedPath: String { percentEncoded(except: "-._~/") }

  /// Returns the text in which only ASCII letters, digits and some other characters are not
  /// percent-encoded.
  private func percentEncoded(except others: String) -> String {
    var encoded: [UInt8] = []
    for byte in utf8 {
      if byte.isASCIIAlphanumeric || others.utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded.append(percentEncoding: byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a byte as a percent sign and two hexadecimal digits.
  mutating func append(percentEncoding byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(byte, in: Hexadecimal.uppercaseDigits)
  }

  /// Appends a byte as two of the sixteen digits.
  fileprivate mutating func append(_ byte: UInt8, in digits: [UInt8]) {
    append(digits[Int(byte >> 4)])
    append(digits[Int(byte & 15)])
  }
}
