#if Macros
import SwiftSyntax

/// The type of a property or of a case's value, as the author wrote it.
struct ValueType {
  private let syntax: TypeSyntax

  init(_ type: TypeSyntax) {
    // An implicitly unwrapped type is an optional that cannot be spelled in other places.
    if let type = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      syntax = TypeSyntax(OptionalTypeSyntax(wrappedType: type.wrappedType.trimmed))
    } else {
      syntax = type.trimmed
    }
  }

  /// The type as source.
  var text: String { syntax.trimmedDescription }

  /// Returns the type as source for use in a nested type.
  ///
  /// - Parameter outer: The name of the outer type. In the nested type, `Self` has another meaning.
  /// - Returns: The source.
  func text(inside outer: String) -> String {
    SelfRewriter(outer: outer, qualifiesID: false).rewrite(syntax).trimmedDescription
  }

  /// Returns the type as source for use in a nested identifiable type, in which `ID` has another
  /// meaning.
  func text(insideIdentifiable outer: String) -> String {
    SelfRewriter(outer: outer, qualifiesID: true).rewrite(syntax).trimmedDescription
  }

  /// `true` if the type mentions `ID` without its outer type.
  var mentionsID: Bool {
    syntax.tokens(viewMode: .sourceAccurate).contains { token in
      token.text == "ID" && token.parent?.is(IdentifierTypeSyntax.self) == true
    }
  }
}

/// Replaces `Self` by the name of the outer type in source, and qualifies `ID` with this name on
/// request.
final class SelfRewriter: SyntaxRewriter {
  private let outer: String
  private let qualifiesID: Bool

  init(outer: String, qualifiesID: Bool = false) {
    self.outer = outer
    self.qualifiesID = qualifiesID
    super.init()
  }

  func rewritten(_ expression: ExprSyntax) -> ExprSyntax {
    rewrite(expression).as(ExprSyntax.self) ?? expression
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    guard node.baseName.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return ExprSyntax(node.with(\.baseName, node.baseName.with(\.tokenKind, .identifier(outer))))
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    if node.name.tokenKind == .keyword(.Self) {
      return TypeSyntax(node.with(\.name, .identifier(outer)))
    }
    if qualifiesID, node.name.text == "ID" {
      return TypeSyntax(
        MemberTypeSyntax(
          baseType: IdentifierTypeSyntax(name: .identifier(outer)), name: .identifier("ID"),
          genericArgumentClause: node.genericArgumentClause))
    }
    return super.visit(node)
  }
}
#endif
