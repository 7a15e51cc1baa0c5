extension String {
  /// The text without characters that act on a terminal instead of being shown.
  ///
  /// Control characters, line and paragraph separators, direction marks and noncharacters become
  /// JSON escapes, such as `\u001b` and `\n`. Other characters stay, so an escaped text is not
  /// escaped again. In a JSON string the escapes mean the characters, so an escaped JSON document
  /// has the same value.
  ///
  /// All output of the command passes through here; see ``StyledLine/rendered(isColored:)``.
  var escaped: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.needsEscape {
        text += scalar.escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The same for a text with its own line breaks and tabs, which stay.
  var escapedText: String {
    unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { String($0).escaped }.joined(separator: "\t")
      }.joined(separator: "\n")
  }

  /// The text on a single line, in quotes if it is empty, or begins or ends with a space.
  var label: String { isEmpty || first == " " || last == " " ? "\"\(escaped)\"" : escaped }
}

extension Unicode.Scalar {
  fileprivate var needsEscape: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isBidiControl || properties.isNoncharacterCodePoint
    }
  }

  /// The escape of the scalar in a JSON string.
  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}
