#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Text of Swift source.
enum SourceText {
  /// Returns a string literal of some text.
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

  /// Returns a name without its backticks.
  static func plainName(_ token: TokenSyntax) -> String {
    let text = token.text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Returns `true` if a text can be an identifier, or a keyword, without backticks.
  static func isPlainIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart
    else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }

  /// Returns the label of an argument.
  ///
  /// Of the keywords, `inout` needs backticks as a label, and the others must not have them.
  static func argumentLabel(_ token: TokenSyntax) -> String {
    let plain = plainName(token)
    let needsBackticks = plain == "inout" || !isPlainIdentifier(plain)
    return needsBackticks ? "`\(plain)`" : plain
  }

  /// Returns lines with indentation.
  ///
  /// Code that the author wrote on several lines is one element. Only its first line is indented,
  /// because indentation would change a multi-line string literal.
  static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? $0 : "  " + $0 } }
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
  /// Returns the attributes with a name, outside of any `#if`.
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

/// The names in a declaration.
///
/// Generated code repeats the author's types and expressions. A name that generated code introduces
/// has to differ from all of these names, so that it does not hide one of them.
struct SourceNames {
  private let used: Set<String>

  init(of declaration: some SyntaxProtocol) {
    used = Set(
      declaration.tokens(viewMode: .sourceAccurate).map { SourceText.plainName($0) })
  }

  /// Returns a name that is not in the declaration: the given one, with as many underscores as
  /// needed.
  func unused(_ name: String) -> String {
    var result = name
    while used.contains(result) { result += "_" }
    return result
  }
}

/// The line of the author's source for which the compiler reports the errors of generated lines.
///
/// Without the line, the compiler reports an error, such as a type that is not `Generable`, in the
/// expansion of the macro. A note then points to the type and not to the property.
struct SourceLine {
  private let directive: String

  /// Returns the line of a node, or `nil` if the node is not part of a file.
  init?(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(
        of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      let path = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return nil }
    // A path with quotes or backslashes would be a raw string literal, which the directive rejects.
    directive =
      "#sourceLocation(file: \(SourceText.literal(path)), "
      + "line: \(location.line.trimmedDescription))"
  }

  /// Returns a directive and a line.
  ///
  /// The directive assigns the line, and all lines after it in the same scope, to a source line.
  static func placed(_ line: String, at source: SourceLine?) -> [String] {
    source.map { [$0.directive, line] } ?? [line]
  }

  /// Returns a scope of lines.
  ///
  /// A line without its own place belongs to the place of the scope, or of an earlier placed line.
  ///
  /// The directive that ends a scope is an error if none is in effect, for example if all lines
  /// depend on `#if`.
  static func scope(at place: SourceLine?, _ lines: [String]) -> [String] {
    place.map { [$0.directive] + lines + ["#sourceLocation()"] } ?? lines
  }
}
#endif
