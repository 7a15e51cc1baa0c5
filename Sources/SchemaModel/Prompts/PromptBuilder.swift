/// Puts a prompt together from parts that stand one below the other.
///
/// A part is a string, another prompt, a generable value, or anything ``PromptRepresentable``. `if`,
/// `switch`, `for` and `if #available` work as they do elsewhere.
@resultBuilder
public struct PromptBuilder {
  /// Joins parts.
  ///
  /// - Parameter components: The parts, in order.
  /// - Returns: The prompt.
  public static func buildBlock<each Component: PromptRepresentable>(
    _ components: repeat each Component
  ) -> Prompt {
    var parts: [Prompt.Component] = []
    repeat parts += (each components).promptRepresentation.components
    return Prompt(components: parts)
  }

  /// Joins what a loop gives.
  ///
  /// - Parameter components: What each round gave, in order.
  /// - Returns: The prompt.
  public static func buildArray(_ components: [some PromptRepresentable]) -> Prompt {
    Prompt(components: components.flatMap { $0.promptRepresentation.components })
  }

  /// Takes the first branch.
  ///
  /// - Parameter component: What the branch gave.
  /// - Returns: The prompt.
  public static func buildEither(first component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Takes the second branch.
  ///
  /// - Parameter component: What the branch gave.
  /// - Returns: The prompt.
  public static func buildEither(second component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Takes a branch, if it is taken.
  ///
  /// - Parameter component: What the branch gave, or `nil` if it was not taken.
  /// - Returns: The prompt, without parts if the branch was not taken.
  public static func buildOptional(_ component: Prompt?) -> Prompt {
    component ?? Prompt(components: [])
  }

  /// Takes a branch that only newer systems take.
  ///
  /// - Parameter component: What the branch gave.
  /// - Returns: The prompt.
  public static func buildLimitedAvailability(
    _ component: some PromptRepresentable
  ) -> Prompt {
    component.promptRepresentation
  }

  /// Takes one part.
  ///
  /// - Parameter expression: The part.
  /// - Returns: The part.
  @_disfavoredOverload
  public static func buildExpression<Expression: PromptRepresentable>(
    _ expression: Expression
  ) -> Expression {
    expression
  }

  /// Takes one part.
  ///
  /// - Parameter expression: The part.
  /// - Returns: The part.
  public static func buildExpression(_ expression: Prompt) -> Prompt {
    expression
  }

  /// Says what cannot be a part.
  ///
  /// - Parameter expression: What cannot be a part.
  /// - Returns: Nothing; the call does not compile.
  @available(
    *, unavailable,
    message:
      "Only `Prompt` and types that conform to `PromptRepresentable` can be part of a prompt."
  )
  public static func buildExpression(_ expression: some Any) -> Prompt {
    Prompt(components: [])
  }
}
