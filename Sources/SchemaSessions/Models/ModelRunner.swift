import SchemaModel

/// A model of any type, with its executor.
package struct ModelRunner: Sendable {
  private let respond:
    @Sendable (
      LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel
    ) async throws -> Void

  /// Prepares for a probable request.
  let prewarm: @Sendable (Transcript) -> Void

  /// The model that counts tokens for the model, if any.
  let tokenCounter: (any TokenCountingLanguageModel)?

  /// Creates the executor of a model.
  ///
  /// - Throws: The error of the executor's initializer.
  package init<Model: LanguageModel>(_ model: Model) throws {
    self.init(model, try Model.Executor(configuration: model.executorConfiguration))
  }

  package init<Model: LanguageModel>(_ model: Model, _ executor: Model.Executor) {
    respond = { request, channel in
      try await executor.respond(to: request, model: model, streamingInto: channel)
    }
    prewarm = { transcript in executor.prewarm(model: model, transcript: transcript) }
    tokenCounter = model.tokenCounter
  }

  /// Sends a request, and calls a function with each event.
  ///
  /// While the function runs, the model can send only a few more events before it has to wait.
  ///
  /// - Throws: An error of the executor or the function; `CancellationError`.
  package nonisolated(nonsending) func run(
    _ request: LanguageModelExecutorGenerationRequest,
    _ body:
      nonisolated(nonsending) (
        LanguageModelExecutorGenerationChannel.Event
      ) async throws -> Void
  ) async throws {
    let channel = LanguageModelExecutorGenerationChannel()
    let respond = respond
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await respond(request, channel)
          channel.finish()
        } catch is CancellationError where !Task.isCancelled {
          // A client or an engine of the model has ended, which is not the caller's wish.
          channel.finish(
            throwing: LanguageModelError.providerFailure(
              .init(
                code: .clientClosed,
                debugDescription: "The model was cancelled, but not by its session.")))
        } catch {
          channel.finish(throwing: error)
        }
      }
      do {
        for try await event in channel { try await body(event) }
        // The events of a cancelled request end without an error.
        try Task.checkCancellation()
      } catch {
        channel.close()
        group.cancelAll()
        throw error
      }
    }
  }
}
