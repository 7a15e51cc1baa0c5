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
    append(contentsOf: Hexadecimal.uppercaseText(of: byte).utf8)
  }
}
