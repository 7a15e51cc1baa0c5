import SchemaModel
import SchemaSessions

/// A format whose provider counts the tokens of requests.
protocol TokenCountingFormat: WireFormat {
  /// `true` if the provider of this model counts.
  var countsTokens: Bool { get }

  /// Counts the tokens of a request.
  ///
  /// `key` is the key of the provider, if it needs one. `answer` sends a request, and returns the
  /// JSON object of the response.
  ///
  /// - Returns: The number; `nil` if the provider sent none.
  /// - Throws: An error of the format or the function.
  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas,
    answer: @Sendable (TransportRequest) async throws -> GeneratedContent
  ) async throws -> Int?
}

extension TokenCountingFormat {
  var countsTokens: Bool { true }
}

/// Counts the tokens of conversations at a provider.
struct TokenCounter: Sendable {
  private let provider: String
  private let connection: ProviderConnection
  /// The format; `nil` if the provider of the model does not count.
  private let format: (any TokenCountingFormat)?
  private let schemas: WrittenSchemas

  init(_ connection: ProviderConnection, _ format: some WireFormat) {
    provider = format.provider
    self.connection = connection
    self.format = (format as? any TokenCountingFormat).flatMap { $0.countsTokens ? $0 : nil }
    schemas = WrittenSchemas(for: format)
  }

  /// `true` if the provider counts.
  var canCount: Bool { format != nil }

  /// Returns the number of tokens of a conversation.
  ///
  /// - Throws: `LanguageModelError` with the code `noTokenCount` for a provider that does not
  ///   count, and with `invalidReply` for a reply without a number; the errors of a session's
  ///   request.
  func tokenCount(of transcript: Transcript, schema: GenerationSchema?) async throws -> Int {
    guard let format else {
      throw LanguageModelError.providerFailure(
        .init(
          code: .noTokenCount,
          debugDescription: "\(provider) does not count tokens.", remedy: "Use an estimate."))
    }
    return try await transcript.tokenCount(schema: schema) { transcript, schema in
      var request = LanguageModelExecutorGenerationRequest(
        id: .random(), transcript: transcript, enabledTools: transcript.instructedTools,
        schema: schema, generationOptions: GenerationOptions(), contextOptions: ContextOptions(),
        metadata: [:])
      request.unsupportedOption = .log
      return try await count(request, in: format)
    }
  }

  private func count(
    _ request: LanguageModelExecutorGenerationRequest, in format: some TokenCountingFormat
  ) async throws -> Int {
    let count = try await format.tokenCount(
      of: request.preparingAttachments(for: provider), key: connection.key?.value(),
      schemas: schemas
    ) { request in
      var request = request
      try request.add(connection.headers, provider: provider)
      return try await connection.object(for: request, in: format)
    }
    guard let count else {
      throw LanguageModelError.invalidReply(of: provider, without: "number of tokens")
    }
    return count
  }
}
