/// Strings as JSON (RFC 8259 section 7). Only characters that JSON requires to be escaped are
/// escaped.
extension [UInt8] {
  /// Appends a string in quotes.
  package mutating func appendJSON(_ string: String) {
    append(UInt8(ascii: "\""))
    let start = count
    append(contentsOf: string.utf8)
    escapeJSON(from: start)
    append(UInt8(ascii: "\""))
  }

  /// Escapes the bytes from an offset to the end, in place.
  ///
  /// A caller appends a text as a whole and then calls this function, because most texts need no
  /// escape.
  package mutating func escapeJSON(from start: Int) {
    guard containsEscaped(from: start) else { return }
    let text = Array(self[start...])
    removeSubrange(start...)
    var end = 0
    for index in text.indices where Self.isEscaped(text[index]) {
      append(contentsOf: text[end..<index])
      appendEscape(of: text[index])
      end = index + 1
    }
    append(contentsOf: text[end...])
  }

  private func containsEscaped(from start: Int) -> Bool {
    let text = span.extracting(start...)
    var count = 0
    // The loop has no early exit, so the compiler compares many bytes at a time. Texts of 30 bytes
    // take half the time.
    for index in text.indices where Self.isEscaped(text[index]) { count += 1 }
    return count > 0
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case 0x08: append(contentsOf: "\\b".utf8)
    case 0x09: append(contentsOf: "\\t".utf8)
    case 0x0A: append(contentsOf: "\\n".utf8)
    case 0x0C: append(contentsOf: "\\f".utf8)
    case 0x0D: append(contentsOf: "\\r".utf8)
    case 0..<0x20:
      // The digits are in lower case as in RFC 8785, and as most writers of JSON have them.
      append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      append(contentsOf: String(byte, radix: 16).utf8)
    default:
      append(UInt8(ascii: "\\"))
      append(byte)
    }
  }
}

extension String {
  /// Creates a string from the text between the quotes of a JSON string, which is well-formed.
  ///
  /// An unpaired surrogate becomes U+FFFD.
  package init(unescapingJSON text: ArraySlice<UInt8>) {
    guard text.contains(UInt8(ascii: "\\")) else {
      self.init(decoding: text, as: UTF8.self)
      return
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    // The UTF-16 code units of consecutive escapes, which are decoded together because two of them
    // can be a surrogate pair.
    var units: [UInt16] = []
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      let escape = index + 1 < text.endIndex ? text[index + 1] : 0
      if byte == UInt8(ascii: "\\"), escape == UInt8(ascii: "u"), index + 6 <= text.endIndex {
        let digits = String(decoding: text[(index + 2)..<(index + 6)], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 6
        continue
      }
      result.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      units.removeAll(keepingCapacity: true)
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        index += 1
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      default: result.append(escape)
      }
      index += 2
    }
    result.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    self.init(decoding: result, as: UTF8.self)
  }
}
