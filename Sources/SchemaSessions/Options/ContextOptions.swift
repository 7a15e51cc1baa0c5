/// The options of a model's context: the schema in the prompt, and the amount of reasoning.
public struct ContextOptions: Sendable, Equatable {
  /// `true` if the prompt also has the schema of the answer; `nil` leaves it to the model.
  public var includeSchemaInPrompt: Bool?

  /// The amount of reasoning before the answer; `nil` leaves it to the model.
  public var reasoningLevel: ReasoningLevel?

  /// An amount of reasoning before the answer.
  public enum ReasoningLevel: Sendable, Equatable {
    /// As little as possible.
    case light

    /// An ordinary amount.
    case moderate

    /// As much as the model allows.
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
