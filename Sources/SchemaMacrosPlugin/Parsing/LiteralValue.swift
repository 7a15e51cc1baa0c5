#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension ExprSyntax {
  /// Whether the expression is a literal, such as `3`, `-1.5`, `"text"` or `[]`.
  var isPlainLiteral: Bool {
    if let negated = self.as(PrefixOperatorExprSyntax.self) {
      return negated.expression.isPlainLiteral
    }
    return literalType != nil || self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self)
  }

  /// The type that a literal has where no other is asked for.
  fileprivate var literalType: String? {
    switch kind {
    case .stringLiteralExpr: "String"
    case .integerLiteralExpr: "Int"
    case .floatLiteralExpr: "Double"
    case .booleanLiteralExpr: "Bool"
    case .prefixOperatorExpr: self.as(PrefixOperatorExprSyntax.self)?.expression.literalType
    default: nil
    }
  }
}

extension VariableDeclSyntax {
  /// Writes the type of the only binding, where its value is a literal that tells the type.
  var writingType: FixIt? {
    guard bindings.count == 1, let binding = bindings.first,
      let type = binding.initializer?.value.literalType
    else { return nil }
    let typed = binding.with(\.pattern, binding.pattern.trimmed).with(
      \.typeAnnotation,
      TypeAnnotationSyntax(
        colon: .colonToken(trailingTrivia: .space), type: TypeSyntax("\(raw: type)"),
        trailingTrivia: .space))
    return MacroFixIt.replacing(binding, with: typed, id: "type", "Write the type, '\(type)'")
  }
}
#endif
