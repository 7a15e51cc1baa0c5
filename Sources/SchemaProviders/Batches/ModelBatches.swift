import Foundation
import SchemaModel
import SchemaSessions

/// The batches of a provider: requests that it answers within a day, at a lower price.
///
///     let model = AnthropicModel("claude-sonnet-5")
///     let batch = try await model.batches.start(requests)
///     try JSONEncoder().encode(batch).write(to: file)
///     // Later, also in another process:
///     try await model.batches.waitForEnd(of: batch)
///     for try await result in try model.batches.results(of: batch) {
///       recipes[result.id] = try? await result.response(generating: Recipe.self).content
///     }
///
/// Requests have prompts and types as in sessions, and the provider enforces schemas in the same
/// way. No request is repeated: if an answer does not match its type, its request has an error.
///
/// The models of OpenAI, Anthropic and Google have batches at their own providers. On Azure,
/// Foundry and Vertex AI they throw ``BatchError/Code/noBatches``; ``BedrockModel`` has none.
public struct ModelBatches: Sendable {
  private let provider: String
  private let server: BatchServer?

  /// `interface` is the provider's interface for batches; `nil` if the model has none.
  init(
    _ connection: ProviderConnection, _ format: some WireFormat, _ interface: (any BatchInterface)?
  ) {
    provider = format.provider
    server =
      if let interface, let format = format as? any BatchFormat {
        BatchServer(connection, format, interface)
      } else {
        nil
      }
  }

  /// Starts a batch.
  ///
  /// All requests are written and checked before anything is sent. After an error of the
  /// connection, the request that starts the batch is not repeated, since the provider may have
  /// accepted it.
  ///
  /// - Returns: The batch. Store it: the results cannot be found without it.
  /// - Throws: ``BatchError``; `SchemaError` for a schema that the provider does not accept;
  ///   `LanguageModelError`; an error of the key; `CancellationError`.
  public func start(_ requests: [BatchRequest]) async throws -> ModelBatch {
    let server = try availableServer()
    let interface = server.interface
    try check(requests, interface)
    let frame = interface.batchFrame
    var payload = Data(frame.before.utf8)
    var attached: [Range<Int>] = []
    for (index, request) in requests.enumerated() {
      try Task.checkCancellation()
      let written = try server.write(request.generationRequest, in: server.format).0
      let (before, after) = interface.requestFrame(id: request.id)
      if index > 0 { payload += Data(frame.between.utf8) }
      payload += Data(before.utf8)
      attached += written.attached.map {
        $0.lowerBound + payload.count..<$0.upperBound + payload.count
      }
      payload += written.body
      payload += Data(after.utf8)
      guard payload.count <= interface.maximumSize else {
        throw BatchError(
          .tooLarge,
          "\(provider) accepts batches of at most \(interface.maximumSize) bytes. Divide the "
            + "requests into several batches.")
      }
    }
    payload += Data(frame.after.utf8)
    let id = try await interface.start(payload, attached: attached, on: server)
    guard id.isIdentifier else {
      throw LanguageModelError.invalidReply(of: provider, without: "identifier of the batch")
    }
    return ModelBatch(
      provider: provider, interface: interface.name, id: id, requestIDs: requests.map(\.id))
  }

  /// Requests the status of a batch.
  ///
  /// - Throws: ``BatchError``; `LanguageModelError`; an error of the key; `CancellationError`.
  public func status(of batch: ModelBatch) async throws -> BatchStatus {
    try await server(of: batch).status(of: batch).status
  }

  /// Waits until a batch has ended, which may take a day.
  ///
  /// - Throws: The errors of ``status(of:)``.
  @discardableResult
  public func waitForEnd(
    of batch: ModelBatch, checkingEvery interval: Duration = .seconds(60)
  ) async throws -> BatchStatus {
    while true {
      let status = try await status(of: batch)
      if status.hasEnded { return status }
      try await Task.sleep(for: interval)
    }
  }

  /// Requests the cancellation of a batch.
  ///
  /// The provider stops the work on the batch later.
  ///
  /// - Throws: The errors of ``status(of:)``.
  public func cancel(_ batch: ModelBatch) async throws {
    let server = try server(of: batch)
    _ = try await server.post(
      server.path(of: batch) + server.interface.cancelSuffix, Data("{}".utf8))
  }

  /// Returns the results of a batch that has ended.
  ///
  /// - Returns: The results, which are read from the provider as they are requested.
  /// - Throws: ``BatchError`` if the batch belongs to another provider.
  public func results(of batch: ModelBatch) throws -> BatchResults {
    BatchResults(batch: batch, server: try server(of: batch))
  }

  // MARK: Checks

  private func availableServer() throws -> BatchServer {
    guard let server else {
      throw BatchError(
        .noBatches,
        "The model has no batches on this cloud. Use a model of OpenAI, Anthropic or Google at its "
          + "own provider.")
    }
    return server
  }

  private func server(of batch: ModelBatch) throws -> BatchServer {
    let server = try availableServer()
    guard batch.provider == provider, batch.interface == server.interface.name,
      batch.id.isIdentifier
    else {
      throw BatchError(
        .otherBatch,
        "The batch does not belong to \(provider) and its interface \(server.interface.name). Use "
          + "the model that started it.")
    }
    return server
  }

  private func check(_ requests: [BatchRequest], _ interface: any BatchInterface) throws {
    guard !requests.isEmpty else { throw BatchError(.noRequests, "The batch has no requests.") }
    guard requests.count <= interface.maximumCount else {
      throw BatchError(
        .tooLarge,
        "\(provider) accepts batches of at most \(interface.maximumCount) requests. Divide the "
          + "requests into several batches.")
    }
    var names: Set<String> = []
    for request in requests {
      guard request.hasValidID else {
        throw BatchError(
          .invalidID,
          "The name \"\(request.id.excerpt)\" of a request is not 1 to 64 ASCII letters, digits, - "
            + "and _.")
      }
      guard names.insert(request.id).inserted else {
        throw BatchError(.duplicateID, "Two requests of the batch are named \"\(request.id)\".")
      }
    }
  }

  /// Returns the error of a request whose result is missing or unreadable.
  static func noResult(_ provider: String) -> LanguageModelError {
    .failure(of: provider, .noResult, "the batch has no readable result for the request.")
  }

  /// Returns the error of a request that the provider has not answered.
  ///
  /// The provider's reason is the code of the error.
  static func notAnswered(_ provider: String, reason: String) -> LanguageModelError {
    .providerFailure(
      .init(
        code: reason,
        debugDescription: "\(provider): the request was not answered "
          + "(\(reason.shortened(to: ProviderError.longestCode)))."))
  }
}

extension OpenAIModel {
  /// The batches of the provider.
  public var batches: ModelBatches { executorConfiguration.batches }
}

extension OpenAIResponsesModel {
  /// The batches of the provider.
  public var batches: ModelBatches { executorConfiguration.batches }
}

extension AnthropicModel {
  /// The batches of the provider.
  public var batches: ModelBatches { executorConfiguration.batches }
}

extension GeminiModel {
  /// The batches of the provider.
  public var batches: ModelBatches { executorConfiguration.batches }
}
