public import SchemaModel
public import SchemaSessions

extension TokenCountingLanguageModel where Executor == ProviderExecutor<Self> {
  /// Returns the number of tokens of a conversation, as the provider counts them.
  ///
  /// A conversation without a prompt takes two counts: the conversation with a short prompt, and
  /// the short prompt alone. Each count is one request to Anthropic and to Google, and two to
  /// llama.cpp's server.
  ///
  /// - Parameters:
  ///   - transcript: The conversation, with the tools of its instructions.
  ///   - schema: The schema of an answer, if any.
  /// - Returns: The number.
  /// - Throws: `LanguageModelError` with the code `noTokenCount` for a server that does not count
  ///   tokens; the errors of a session's request.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCounter.tokenCount(of: transcript, schema: schema)
  }
}

extension AnthropicModel: TokenCountingLanguageModel {}

extension GeminiModel: TokenCountingLanguageModel {}

// llama.cpp's server counts texts, so a conversation with attachments throws
// `LanguageModelError.unsupportedTranscriptContent(_:)`.
extension CompatibleModel: TokenCountingLanguageModel {
  /// `true` for llama.cpp's server, which counts tokens.
  public var countsTokens: Bool { executorConfiguration.tokenCounter.canCount }
}
