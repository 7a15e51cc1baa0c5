import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

/// Counts the tokens of conversations at a provider.
struct TokenCounter: Sendable {
  private let provider: String
  private let count: (@Sendable (LanguageModelExecutorGenerationRequest) async throws -> Int?)?

  init(_ connection: ProviderConnection, _ format: some WireFormat) {
    provider = format.provider
    count = (format as? any TokenCountingFormat).flatMap { Self.counter(connection, $0) }
  }

  /// Returns the function that counts; `nil` if the provider of the model does not count.
  private static func counter(
    _ connection: ProviderConnection, _ format: some TokenCountingFormat
  ) -> (@Sendable (LanguageModelExecutorGenerationRequest) async throws -> Int?)? {
    guard format.countsTokens else { return nil }
    let schemas = WrittenSchemas(for: format)
    return { request in
      let request = try request.preparingAttachments(for: format)
      let key = try await connection.key?.value()
      return try await format.tokenCount(of: request, key: key, schemas: schemas) { request in
        var request = request
        try request.add(connection.headers, provider: format.provider)
        return try await connection.object(for: request, in: format)
      }
    }
  }

  /// `true` if the provider counts.
  var canCount: Bool { count != nil }

  /// Returns the number of tokens of a conversation.
  ///
  /// - Throws: `LanguageModelError` with the code `noTokenCount` for a provider that does not
  ///   count, and with `invalidReply` for a reply without a number; the errors of a session's
  ///   request.
  func tokenCount(of transcript: Transcript, schema: GenerationSchema?) async throws -> Int {
    guard let count else {
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
      guard let tokenCount = try await count(request) else {
        throw LanguageModelError.invalidReply(of: provider, without: "number of tokens")
      }
      return tokenCount
    }
  }
}
