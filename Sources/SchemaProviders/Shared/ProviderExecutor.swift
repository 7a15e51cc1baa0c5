import SchemaEncoding
public import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The executor of every model of this module, which sends requests in the format of the model's
/// provider.
public struct ProviderExecutor<Model: LanguageModel>: LanguageModelExecutor {
  /// The key, the transport and the format of a model.
  ///
  /// Two configurations are equal if one is a copy of the other.
  public struct Configuration: Hashable, Sendable {
    private let client: ProviderClient
    private let serverAddress: String?
    /// The provider's batches.
    let batches: ModelBatches
    /// The provider's counts of tokens.
    let tokenCounter: TokenCounter

    init(_ connection: ProviderConnection, _ format: some WireFormat) {
      serverAddress = URL(string: format.baseURL)?.host
      batches = ModelBatches(connection, format)
      tokenCounter = TokenCounter(connection, format)
      client = ProviderClient({ WrittenSchemas(for: format) }) { request, schemas, channel in
        try await connection.run(request, in: format, with: schemas, to: channel)
      }
    }

    fileprivate func run(
      _ request: LanguageModelExecutorGenerationRequest, _ schemas: WrittenSchemas,
      _ channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await client.run(request, schemas, channel)
    }

    /// Returns a store for the schemas of one session.
    fileprivate func schemas() -> WrittenSchemas { client.schemas() }

    func identity(_ provider: String, _ model: String) -> LanguageModelIdentity {
      LanguageModelIdentity(provider: provider, name: model, serverAddress: serverAddress)
    }

    /// `true` if one configuration is a copy of the other.
    public static func == (first: Configuration, second: Configuration) -> Bool {
      first.client === second.client
    }

    /// Adds the configuration's identity to a hash.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(client))
    }
  }

  private let configuration: Configuration
  /// The schemas of the requests so far.
  ///
  /// Each session has its own executor.
  private let schemas: WrittenSchemas

  /// Creates an executor.
  public init(configuration: Configuration) {
    self.configuration = configuration
    schemas = configuration.schemas()
  }

  /// Sends a request, and repeats it by the model's ``ModelProvider/RetryPolicy``.
  ///
  /// - Throws: `LanguageModelError`; `SchemaError` for a schema that the provider does not accept;
  ///   ``ModelProvider/Key/MissingVariable``; ``ModelProvider/Key/EmptyKey``;
  ///   ``ModelProvider/Key/InvalidCharacter``; `CancellationError`.
  public nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await configuration.run(request, schemas, channel)
  }
}

/// The functions that send requests and create a store for their schemas.
///
/// The client is a class, so that two configurations can be compared by the identity of their
/// clients. Functions cannot be compared.
private final class ProviderClient: Sendable {
  typealias Run =
    @Sendable (
      LanguageModelExecutorGenerationRequest, WrittenSchemas,
      LanguageModelExecutorGenerationChannel
    ) async throws -> Void

  let schemas: @Sendable () -> WrittenSchemas
  let run: Run

  init(_ schemas: @escaping @Sendable () -> WrittenSchemas, _ run: @escaping Run) {
    self.schemas = schemas
    self.run = run
  }
}
