import Foundation
import SchemaEncoding
public import SchemaModel
public import SchemaSessions

/// The executor of every model of this module, which sends requests in the format of the model's
/// provider.
public struct ProviderExecutor<Model: LanguageModel>: LanguageModelExecutor {
  /// The key, the transport and the format of a model.
  ///
  /// Two configurations are equal if one is a copy of the other.
  public struct Configuration: Hashable, Sendable {
    /// Distinguishes a configuration from all others that are not its copies.
    private final class Marker: Sendable {}

    private let marker = Marker()
    fileprivate let connection: ProviderConnection
    fileprivate let format: any WireFormat
    /// The provider's batches.
    let batches: ModelBatches
    /// The provider's counts of tokens.
    let tokenCounter: TokenCounter

    /// `interface` is the provider's interface for batches; `nil` if the model has none.
    init(
      _ connection: ProviderConnection, _ format: some WireFormat,
      batches interface: (any BatchInterface)? = nil
    ) {
      self.connection = connection
      self.format = format
      batches = ModelBatches(connection, format, interface)
      tokenCounter = TokenCounter(connection, format)
    }

    /// The names of the provider and the model.
    var identity: LanguageModelIdentity {
      LanguageModelIdentity(
        provider: format.providerID, name: format.model,
        serverAddress: URL(string: format.baseURL)?.host)
    }

    /// `true` if one configuration is a copy of the other.
    public static func == (first: Configuration, second: Configuration) -> Bool {
      first.marker === second.marker
    }

    /// Adds the configuration's identity to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(marker)) }
  }

  private let configuration: Configuration
  /// The schemas of the requests so far.
  ///
  /// Each session has its own executor.
  private let schemas: WrittenSchemas

  /// Creates an executor.
  public init(configuration: Configuration) {
    self.configuration = configuration
    schemas = WrittenSchemas(for: configuration.format)
  }

  /// Sends a request, and repeats it by the model's ``ModelProvider/RetryPolicy``.
  ///
  /// - Throws: `LanguageModelError`; `SchemaError` for a schema that the provider does not accept;
  ///   ``ModelProvider/KeyError``; `CancellationError`.
  public nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await configuration.connection.run(
      request, in: configuration.format, with: schemas, to: channel)
  }
}

extension IdentifiedLanguageModel where Executor == ProviderExecutor<Self> {
  /// The capabilities of the model.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
  }

  /// The provider, the name and the server of the model.
  public var identity: LanguageModelIdentity { executorConfiguration.identity }
}

extension TokenCountingLanguageModel where Executor == ProviderExecutor<Self> {
  /// Returns the number of tokens of a conversation, as the provider counts them.
  ///
  /// A conversation without a prompt takes two counts: the conversation with a short prompt, and
  /// the short prompt alone. Each count is one request to Anthropic and to Google, and two to
  /// llama.cpp's server.
  ///
  /// `schema` is the schema of an answer, if any.
  ///
  /// - Throws: `LanguageModelError` with the code `noTokenCount` for a server that does not count
  ///   tokens; the errors of a session's request.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCounter.tokenCount(of: transcript, schema: schema)
  }
}

// llama.cpp's server counts texts, so a conversation with attachments throws
// `LanguageModelError.unsupportedTranscriptContent(_:)`.
extension CompatibleModel: TokenCountingLanguageModel {
  /// `true` for llama.cpp's server, which counts tokens.
  public var countsTokens: Bool { executorConfiguration.tokenCounter.canCount }
}
