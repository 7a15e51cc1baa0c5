#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// A case of an enumeration.
struct EnumerationCase {
  /// The name, with backticks where it needs them.
  let name: String
  /// The name as it is generated.
  let plainName: String
  let isIndirect: Bool
  let rawValue: ExprSyntax?
  let values: [Value]
  let comment: String?
  /// The guides of the case and of its values.
  let guide: GuideAttributes
  /// The place of the name.
  let place: TokenSyntax
  let line: SourceLine?

  /// Whether the name is none without backticks, wherever it stands.
  var isRawIdentifier: Bool {
    name.hasPrefix("`") && !SourceText.isPlainIdentifier(plainName)
  }

  /// A value that comes with a case.
  struct Value {
    /// The label of the argument, or `nil` if there is none.
    let label: String?
    /// The label where the case is used, which needs backticks in fewer places than a name.
    let argumentLabel: String?
    /// The key under which the value is generated.
    let key: String
    let type: ValueType
    /// Its type, as it is written.
    let writtenType: TypeSyntax
    /// The place of its name, or of its type if it has none.
    let place: Syntax
    let line: SourceLine?
  }

  /// The cases that one declaration declares.
  static func all(
    of declaration: EnumCaseDeclSyntax, in context: some MacroExpansionContext
  ) -> [EnumerationCase] {
    let isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    let comment = DocumentationComment.text(before: declaration)
    let guide = GuideAttributes(declaration.attributes)
    return declaration.elements.map { element in
      EnumerationCase(
        name: element.name.text, plainName: SourceText.plainName(element.name),
        isIndirect: isIndirect, rawValue: element.rawValue?.value,
        values: values(of: element.parameterClause, in: context), comment: comment, guide: guide,
        place: element.name, line: SourceLine(of: element, in: context))
    }
  }

  private static func values(
    of clause: EnumCaseParameterClauseSyntax?, in context: some MacroExpansionContext
  ) -> [Value] {
    guard let clause else { return [] }
    var unnamed = 0
    return clause.parameters.map { parameter in
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
      let key: String
      if let name = parameter.secondName ?? label, name.tokenKind != .wildcard {
        key = SourceText.plainName(name)
      } else {
        key = unnamed == 0 ? "value" : "value\(unnamed)"
        unnamed += 1
      }
      return Value(
        label: label?.text, argumentLabel: label.map { SourceText.argumentLabel($0) }, key: key,
        type: ValueType(parameter.type),
        writtenType: parameter.type,
        place: (parameter.secondName ?? label).map { Syntax($0) } ?? Syntax(parameter.type),
        line: SourceLine(of: parameter, in: context))
    }
  }
}
#endif
