public import SchemaSessions

/// The executor of models that are computed in this process.
public struct EngineExecutor<Model: LanguageModel>: LanguageModelExecutor {
  /// The engine of a model, with its template.
  ///
  /// Two configurations are equal if one is a copy of the other, so that both share the engine.
  public struct Configuration: Hashable, Sendable {
    fileprivate let host: EngineHost

    /// Creates a configuration; see ``EngineModel/init(_:template:thinking:stops:)``.
    public init(
      _ scheduler: EngineScheduler, template: any ChatTemplate,
      thinking: ThinkingLimits = ThinkingLimits(), stops: [String] = []
    ) {
      host = EngineHost(scheduler, template: template, thinking: thinking, stops: stops)
    }

    package var facts: EngineFacts { host.scheduler.facts }

    /// The scheduler of the engine.
    public var scheduler: EngineScheduler { host.scheduler }

    /// The format in which the model has learned to call tools, by its template.
    ///
    /// Without a known format, a call is an alternative of a schema, which the prompt explains.
    public var toolFormat: EngineToolFormat { host.toolFormat }

    /// Counts the tokens of a transcript, with the tokens that begin the answer.
    package func tokenCount(
      of transcript: Transcript, tools: [Transcript.ToolDefinition] = [],
      schema: GenerationSchema? = nil
    ) async throws -> Int {
      try await host.tokenCount(of: transcript, tools: tools, schema: schema)
    }

    /// Counts the tokens of a conversation, which may consist of instructions only.
    package func tokenCount(
      for transcript: Transcript, schema: GenerationSchema?
    ) async throws -> Int {
      try await transcript.tokenCount(schema: schema) { transcript, schema in
        try await tokenCount(of: transcript, tools: transcript.instructedTools, schema: schema)
      }
    }
  }

  private let host: EngineHost
  private let prewarming = Prewarming()

  /// Creates an executor.
  public init(configuration: Configuration) { host = configuration.host }

  /// Reads the instructions of a transcript, so that its first request need not read them.
  ///
  /// Another call with the same transcript does nothing while the first one runs. A call with
  /// another transcript, a request of any session of this executor, and the end of the executor end
  /// it.
  public func prewarm(model: Model, transcript: Transcript) {
    prewarming.begin(transcript, host)
  }

  /// Generates an answer.
  ///
  /// - Throws: `LanguageModelError`; `SchemaError` for a schema that cannot be enforced;
  ///   `CancellationError`.
  public nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    prewarming.end()
    do {
      try await host.respond(to: request, into: channel)
    } catch {
      throw LanguageModelError.reported(error, by: host.scheduler.facts)
    }
  }
}

extension LanguageModelError {
  /// Converts an error of an engine to an error of a session.
  fileprivate static func reported(_ error: any Error, by facts: EngineFacts) -> any Error {
    switch error {
    case let error as EngineError where error.code == .contextFull:
      LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: facts.contextSize, tokenCount: error.tokenCount ?? 0,
          debugDescription: "\(error)"))
    case let error as EngineError where error.code == .cancelled: CancellationError()
    case let error as EngineError:
      LanguageModelError.providerFailure(
        .init(
          code: error.codeName, debugDescription: "\(facts.name): \(error.problem)",
          remedy: error.remedy))
    case let error as TokenMatcher.Failure:
      LanguageModelError.providerFailure(
        .init(
          code: error.code == .budgetTooSmall ? .budgetTooSmall : .mask,
          debugDescription: "\(facts.name): \(error)"))
    default: error
    }
  }
}

/// A model of any engine, for sessions.
///
///     let scheduler = try await EngineScheduler { try MyEngine(folder: folder) }
///     let model = EngineModel(scheduler, template: ChatMLTemplate())
///     let session = LanguageModelSession(model: model)
public struct EngineModel: IdentifiedLanguageModel, ContextSizedLanguageModel {
  /// The engine and the template.
  public let executorConfiguration: EngineExecutor<EngineModel>.Configuration

  /// The part that generates answers.
  public typealias Executor = EngineExecutor<EngineModel>

  /// The capabilities of the model: guided generation, and calls of tools.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling])
  }

  /// The name of the model.
  public var identity: LanguageModelIdentity {
    LanguageModelIdentity(provider: "engine", name: executorConfiguration.facts.name)
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler of the engine.
  ///   - template: The template, which writes conversations in the form that the model was trained
  ///     on.
  ///   - thinking: The limits of the model's thoughts.
  ///   - stops: Strings that end an answer of free text and are not a part of it.
  public init(
    _ scheduler: EngineScheduler, template: any ChatTemplate,
    thinking: ThinkingLimits = ThinkingLimits(), stops: [String] = []
  ) {
    executorConfiguration = .init(
      scheduler, template: template, thinking: thinking, stops: stops)
  }

  /// The largest number of tokens in a conversation.
  public var contextSize: Int { executorConfiguration.facts.contextSize }
}

extension EngineModel: TokenCountingLanguageModel {
  /// The number of tokens of a conversation in the form of the model, including the tokens that
  /// begin the answer.
  ///
  /// - Throws: ``EngineError`` if the model's template cannot write the conversation; `SchemaError`
  ///   for a schema that cannot be written.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCount(for: transcript, schema: schema)
  }
}
