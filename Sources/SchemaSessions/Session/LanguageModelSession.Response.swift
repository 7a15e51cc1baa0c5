public import SchemaModel

extension LanguageModelSession {
  /// A complete answer.
  public struct Response<Content: Generable> {
    /// The answer.
    public let content: Content

    /// The content from which the answer was created.
    public let rawContent: GeneratedContent

    /// The reason why the model stopped:
    /// ``LanguageModelExecutorGenerationChannel/FinishReason/length`` for a text that was cut off
    /// at the largest number of tokens.
    public let finishReason: LanguageModelExecutorGenerationChannel.FinishReason

    /// The entries that the request added to the transcript.
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    /// The usage of the request, with all its tries and rounds of tool calls.
    public let usage: Usage

    /// All answers of the model; the last one was accepted.
    public let attempts: [AnswerAttempt]

    init(_ outcome: Turn.Outcome) throws {
      content = try Content(outcome.content)
      rawContent = outcome.content
      finishReason = outcome.finishReason
      transcriptEntries = outcome.entries[...]
      usage = outcome.usage
      attempts = outcome.attempts
    }
  }
}

extension LanguageModelSession.Response<String> {
  /// Creates an answer from a text, without a request.
  init(text: String) {
    content = text
    rawContent = GeneratedContent(text)
    finishReason = .stop
    transcriptEntries = []
    usage = .zero
    attempts = []
  }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}
