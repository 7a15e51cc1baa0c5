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

    /// Creates details of what a model said, as in the 26 releases of FoundationModels.
    ///
    /// - Parameter transcriptEntries: The entries with what the model said; the text is that of the
    ///   answers among them.
    public init(transcriptEntries: [Transcript.Entry]) {
      let text = transcriptEntries.compactMap { $0.response?.text }.joined(separator: "\n")
      self.init(explanation: text, debugDescription: "The model declines.")
    }

    /// What the model says instead of an answer.
    ///
    /// Providers send it with the refusal, so the model is not asked again: the response has
    /// ``text``, no entries and no usage.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { LanguageModelSession.Response(text: text) }
    }

    /// What the model says instead of an answer, as a stream.
    ///
    /// Providers send it with the refusal, so the model is not asked again, and the whole text is
    /// there at once.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      LanguageModelSession(model: FixedTextModel(text: text)).streamResponse(to: "")
    }

    var summary: String { "The model declines to answer" }
    var remedy: String { "Change the prompt; `Refusal.text` is what the model says." }
  }
}

/// A model that answers with a text that is known.
private struct FixedTextModel: LanguageModel {
  let text: String

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
  var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable {}

    init(configuration: Configuration) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: FixedTextModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await channel.send(.response(action: .appendText(model.text, tokenCount: 0)))
    }
  }
}
