#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Several models, of which the first one that can answers.
///
///     let model = FallbackModel([
///       AnthropicModel("claude-sonnet-5"), OpenAIModel("gpt-5"),
///     ])
///
/// The next model gets a request when the one before fails with a rate limit, a timeout, a broken
/// connection or an error of its server. A model with a rate limit is not waited for while there is
/// another, and gets no request until the limit ends, if its provider says when that is. After a
/// part of an answer has reached the session, no other model takes over, since two answers do not
/// make one.
public struct FallbackModel: LanguageModel {
  let models: [any LanguageModel]
  private let isWorthFallback: @Sendable (any Error) -> Bool
  private let now: @Sendable () -> Date
  /// When the rate limits of models end, by the models' positions; shared by copies of the model.
  private let limits = Locked<[Int: Date]>([:])

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - models: The models, the preferred one first.
  ///   - isWorthFallback: Whether the next model is tried after an error.
  public init(
    _ models: [any LanguageModel],
    when isWorthFallback: @escaping @Sendable (any Error) -> Bool = FallbackModel.isOutage
  ) {
    self.init(models, when: isWorthFallback, now: { Date() })
  }

  package init(
    _ models: [any LanguageModel],
    when isWorthFallback: @escaping @Sendable (any Error) -> Bool = FallbackModel.isOutage,
    now: @escaping @Sendable () -> Date
  ) {
    self.models = models
    self.isWorthFallback = isWorthFallback
    self.now = now
  }

  /// Whether an error says that a model cannot answer now: a rate limit, a timeout, a broken
  /// connection or an error of the server.
  ///
  /// - Parameter error: What the model threw.
  /// - Returns: Whether another model may do better.
  public static func isOutage(_ error: any Error) -> Bool {
    switch error as? LanguageModelError {
    case .rateLimited, .timeout: true
    case .providerFailure(let failure): failure.statusCode.map { $0 == 409 || $0 >= 500 } ?? true
    default: false
    }
  }

  /// What all of the models can do.
  public var capabilities: LanguageModelCapabilities {
    let all: [LanguageModelCapabilities.Capability] = [
      .vision, .guidedGeneration, .reasoning, .toolCalling,
    ]
    return LanguageModelCapabilities(
      all.filter { capability in models.allSatisfy { $0.capabilities.contains(capability) } })
  }

  /// What the executor needs to know: nothing but the model.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The part that hands requests to the models.
  public struct Executor: LanguageModelExecutor {
    /// Nothing.
    public struct Configuration: Hashable, Sendable {}

    /// Creates an executor.
    ///
    /// - Parameter configuration: Nothing.
    public init(configuration: Configuration) {}

    /// Prepares the first model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - transcript: What has been said so far.
    public func prewarm(model: FallbackModel, transcript: Transcript) {
      guard let first = model.models.first else { return }
      try? ModelRunner(first).prewarm(transcript)
    }

    /// Hands a request to the first model that can answer.
    ///
    /// - Parameters:
    ///   - request: What to answer.
    ///   - model: The model.
    ///   - channel: Where what arrives goes.
    /// - Throws: What the last model that was tried throws;
    ///   ``LanguageModelError/providerFailure(_:)`` if there are no models.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: FallbackModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await model.run(request, channel)
    }
  }

  private func run(
    _ request: LanguageModelExecutorGenerationRequest,
    _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let order = order()
    for (position, index) in order.enumerated() {
      let isLast = position == order.count - 1
      var request = request
      request.hasAlternative = request.hasAlternative || !isLast
      var isShown = false
      if position > 0 {
        // What the model before has said of itself is not true of this one.
        await channel.send(.fitted(ReplyForms()))
        await channel.send(.identified(.init()))
      }
      do {
        return try await ModelRunner(models[index]).run(request) { event in
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
        code: "noModels",
        debugDescription: "The FallbackModel has no models. Create it with one or more."))
  }

  /// The positions of the models that have no rate limit now; of all, if each has one.
  private func order() -> [Int] {
    let now = now()
    let free = limits.withLock { limits in
      limits = limits.filter { $0.value > now }
      return models.indices.filter { limits[$0] == nil }
    }
    return free.isEmpty ? Array(models.indices) : free
  }
}
