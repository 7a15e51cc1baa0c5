extension LanguageModelError {
  /// The model declines to answer.
  public struct Refusal: LanguageModelErrorDetails {
    /// What the model says instead of an answer; empty if it says nothing.
    public var text: String

    /// What went wrong, for people who look for the cause.
    public var debugDescription: String

    /// What the provider said, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    ///
    /// - Parameters:
    ///   - explanation: What the model says instead of an answer.
    ///   - debugDescription: What went wrong.
    ///   - metadata: What the provider said, by name.
    public init(
      explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// What the model says instead of an answer.
    ///
    /// Providers send it with the refusal, so the model is not asked again: the response has
    /// ``text``, no entries and no usage.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { LanguageModelSession.Response(text: text) }
    }

    var summary: String { "The model declines to answer" }
    var remedy: String { "Change the prompt; `Refusal.text` is what the model says." }
  }
}
