/// What a model gets to know beside the prompt, and how long it may think.
public struct ContextOptions: Sendable, Equatable {
  /// Whether the schema of the answer also stands in the prompt; `nil` leaves it to the model.
  public var includeSchemaInPrompt: Bool?

  /// How long the model thinks before it answers; `nil` leaves it to the model.
  public var reasoningLevel: ReasoningLevel?

  /// How long a model thinks before it answers.
  public enum ReasoningLevel: Sendable, Equatable {
    /// As little as possible.
    case light

    /// An ordinary amount.
    case moderate

    /// As much as the model allows.
    case deep

    /// A level by the name that the provider has for it.
    case custom(String)
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - includeSchemaInPrompt: Whether the schema of the answer also stands in the prompt.
  ///   - reasoningLevel: How long the model thinks before it answers.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }
}
