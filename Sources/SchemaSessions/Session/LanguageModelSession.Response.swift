public import SchemaContent
public import SchemaModel

extension LanguageModelSession {
  /// A whole answer.
  public struct Response<Content: Generable> {
    /// The answer.
    public let content: Content

    /// What the answer was made from.
    public let rawContent: GeneratedContent

    /// Why the model stopped: ``LanguageModelExecutorGenerationChannel/FinishReason/length`` for a
    /// text that was cut off at the largest number of tokens.
    public let finishReason: LanguageModelExecutorGenerationChannel.FinishReason

    /// What the request added to the transcript.
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    /// What the request used, with all its tries and rounds of tool calls.
    public let usage: Usage

    /// All answers of the model, of which the last is the one that was taken.
    public let attempts: [AnswerAttempt]

    /// How the text of the answer departs from RFC 8259, which the session has read all the same:
    /// such as a comma too many, a line break in a string, or text around the value.
    public var departures: GeneratedContentParser.Departures { attempts.last?.departures ?? [] }

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
  /// A text that took no request.
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
