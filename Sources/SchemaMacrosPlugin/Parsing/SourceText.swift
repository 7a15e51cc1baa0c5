#if Macros
import SwiftSyntax

/// Text of Swift source.
enum SourceText {
  /// A string literal of some text.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A name without the backticks that let it be one.
  static func plainName(_ token: TokenSyntax) -> String {
    let text = token.text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Whether a text can be an identifier, or a keyword, without backticks.
  static func isPlainIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart
    else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }

  /// The label of an argument; only one keyword needs backticks there, and others may not have
  /// them.
  static func argumentLabel(_ token: TokenSyntax) -> String {
    let plain = plainName(token)
    let needsBackticks =
      plain == "inout" || !isPlainIdentifier(plain)
    return needsBackticks ? "`\(plain)`" : plain
  }

  /// Lines moved to the right.
  ///
  /// What the author wrote in several lines is one element, of which only the start is moved: it
  /// may hold a string literal of several lines, which would become another one.
  static func indented(_ lines: [String], by count: Int = 1) -> [String] {
    let space = String(repeating: "  ", count: count)
    return lines.map { $0.isEmpty ? $0 : space + $0 }
  }
}

extension AttributeSyntax {
  /// The last part of the attribute's name: `Guide` for `@SchemaKit.Guide`.
  var plainName: String {
    if let name = attributeName.as(IdentifierTypeSyntax.self) { return name.name.text }
    if let name = attributeName.as(MemberTypeSyntax.self) { return name.name.text }
    return ""
  }

  /// The arguments, if there are any.
  var labeledArguments: [LabeledExprSyntax] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    return Array(arguments)
  }
}

extension AttributeListSyntax {
  /// The attributes of a name, outside of any `#if`.
  func named(_ name: String) -> [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.plainName == name else {
        return nil
      }
      return attribute
    }
  }
}

extension TypeSyntax {
  /// The last part of a type's name, if it has one: `String` for `Swift.String`.
  var lastName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastName }
    return nil
  }
}
#endif
