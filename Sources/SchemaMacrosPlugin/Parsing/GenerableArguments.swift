#if Macros
import SwiftSyntax

/// The arguments of `@Generable`.
struct GenerableArguments {
  private(set) var name: ExprSyntax?
  private(set) var description: ExprSyntax?
  private(set) var explicitNil: ExprSyntax?
  private(set) var commentsAsDescriptions: ExprSyntax?

  init(_ attribute: AttributeSyntax) {
    for argument in attribute.labeledArguments {
      let expression = argument.expression.is(NilLiteralExprSyntax.self) ? nil : argument.expression
      switch argument.label?.text {
      case "name": name = expression
      case "description": description = expression
      case "representNilExplicitlyInGeneratedContent": explicitNil = expression
      case "commentsAsDescriptions": commentsAsDescriptions = expression
      default: break
      }
    }
  }

  /// Whether comments are descriptions.
  var usesComments: Bool {
    commentsAsDescriptions?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }
}
#endif
