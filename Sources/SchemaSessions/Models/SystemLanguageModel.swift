#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The model that sessions talk to when they are given none.
///
/// The app names the model once, before its first session:
///
///     try SystemLanguageModel.bootstrap(OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY")))
///
/// Until then ``availability-swift.property`` says what is missing, and requests throw
/// ``LanguageModelError``.
public final class SystemLanguageModel: LanguageModel {
  /// The model that the app named, with what the app says of it.
  struct Named: Sendable {
    let model: any LanguageModel
    let contextSize: Int?
    let supportedLanguages: Set<Locale.Language>?
  }

  private static let bootstrapped = Locked<Named?>(nil)

  /// The model that the app named; `nil` before it has.
  static var named: Named? { bootstrapped.withLock { $0 } }

  /// The model.
  public static let `default` = SystemLanguageModel()

  private init() {}

  /// Creates a model for code that is written for a model of Apple's systems.
  ///
  /// It is the same model as ``default``: the use case and the guardrails have no effect.
  ///
  /// - Parameters:
  ///   - useCase: The task that the model is adapted to.
  ///   - guardrails: The safety checks of prompts and answers.
  public convenience init(useCase: UseCase = .general, guardrails: Guardrails = .default) {
    self.init()
  }

  /// Names the model that sessions talk to when they are given none.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - contextSize: How many tokens the model reads, for ``contextSize``; `nil` for what the
  ///     model says.
  ///   - supportedLanguages: The languages for which the app uses the model, for
  ///     ``supportedLanguages`` and ``supportsLocale(_:)``; `nil` for all.
  /// - Throws: ``BootstrapError`` if a model was named before, or the model is the default one
  ///   itself.
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

  /// The default model cannot be the one that the app named.
  public struct BootstrapError: Swift.Error, CustomStringConvertible {
    /// What went wrong, and what to do about it.
    public let description: String
  }

  private static let ownModel =
    "The default model cannot answer by itself. Bootstrap it with a model that does not use "
    + "SystemLanguageModel.default."

  /// Whether the model that the app named is being asked, and so cannot ask the default model in
  /// turn.
  @TaskLocal private static var isAsked = false

  /// Asks the model that the app named.
  ///
  /// - Parameter body: Called with the model; with `nil` if there is none, or it is being asked
  ///   already.
  /// - Returns: What the function returns.
  func ask<Result>(_ body: ((any LanguageModel)?) throws -> Result) rethrows -> Result {
    let model = Self.isAsked ? nil : Self.named?.model
    return try Self.$isAsked.withValue(true) { try body(model) }
  }

  /// Whether the model can be talked to.
  public enum Availability: Sendable, Equatable {
    /// The model can be talked to.
    case available

    /// The model cannot be talked to.
    case unavailable(UnavailableReason)

    /// Why a model cannot be talked to.
    public enum UnavailableReason: Sendable, Equatable {
      /// The device cannot run it. SchemaKit never says so.
      case deviceNotEligible

      /// The user has not turned it on. SchemaKit never says so.
      case appleIntelligenceNotEnabled

      /// The app has not called
      /// ``SystemLanguageModel/bootstrap(_:contextSize:supportedLanguages:)``.
      case modelNotReady
    }
  }

  /// Whether the model can be talked to.
  public var availability: Availability {
    Self.named == nil ? .unavailable(.modelNotReady) : .available
  }

  /// Whether the model can be talked to.
  public var isAvailable: Bool { availability == .available }

  /// What the model can do; nothing while there is none.
  public var capabilities: LanguageModelCapabilities {
    ask { $0?.capabilities ?? LanguageModelCapabilities([]) }
  }

  /// What the executor needs to know: nothing.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The part that sends requests: that of the model that the app named.
  public struct Executor: LanguageModelExecutor {
    /// The model.
    public typealias Model = SystemLanguageModel

    /// Nothing.
    public struct Configuration: Hashable, Sendable {}

    /// Creates an executor.
    ///
    /// - Parameter configuration: Nothing.
    public init(configuration: Configuration) {}

    /// Prepares the model that the app named.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - transcript: What has been said so far.
    public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
      model.ask { model in
        guard let model else { return }
        try? ModelRunner(model).prewarm(transcript)
      }
    }

    /// Hands a request to the model that the app named.
    ///
    /// - Parameters:
    ///   - request: What to answer.
    ///   - model: The model.
    ///   - channel: Where what arrives goes.
    /// - Throws: ``LanguageModelError/providerFailure(_:)`` if the app named none, or one that
    ///   talks to the default model; what the model throws.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      guard !SystemLanguageModel.isAsked else {
        throw LanguageModelError.providerFailure(
          .init(code: "modelNotReady", debugDescription: SystemLanguageModel.ownModel))
      }
      guard let model = SystemLanguageModel.named?.model else {
        throw LanguageModelError.providerFailure(
          .init(
            code: "modelNotReady",
            debugDescription: "No default model has been named. Call "
              + "SystemLanguageModel.bootstrap(_:) where the app starts, or create the session "
              + "with a model."))
      }
      try await SystemLanguageModel.$isAsked.withValue(true) {
        try await ModelRunner(model).run(request) { await channel.send($0) }
      }
    }
  }
}
