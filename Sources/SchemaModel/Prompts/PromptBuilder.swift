/// Builds a prompt from parts, each on its own lines.
///
/// A part is a string, another prompt, a generable value, or any other value that is
/// ``PromptRepresentable``. `if`, `switch`, `for` and `if #available` work as elsewhere.
@resultBuilder
public struct PromptBuilder {
  /// Joins parts.
  public static func buildBlock<each Component: PromptRepresentable>(
    _ components: repeat each Component
  ) -> Prompt {
    var parts: [Prompt.Component] = []
    repeat parts += (each components).promptRepresentation.components
    return Prompt(components: parts)
  }

  /// Joins the results of a loop.
  public static func buildArray(_ components: [some PromptRepresentable]) -> Prompt {
    Prompt(components: components.flatMap { $0.promptRepresentation.components })
  }

  /// Builds the first branch.
  public static func buildEither(first component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Builds the second branch.
  public static func buildEither(second component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Builds an optional branch, which has no parts if it was not taken.
  public static func buildOptional(_ component: Prompt?) -> Prompt {
    component ?? Prompt(components: [])
  }

  /// Builds a branch of `if #available`.
  public static func buildLimitedAvailability(
    _ component: some PromptRepresentable
  ) -> Prompt {
    component.promptRepresentation
  }

  /// Builds one part.
  @_disfavoredOverload
  public static func buildExpression<Expression: PromptRepresentable>(
    _ expression: Expression
  ) -> Expression {
    expression
  }

  /// Builds one part.
  public static func buildExpression(_ expression: Prompt) -> Prompt { expression }

  /// Rejects an expression that cannot be a part.
  @available(
    *, unavailable,
    message:
      "Only `Prompt` and types that conform to `PromptRepresentable` can be part of a prompt."
  )
  public static func buildExpression(_ expression: some Any) -> Prompt { Prompt(components: []) }
}
