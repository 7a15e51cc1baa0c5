#if Telemetry
public import SchemaSessions

/// A model whose requests are observed; see ``SessionTelemetry/model(_:)``.
///
/// For sessions, it has the token counts and the context size of the observed model.
public struct InstrumentedModel<Base: LanguageModel>: IdentifiedLanguageModel,
  WrappingLanguageModel
{
  /// The name of the model.
  public let identity: LanguageModelIdentity

  package let base: Base
  fileprivate let telemetry: SessionTelemetry

  init(_ base: Base, _ identity: LanguageModelIdentity, _ telemetry: SessionTelemetry) {
    self.base = base
    self.identity = identity
    self.telemetry = telemetry
  }

  /// The capabilities of the model.
  public var capabilities: LanguageModelCapabilities { base.capabilities }

  /// The configuration of the model's own executor.
  public var executorConfiguration: Base.Executor.Configuration { base.executorConfiguration }

  /// An executor that observes the model's own executor.
  public struct Executor: LanguageModelExecutor {
    private let executor: Base.Executor

    /// Creates an executor.
    ///
    /// - Throws: The errors of the model's own executor.
    public init(configuration: Base.Executor.Configuration) throws {
      executor = try Base.Executor(configuration: configuration)
    }

    /// Prepares the model.
    public func prewarm(model: InstrumentedModel<Base>, transcript: Transcript) {
      executor.prewarm(model: model.base, transcript: transcript)
    }

    /// Sends a request in a span.
    ///
    /// - Throws: The errors of the model.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: InstrumentedModel<Base>,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let inference = Inference(request, model.identity, model.telemetry)
      try await inference.run { observe in
        try await ModelRunner(model.base, executor).run(request) { event in
          observe(event)
          await channel.send(event)
        }
      }
    }
  }
}
#endif
