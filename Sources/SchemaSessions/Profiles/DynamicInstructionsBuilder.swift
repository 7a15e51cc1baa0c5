/// Builds dynamic instructions from instructions, tools and other dynamic instructions.
@resultBuilder
public struct DynamicInstructionsBuilder {
  /// Builds an empty body.
  public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

  /// Builds a body of one part.
  public static func buildBlock<T: DynamicInstructions>(_ content: T) -> T { content }

  /// Joins parts.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @_disfavoredOverload
  public static func buildBlock<each Content: DynamicInstructions>(
    _ contents: repeat each Content
  ) -> TupleDynamicInstructions<repeat each Content> {
    TupleDynamicInstructions(repeat each contents)
  }

  /// Builds the first branch.
  public static func buildEither<
    TrueContent: DynamicInstructions, FalseContent: DynamicInstructions
  >(
    first content: TrueContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
    ConditionalDynamicInstructions(.trueContent(content))
  }

  /// Builds the second branch.
  public static func buildEither<
    TrueContent: DynamicInstructions, FalseContent: DynamicInstructions
  >(
    second content: FalseContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
    ConditionalDynamicInstructions(.falseContent(content))
  }

  /// Builds an optional branch, which is `nil` if it was not taken.
  public static func buildOptional<Content: DynamicInstructions>(_ content: Content?) -> Content? {
    content
  }

  /// Builds a branch of `if #available`.
  public static func buildLimitedAvailability(
    _ content: some DynamicInstructions
  ) -> AnyDynamicInstructions {
    AnyDynamicInstructions(erasing: content)
  }

  /// Builds one part.
  public static func buildExpression<T: DynamicInstructions>(_ expression: T) -> T { expression }

  /// Converts a tool to a part.
  public static func buildExpression<T: Tool>(_ expression: T) -> some DynamicInstructions {
    ToolInstructions(tools: [expression])
  }

  /// Converts tools to a part.
  public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
    ToolInstructions(tools: tools)
  }
}
