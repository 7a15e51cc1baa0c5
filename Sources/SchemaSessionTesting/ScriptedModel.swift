public import SchemaSessions

/// A model with prepared replies, for tests without a network.
///
///     let model = ScriptedModel([
///       .toolCalls([.init(name: "find", arguments: #"{"term": "soup"}"#)]),
///       "There is dal.",
///     ])
///     let session = LanguageModelSession(model: model, tools: [find])
///     let answer = try await session.respond(to: "Soup?")
///     #expect(model.requests.count == 2)
///
/// Each request gets the next reply. Copies of a model share their replies.
public struct ScriptedModel: LanguageModel {
  /// The capabilities of the model.
  public var capabilities: LanguageModelCapabilities

  private let script: Script<LanguageModelExecutorGenerationRequest, Reply>

  /// Creates a model.
  public init(
    _ replies: [Reply],
    capabilities: LanguageModelCapabilities = LanguageModelCapabilities([
      .guidedGeneration, .toolCalling,
    ])
  ) {
    self.capabilities = capabilities
    script = Script(replies)
  }

  /// The requests to the model, in order.
  public var requests: [LanguageModelExecutorGenerationRequest] { script.requests }

  /// The executor's configuration, which is the script.
  public var executorConfiguration: Executor.Configuration {
    Executor.Configuration(script: script)
  }

  /// An executor that returns the prepared replies.
  public struct Executor: LanguageModelExecutor {
    /// The script.
    public struct Configuration: Hashable, Sendable {
      let script: Script<LanguageModelExecutorGenerationRequest, Reply>

      /// Returns `true` if two models share their replies.
      public static func == (first: Configuration, second: Configuration) -> Bool {
        first.script === second.script
      }

      /// Adds the script's identity to a hash.
      public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(script)) }
    }

    private let script: Script<LanguageModelExecutorGenerationRequest, Reply>

    /// Creates an executor.
    public init(configuration: Configuration) { script = configuration.script }

    /// Sends the events of the next reply.
    ///
    /// `request` is the request, which is added to `requests`.
    ///
    /// - Throws: ``ScriptEnded``; the error of the reply; `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ScriptedModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      for step in try script.next(request).steps {
        try Task.checkCancellation()
        switch step {
        case .event(let event): await channel.send(event)
        case .wait(let duration): try await Task.sleep(for: duration)
        case .run(let body): try await body()
        case .fail(let error): throw error
        }
      }
    }
  }
}
