public import Foundation
import SchemaConcurrency
public import SchemaModel

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
  /// - Throws: ``BootstrapError`` if a model was named before, or if the model is the default model
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

  /// The model cannot become the default model.
  public struct BootstrapError: Swift.Error, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String
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
  /// `body` is the function. Its argument is `nil` if the app has named no model, or if the model
  /// itself makes this call.
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

extension SystemLanguageModel {
  /// A variant of the model.
  ///
  /// FoundationModels has two variants. In SchemaKit a variant has the name of the app's model.
  public struct Variant: Sendable, Hashable {
    /// The smaller of Apple's models, which SchemaKit never has.
    public static let core3 = Variant(displayName: "AFM 3 Core")

    /// The larger of Apple's models, which SchemaKit never has.
    public static let coreAdvanced3 = Variant(displayName: "AFM 3 Core Advanced")

    /// The name of the model for the user interface.
    public let displayName: String
  }

  /// The variant with the name of the app's model, or of the model's type.
  public var variant: Variant {
    guard let model = Self.named?.model else { return Variant(displayName: "None") }
    let identity = (model as? any IdentifiedLanguageModel)?.identity
    return Variant(displayName: identity?.name ?? "\(type(of: model))")
  }

  /// The languages for which the app uses the model.
  ///
  /// Providers list no languages. If the app gives no languages to
  /// ``bootstrap(_:contextSize:supportedLanguages:)``, the set has the language of the current
  /// locale.
  public var supportedLanguages: Set<Locale.Language> {
    Self.named?.supportedLanguages ?? [Locale.current.language]
  }

  /// Returns `true` if the app uses the model for the language of a locale.
  ///
  /// - Returns: `true` if the app gave this language, in any region, or gave no languages.
  public func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    guard let languages = Self.named?.supportedLanguages else { return true }
    return languages.contains { $0.languageCode == locale.language.languageCode }
  }

  /// The number of tokens that the model reads.
  ///
  /// The app gives the number to ``bootstrap(_:contextSize:supportedLanguages:)``. Otherwise a
  /// ``ContextSizedLanguageModel`` gives its own number. For all other models the number is 4,096,
  /// which almost all models exceed. ``knowsContextSize`` is `false` in the last case.
  public var contextSize: Int { knownSize ?? Self.smallestContext }

  /// `true` if the app or the model gives the number of tokens that the model reads.
  public var knowsContextSize: Bool { knownSize != nil }

  private var knownSize: Int? { Self.named.flatMap { $0.contextSize ?? $0.model.knownContextSize } }

  private static let smallestContext = 4_096

  /// `true` if the model counts tokens; `false` if their numbers are estimates.
  public var countsTokens: Bool { Self.named?.model.tokenCounter != nil }

  /// Returns the number of tokens of a prompt.
  ///
  /// A ``TokenCountingLanguageModel`` counts the tokens, which may take a request to its provider.
  /// It throws if it cannot count them. For other models the number is an estimate of one token for
  /// each four bytes of English text; ``countsTokens`` is then `false`. An empty prompt has 0
  /// tokens.
  ///
  /// - Throws: The error of the model.
  public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let segments = [Transcript.Segment](prompt.promptRepresentation.components)
    return try await tokenCount(for: [.prompt(Transcript.Prompt(segments: segments))])
  }

  /// Returns the number of tokens of instructions, counted or estimated as for a prompt.
  ///
  /// - Throws: The error of the model.
  public func tokenCount(for instructions: Instructions) async throws -> Int {
    let segments = [Transcript.Segment](instructions.components)
    return try await tokenCount(for: [
      .instructions(Transcript.Instructions(segments: segments, toolDefinitions: []))
    ])
  }

  /// Returns the number of tokens of the definitions of tools, counted or estimated as for a
  /// prompt.
  ///
  /// - Throws: `SchemaError` for a tool with a faulty schema; an error of the model.
  public func tokenCount(for tools: [any Tool]) async throws -> Int {
    let definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
    return try await tokenCount(for: [
      .instructions(Transcript.Instructions(segments: [], toolDefinitions: definitions))
    ])
  }

  /// Returns the number of tokens of a schema, counted or estimated as for a prompt.
  ///
  /// - Throws: `SchemaError` for a faulty schema; an error of the model.
  public func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await count([], schema)
  }

  /// Returns the number of tokens of entries, counted or estimated as for a prompt.
  ///
  /// - Throws: `SchemaError` for a faulty schema in them; an error of the model.
  public func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    try await count(Array(transcriptEntries), nil)
  }

  private func count(
    _ entries: [Transcript.Entry], _ schema: GenerationSchema?
  ) async throws -> Int {
    var estimate = TokenEstimate()
    for entry in entries { try estimate.add(entry) }
    if let schema { try estimate.add(schema) }
    guard estimate.count > 0, let model = Self.named?.model.tokenCounter else {
      return estimate.count
    }
    return try await model.tokenCount(for: Transcript(entries: entries), schema: schema)
  }
}

extension SystemLanguageModel {
  /// The task that a model of Apple's systems is adapted to.
  ///
  /// The task has no effect in SchemaKit: the app's model answers as for any other task. To get
  /// tags instead of text, state the task in the instructions.
  public struct UseCase: Sendable, Equatable {
    private let isTagging: Bool

    /// Any task.
    public static let general = UseCase(isTagging: false)

    /// Tags for a text, such as its topics, actions and emotions.
    public static let contentTagging = UseCase(isTagging: true)
  }

  /// The safety checks that a model of Apple's systems runs on prompts and answers.
  ///
  /// They have no effect in SchemaKit: a provider runs its own filters, which a request cannot turn
  /// off. If a filter stops an answer, the request throws
  /// ``LanguageModelError/guardrailViolation(_:)``.
  public struct Guardrails: Sendable {
    /// Unsafe prompts and answers are errors.
    public static let `default` = Guardrails()

    /// Texts that a prompt asks to transform may be unsafe.
    public static let permissiveContentTransformations = Guardrails()
  }
}
