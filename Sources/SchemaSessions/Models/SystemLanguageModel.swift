import SchemaConcurrency

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The default model of sessions.
///
/// The app names the model once, before its first session:
///
///     try SystemLanguageModel.bootstrap(OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY")))
///
/// Until then ``availability-swift.property`` gives the reason, and requests throw
/// ``LanguageModelError``.
public final class SystemLanguageModel: LanguageModel {
  /// The model that the app named, with the properties that the app stated for it.
  struct Named: Sendable {
    let model: any LanguageModel
    let contextSize: Int?
    let supportedLanguages: Set<Locale.Language>?
  }

  private static let bootstrapped = Locked<Named?>(nil)

  /// The model that the app named; `nil` until the app names one.
  static var named: Named? { bootstrapped.withLock { $0 } }

  /// The model.
  public static let `default` = SystemLanguageModel()

  private init() {}

  /// Creates a model for code that is written for a model of Apple's systems.
  ///
  /// The new model is equivalent to ``default``: the use case and the guardrails have no effect.
  public convenience init(useCase: UseCase = .general, guardrails: Guardrails = .default) {
    self.init()
  }

  /// Names the default model of sessions.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - contextSize: The number of tokens that the model reads, for ``contextSize``; `nil` for the
  ///     model's own number.
  ///   - supportedLanguages: The languages for which the app uses the model, for
  ///     ``supportedLanguages`` and ``supportsLocale(_:)``; `nil` for all.
  /// - Throws: An error if a model was named before, or if the model is the default model itself.
  public static func bootstrap(
    _ model: some LanguageModel, contextSize: Int? = nil,
    supportedLanguages: Set<Locale.Language>? = nil
  ) throws {
    guard !(model is SystemLanguageModel) else { throw BootstrapError(description: ownModel) }
    try bootstrapped.withLock { current in
      guard current == nil else {
        throw BootstrapError(
          description:
            "SystemLanguageModel.bootstrap(_:) was called before. Call it once, where the "
            + "app starts; give a session another model by its `model` parameter.")
      }
      current = Named(
        model: model, contextSize: contextSize, supportedLanguages: supportedLanguages)
    }
  }

  /// The model cannot become the default model.
  struct BootstrapError: Swift.Error, CustomStringConvertible {
    /// The problem and its remedy.
    let description: String
  }

  private static let ownModel =
    "The default model cannot answer by itself. Bootstrap it with a model that does not use "
    + "SystemLanguageModel.default."

  /// `true` while the model that the app named handles a call of ``ask(_:)``.
  ///
  /// During this time, the model cannot use the default model, since the calls would never end.
  @TaskLocal private static var isAsked = false

  /// Calls a function with the model that the app named.
  ///
  /// - Parameter body: The function. Its argument is `nil` if the app has named no model, or if the
  ///   model itself makes this call.
  /// - Returns: The result of the function.
  func ask<Result>(_ body: ((any LanguageModel)?) throws -> Result) rethrows -> Result {
    let model = Self.isAsked ? nil : Self.named?.model
    return try Self.$isAsked.withValue(true) { try body(model) }
  }

  /// The availability of the model.
  public enum Availability: Sendable, Equatable {
    /// The model can be used.
    case available

    /// The model cannot be used.
    case unavailable(UnavailableReason)

    /// The reason why a model is unavailable.
    public enum UnavailableReason: Sendable, Equatable {
      /// The device cannot run the model. SchemaKit never returns this case.
      case deviceNotEligible

      /// The user has not turned on Apple Intelligence. SchemaKit never returns this case.
      case appleIntelligenceNotEnabled

      /// The app has not called
      /// ``SystemLanguageModel/bootstrap(_:contextSize:supportedLanguages:)``.
      case modelNotReady
    }
  }

  /// The availability of the model.
  public var availability: Availability {
    Self.named == nil ? .unavailable(.modelNotReady) : .available
  }

  /// `true` if the model can be used.
  public var isAvailable: Bool { availability == .available }

  /// The capabilities of the model; empty until the app names a model.
  public var capabilities: LanguageModelCapabilities {
    ask { $0?.capabilities ?? LanguageModelCapabilities([]) }
  }

  /// The executor's configuration, which is empty.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The executor, which passes requests to the model that the app named.
  public struct Executor: LanguageModelExecutor {
    /// The model.
    public typealias Model = SystemLanguageModel

    /// An empty configuration.
    public struct Configuration: Hashable, Sendable {}

    /// The executor of the model that the app named.
    private let executors = ExecutorStore()

    /// Creates an executor.
    public init(configuration: Configuration) {}

    /// Prepares the model that the app named.
    public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
      model.ask { model in
        guard let model else { return }
        try? executors.runner(of: model).prewarm(transcript)
      }
    }

    /// Passes a request to the model that the app named.
    ///
    /// - Throws: ``LanguageModelError/providerFailure(_:)`` if the app named no model, or named a
    ///   model that uses the default model; an error of the model.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      guard !SystemLanguageModel.isAsked else {
        throw LanguageModelError.providerFailure(
          .init(code: .modelNotReady, debugDescription: SystemLanguageModel.ownModel))
      }
      guard let model = SystemLanguageModel.named?.model else {
        throw LanguageModelError.providerFailure(
          .init(
            code: .modelNotReady,
            debugDescription: "No default model has been named.",
            remedy: "Call SystemLanguageModel.bootstrap(_:) where the app starts, or create the "
              + "session with a model."))
      }
      try await SystemLanguageModel.$isAsked.withValue(true) {
        try await executors.runner(of: model).run(request) { await channel.send($0) }
      }
    }
  }
}
