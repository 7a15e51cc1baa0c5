/// Puts instructions together from parts that stand one below the other.
///
/// A part is a string, another instructions, a generable value, or anything ``InstructionsRepresentable``. `if`,
/// `switch`, `for` and `if #available` work as they do elsewhere.
@resultBuilder
public struct InstructionsBuilder {
  private let instructions: Instructions

  /// Creates a builder that has done its work, and stands for the instructions.
  ///
  /// ``Instructions`` itself says the same; this spelling is there for code that uses it.
  ///
  /// - Parameter content: The parts, one a line.
  /// - Throws: Whatever `content` throws.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    instructions = try content()
  }

  /// Joins parts.
  ///
  /// - Parameter components: The parts, in order.
  /// - Returns: The instructions.
  public static func buildBlock<each Component: InstructionsRepresentable>(
    _ components: repeat each Component
  ) -> Instructions {
    var parts: [Prompt.Component] = []
    repeat parts += (each components).instructionsRepresentation.components
    return Instructions(components: parts)
  }

  /// Joins what a loop gives.
  ///
  /// - Parameter components: What each round gave, in order.
  /// - Returns: The instructions.
  public static func buildArray(_ components: [some InstructionsRepresentable]) -> Instructions {
    Instructions(components: components.flatMap { $0.instructionsRepresentation.components })
  }

  /// Takes the first branch.
  ///
  /// - Parameter component: What the branch gave.
  /// - Returns: The instructions.
  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Takes the second branch.
  ///
  /// - Parameter component: What the branch gave.
  /// - Returns: The instructions.
  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Takes a branch, if it is taken.
  ///
  /// - Parameter component: What the branch gave, or `nil` if it was not taken.
  /// - Returns: The instructions, without parts if the branch was not taken.
  public static func buildOptional(_ component: Instructions?) -> Instructions {
    component ?? Instructions(components: [])
  }

  /// Takes a branch that only newer systems take.
  ///
  /// - Parameter component: What the branch gave.
  /// - Returns: The instructions.
  public static func buildLimitedAvailability(
    _ component: some InstructionsRepresentable
  ) -> Instructions {
    component.instructionsRepresentation
  }

  /// Takes one part.
  ///
  /// - Parameter expression: The part.
  /// - Returns: The part.
  @_disfavoredOverload
  public static func buildExpression<Expression: InstructionsRepresentable>(
    _ expression: Expression
  ) -> Expression {
    expression
  }

  /// Takes one part.
  ///
  /// - Parameter expression: The part.
  /// - Returns: The part.
  public static func buildExpression(_ expression: Instructions) -> Instructions {
    expression
  }

  /// Says what cannot be a part.
  ///
  /// - Parameter expression: What cannot be a part.
  /// - Returns: Nothing; the call does not compile.
  @available(
    *, unavailable,
    message:
      "Only `Instructions` and types that conform to `InstructionsRepresentable` can be part of instructions."
  )
  public static func buildExpression(_ expression: some Any) -> Instructions {
    Instructions(components: [])
  }
}

extension InstructionsBuilder: InstructionsRepresentable {
  /// The instructions that were put together.
  public var instructionsRepresentation: Instructions { instructions }
}
