/// The options of a model's context: the schema in the prompt, and the amount of reasoning.
public struct ContextOptions: Sendable, Equatable {
  /// `true` if the prompt also has the schema of the answer; `nil` for the model's default.
  public var includeSchemaInPrompt: Bool?

  /// The amount of reasoning before the answer; `nil` for the model's default.
  public var reasoningLevel: ReasoningLevel?

  /// An amount of reasoning before the answer.
  public enum ReasoningLevel: Sendable, Equatable {
    /// The smallest amount of reasoning.
    case light

    /// A moderate amount of reasoning.
    case moderate

    /// The largest amount of reasoning that the model allows.
    case deep

    /// A level by the provider's name for it.
    case custom(String)
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema of the answer.
  ///   - reasoningLevel: The amount of reasoning before the answer.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }
}
