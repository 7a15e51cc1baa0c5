public import SchemaModel
public import SchemaSessions

extension AnthropicModel: TokenCountingLanguageModel {
  /// The number of tokens of a conversation, which Anthropic counts.
  ///
  /// Instructions, tools or a schema alone are counted in two requests, with a short prompt and as
  /// the prompt alone.
  ///
  /// - Parameters:
  ///   - transcript: The conversation, with the tools of its instructions.
  ///   - schema: The schema of an answer, if one is asked for.
  /// - Returns: The number.
  /// - Throws: What a request of a session throws.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCounter.tokenCount(of: transcript, schema: schema)
  }
}

extension GeminiModel: TokenCountingLanguageModel {
  /// The number of tokens of a conversation, which Google counts.
  ///
  /// Instructions, tools or a schema alone are counted in two requests, with a short prompt and as
  /// the prompt alone.
  ///
  /// - Parameters:
  ///   - transcript: The conversation, with the tools of its instructions.
  ///   - schema: The schema of an answer, if one is asked for.
  /// - Returns: The number.
  /// - Throws: What a request of a session throws.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCounter.tokenCount(of: transcript, schema: schema)
  }
}

extension CompatibleModel: TokenCountingLanguageModel {
  /// Whether the server counts tokens: that of llama.cpp does.
  public var countsTokens: Bool { executorConfiguration.tokenCounter.counts }

  /// The number of tokens of a conversation, which a server of llama.cpp counts.
  ///
  /// The server writes the conversation in the form of its model, and divides that into tokens: two
  /// requests, and twice as many for instructions, tools or a schema alone.
  ///
  /// - Parameters:
  ///   - transcript: The conversation, with the tools of its instructions.
  ///   - schema: The schema of an answer, if one is asked for.
  /// - Returns: The number.
  /// - Throws: `LanguageModelError` with the code `noTokenCount` for another server, and
  ///   `LanguageModelError.unsupportedTranscriptContent(_:)` for attachments, which are not text;
  ///   what a request of a session throws.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCounter.tokenCount(of: transcript, schema: schema)
  }
}
