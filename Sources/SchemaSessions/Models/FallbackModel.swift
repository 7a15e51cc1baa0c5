import Foundation
import SchemaConcurrency

/// A list of models.
///
/// Each request goes to the first model that is able to answer.
///
///     let model = FallbackModel([
///       AnthropicModel("claude-sonnet-5"), OpenAIModel("gpt-5"),
///     ])
///
/// The next model gets a request if the last one cannot answer now, as ``isOutage(_:)`` says. For a
/// fault of the app, the request throws an error at once.
///
/// A request does not wait for a model with a rate limit if there is another model. The model with
/// the rate limit gets requests again when the limit ends, if its provider states this time. After
/// a part of an answer has reached the session, no other model continues the answer, since the two
/// parts would not fit together.
public struct FallbackModel: LanguageModel {
  let models: [any LanguageModel]
  private let isWorthFallback: @Sendable (any Error) -> Bool
  private let now: @Sendable () -> Date
  /// The times at which the rate limits of models end, by the positions of the models.
  ///
  /// Copies of the model share these times.
  private let limits = Locked<[Int: Date]>([:])

  /// Creates a model.
  ///
  /// `isWorthFallback` is a function that returns `true` if the next model should be tried after an
  /// error.
  public init(
    _ models: [any LanguageModel],
    when isWorthFallback: @escaping @Sendable (any Error) -> Bool = FallbackModel.isOutage
  ) {
    self.init(models, when: isWorthFallback, now: { Date() })
  }

  init(
    _ models: [any LanguageModel],
    when isWorthFallback: @escaping @Sendable (any Error) -> Bool = FallbackModel.isOutage,
    now: @escaping @Sendable () -> Date
  ) {
    self.models = models
    self.isWorthFallback = isWorthFallback
    self.now = now
  }

  /// `true` if a model cannot answer now: after a rate limit, a timeout, a conflict (409), a server
  /// error, or a failure without an HTTP status, such as a broken connection or a model that is not
  /// ready.
  ///
  /// The result is `false` for faults of the app: an invalid base URL, header or extra body, a list
  /// without models, and a `maximumResponseTokens` that is too small for any answer.
  ///
  /// - Returns: `true` if another model may succeed.
  public static func isOutage(_ error: any Error) -> Bool {
    switch error as? LanguageModelError {
    case .rateLimited, .timeout: true
    case .providerFailure(let failure):
      if let status = failure.statusCode {
        status == 409 || status >= 500
      } else {
        failure.code.flatMap(LanguageModelError.ProviderFailure.Code.init)?.isFaultOfApp != true
      }
    default: false
    }
  }

  /// The capabilities that all models have.
  public var capabilities: LanguageModelCapabilities {
    let all: [LanguageModelCapabilities.Capability] = [
      .vision, .guidedGeneration, .reasoning, .toolCalling,
    ]
    return LanguageModelCapabilities(
      all.filter { capability in models.allSatisfy { $0.capabilities.contains(capability) } })
  }

  /// The executor's configuration, which is empty.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The executor, which passes requests to the models.
  public struct Executor: LanguageModelExecutor {
    /// An empty configuration.
    public struct Configuration: Hashable, Sendable {}

    /// The executors of the models.
    private let executors = ExecutorStore()

    /// Creates an executor.
    public init(configuration: Configuration) {}

    /// Prepares the first model.
    public func prewarm(model: FallbackModel, transcript: Transcript) {
      guard let first = model.models.first else { return }
      try? executors.runner(of: first).prewarm(transcript)
    }

    /// Passes a request to the first model that can answer.
    ///
    /// - Throws: The error of the last model that was tried;
    ///   ``LanguageModelError/providerFailure(_:)`` if there are no models.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: FallbackModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await model.run(request, executors, channel)
    }
  }

  private func run(
    _ request: LanguageModelExecutorGenerationRequest, _ executors: ExecutorStore,
    _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let order = order()
    for (position, index) in order.enumerated() {
      let isLast = position == order.count - 1
      var request = request
      request.hasAlternative = request.hasAlternative || !isLast
      var isShown = false
      if position > 0 { await channel.send(.restarted()) }
      do {
        return try await executors.runner(of: models[index]).run(request) { event in
          isShown = isShown || event.isContent
          await channel.send(event)
        }
      } catch {
        try Task.checkCancellation()
        if case .rateLimited(let limit) = error as? LanguageModelError, let end = limit.resetDate {
          limits.withLock { $0[index] = end }
        }
        guard !isShown, !isLast, isWorthFallback(error) else { throw error }
      }
    }
    throw LanguageModelError.providerFailure(
      .init(
        code: .noModels,
        debugDescription: "The FallbackModel has no models.",
        remedy: "Create it with one or more."))
  }

  /// The positions of the models without a rate limit; all positions if each has one.
  private func order() -> [Int] {
    let now = now()
    let free = limits.withLock { limits in
      limits = limits.filter { $0.value > now }
      return models.indices.filter { limits[$0] == nil }
    }
    return free.isEmpty ? Array(models.indices) : free
  }
}
