/// Builds instructions from parts, each on its own lines.
///
/// A part is a string, other instructions, a generable value, or any other value that is
/// ``InstructionsRepresentable``. `if`, `switch`, `for` and `if #available` work as elsewhere.
@resultBuilder
public struct InstructionsBuilder {
  private let instructions: Instructions

  /// Creates a builder with finished instructions.
  ///
  /// ``Instructions`` has the same initializer; this one exists for compatibility.
  ///
  /// - Throws: The errors of `content`.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    instructions = try content()
  }

  /// Joins parts.
  public static func buildBlock<each Component: InstructionsRepresentable>(
    _ components: repeat each Component
  ) -> Instructions {
    var parts: [Prompt.Component] = []
    repeat parts += (each components).instructionsRepresentation.components
    return Instructions(components: parts)
  }

  /// Joins the results of a loop.
  public static func buildArray(_ components: [some InstructionsRepresentable]) -> Instructions {
    Instructions(components: components.flatMap { $0.instructionsRepresentation.components })
  }

  /// Builds the first branch.
  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Builds the second branch.
  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Builds an optional branch, which has no parts if it was not taken.
  public static func buildOptional(_ component: Instructions?) -> Instructions {
    component ?? Instructions(components: [])
  }

  /// Builds a branch of `if #available`.
  public static func buildLimitedAvailability(
    _ component: some InstructionsRepresentable
  ) -> Instructions {
    component.instructionsRepresentation
  }

  /// Builds one part.
  @_disfavoredOverload
  public static func buildExpression<Expression: InstructionsRepresentable>(
    _ expression: Expression
  ) -> Expression {
    expression
  }

  /// Builds one part.
  public static func buildExpression(_ expression: Instructions) -> Instructions { expression }

  /// Rejects an expression that cannot be a part.
  @available(
    *, unavailable,
    message: """
      Only `Instructions` and types that conform to `InstructionsRepresentable` can be part of \
      instructions.
      """
  )
  public static func buildExpression(_ expression: some Any) -> Instructions {
    Instructions(components: [])
  }
}

extension InstructionsBuilder: InstructionsRepresentable {
  /// The finished instructions.
  public var instructionsRepresentation: Instructions { instructions }
}
