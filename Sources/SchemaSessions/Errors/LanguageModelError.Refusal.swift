extension LanguageModelError {
  /// The model declines to answer.
  public struct Refusal: LanguageModelErrorDetails {
    /// The model's explanation; empty if it gives none.
    public var text: String

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// Creates details from a model's entries, as in FoundationModels 26.
    ///
    /// - Parameter transcriptEntries: The model's entries. The explanation is the text of the
    ///   responses among them.
    public init(transcriptEntries: [Transcript.Entry]) {
      let text = transcriptEntries.compactMap { $0.response?.text }.joined(separator: "\n")
      self.init(explanation: text, debugDescription: "The model declines.")
    }

    /// The model's explanation in place of an answer.
    ///
    /// Providers send the explanation with the refusal, so this property sends no further request.
    /// The response has ``text``, without entries or usage.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { LanguageModelSession.Response(text: text) }
    }

    /// The model's explanation in place of an answer, as a stream.
    ///
    /// Providers send the explanation with the refusal, so this property sends no further request,
    /// and the complete text arrives at once.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      LanguageModelSession(model: FixedTextModel(text: text)).streamResponse(to: "")
    }

    var summary: String { "The model declines to answer" }
    var remedy: String { "Change the prompt; `Refusal.text` has the model's explanation." }
  }
}

/// A model that answers with a fixed text.
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
