#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

struct EnumerationCase {
  /// The name, with backticks if it needs them.
  let name: String
  /// The name in generated content.
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

  /// `true` if the name always needs backticks.
  var isRawIdentifier: Bool { name.hasPrefix("`") && !SourceText.isPlainIdentifier(plainName) }

  /// An associated value of a case.
  struct Value {
    /// The label of the argument, or `nil` if there is none.
    let label: String?
    /// The label in an expression, which needs backticks in fewer places than a name.
    let argumentLabel: String?
    /// The key under which the value is generated.
    let key: String
    let type: ValueType
    /// The type, as the author wrote it.
    let writtenType: TypeSyntax
    /// The place of the value's name, or of its type if the value has no name.
    let place: Syntax
    let line: SourceLine?
  }

  /// Returns the cases of one declaration.
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
