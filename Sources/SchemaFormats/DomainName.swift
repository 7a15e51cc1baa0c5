/// Names of hosts, by RFC 1123 and, for other scripts than Latin, RFC 5890 to 5893.
enum DomainName {
  /// The largest lengths of a name and of a label.
  private static let lengthLimit = 253
  private static let labelLimit = 63

  static func isValid(_ name: ArraySlice<UInt32>, isInternational: Bool) -> Bool {
    let labels = name.split(omittingEmptySubsequences: false) { scalar in
      scalar == 0x2E || (isInternational && [0x3002, 0xFF0E, 0xFF61].contains(scalar))
    }
    var length = labels.count - 1
    var decoded: [[UInt32]] = []
    for label in labels {
      guard let (text, size) = readLabel(label, isInternational) else { return false }
      length += size
      decoded.append(text)
    }
    guard length <= lengthLimit else { return false }
    let isBidirectional = decoded.contains { $0.contains { BidiClass($0).isRightToLeft } }
    return !isBidirectional || decoded.allSatisfy { BidiClass.satisfiesRule($0) }
  }

  /// Returns the text of a label as users see it, and the length of the label in ASCII.
  private static func readLabel(
    _ label: ArraySlice<UInt32>, _ isInternational: Bool
  ) -> (text: [UInt32], length: Int)? {
    // The ASCII form of a label is never shorter than its text.
    guard label.count <= labelLimit, let first = label.first, let last = label.last,
      first != 0x2D, last != 0x2D
    else { return nil }
    guard label.allSatisfy({ $0 < 0x80 }) else {
      let text = Array(label)
      guard isInternational, isUnicodeLabel(text), let code = Punycode.encode(text),
        code.count + 4 <= labelLimit
      else { return nil }
      return (text, code.count + 4)
    }
    guard label.allSatisfy({ FormatScanner.isAlphanumeric($0) || $0 == 0x2D }) else { return nil }
    let prefix = "xn--".unicodeScalars.map(\.value)
    guard label.prefix(4).map(FormatScanner.lowercased) == prefix else {
      return (Array(label), label.count)
    }
    let code = label.dropFirst(4).map(FormatScanner.lowercased)
    guard let text = Punycode.decode(code), text.contains(where: { $0 >= 0x80 }),
      Punycode.encode(text) == code, isUnicodeLabel(text)
    else { return nil }
    return (text, label.count)
  }

  /// Returns `true` if a label satisfies RFC 5891 section 4.2.3.
  private static func isUnicodeLabel(_ label: [UInt32]) -> Bool {
    guard let first = label.first.flatMap({ Unicode.Scalar($0) }), label.first != 0x2D,
      label.last != 0x2D, !(label.count > 3 && label[2] == 0x2D && label[3] == 0x2D)
    else { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return label.indices.allSatisfy { DomainCharacter.isAllowed(at: $0, in: label) }
  }
}
