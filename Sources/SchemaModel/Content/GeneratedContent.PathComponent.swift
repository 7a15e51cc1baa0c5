extension GeneratedContent {
  /// One step on the way to a place in content.
  ///
  /// Where a list of steps is expected, literals will do: `["steps", 2, "name"]`.
  public enum PathComponent: Sendable, Hashable {
    /// To the property of that name.
    case property(String)

    /// To the element at that index.
    case index(Int)
  }
}

extension GeneratedContent.PathComponent: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates the step to a property.
  ///
  /// - Parameter value: The name of the property.
  public init(stringLiteral value: String) {
    self = .property(value)
  }

  /// Creates the step to an element.
  ///
  /// - Parameter value: The index of the element.
  public init(integerLiteral value: Int) {
    self = .index(value)
  }
}

extension GeneratedContent.PathComponent {
  /// Steps as text, such as `.steps[2].name`; empty if there are none.
  ///
  /// A name that is not made of letters, digits and underscores stands in brackets and quotes, as
  /// in `["content-type"]`, with the escapes of JSON.
  package static func description(of path: [GeneratedContent.PathComponent]) -> String {
    var text = ""
    for component in path {
      switch component {
      case .property(let name) where isPlain(name): text += "." + name
      case .property(let name): text += "[" + quoted(name) + "]"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// Whether a name needs no quotes.
  ///
  /// It goes by scalars rather than by characters: a mark may join what stands before it.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, canBegin(first) else { return false }
    return name.unicodeScalars.allSatisfy(canContinue)
  }

  /// Whether a name without quotes can begin so.
  package static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default:
      return false
    }
  }

  /// Whether a name without quotes can go on so.
  package static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    if canBegin(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
