#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

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
  /// Code that the author wrote in several lines is one element. Only its start is moved, since it
  /// may contain a string literal of several lines, which would change.
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

/// The names that a declaration mentions.
///
/// Generated code repeats the author's types and expressions. A name that it introduces next to
/// them has to differ from all of these names, or it would take the place of what the author meant.
struct SourceNames {
  private let used: Set<String>

  init(of declaration: some SyntaxProtocol) {
    used = Set(
      declaration.tokens(viewMode: .sourceAccurate).map { SourceText.plainName($0) })
  }

  /// A name that the declaration does not mention: the given one, with as many underscores as that
  /// takes.
  func unused(_ name: String) -> String {
    var result = name
    while used.contains(result) { result += "_" }
    return result
  }
}

/// The line of the author's source for which the compiler reports the errors of generated lines.
///
/// Without it, an error such as a property's type that is not `Generable` is reported in the
/// expansion, and only a note leads to the type, not to the property.
struct SourceLine {
  private let directive: String

  /// The line of a node, or `nil` if the node is not part of a file.
  init?(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(
        of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    else { return nil }
    directive =
      "#sourceLocation(file: \(location.file.trimmedDescription), "
      + "line: \(location.line.trimmedDescription))"
  }

  /// Assigns a generated line to one of the source, and those after it in the same scope.
  static func place(_ line: String, at place: SourceLine?) -> [String] {
    place.map { [$0.directive, line] } ?? [line]
  }

  /// Lines of which some are placed, and those before the first one at a place of their own.
  ///
  /// The directive that ends a scope is an error if none is in effect, as where all lines depend on
  /// `#if`.
  static func scope(at place: SourceLine?, _ lines: [String]) -> [String] {
    place.map { [$0.directive] + lines + ["#sourceLocation()"] } ?? lines
  }
}
#endif
