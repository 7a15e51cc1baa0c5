#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension ExprSyntax {
  /// `true` if the expression is a literal, such as `3`, `-1.5`, `"text"` or `[]`.
  var isPlainLiteral: Bool {
    if let negated = self.as(PrefixOperatorExprSyntax.self) {
      return negated.expression.isPlainLiteral
    }
    return literalType != nil || self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self)
  }

  /// The default type of the literal.
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
  /// A fix-it that writes the type of the only binding, if its value is a literal that shows the
  /// type.
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
