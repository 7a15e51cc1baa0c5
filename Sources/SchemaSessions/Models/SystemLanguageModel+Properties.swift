public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(FoundationInternationalization)
import FoundationInternationalization
#endif

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
    private enum Task {
      case general
      case contentTagging
    }

    private let task: Task

    /// Any task.
    public static let general = UseCase(task: .general)

    /// Tags for a text, such as its topics, actions and emotions.
    public static let contentTagging = UseCase(task: .contentTagging)
  }

  /// The safety checks that a model of Apple's systems runs on prompts and answers.
  ///
  /// They have no effect in SchemaKit: a provider runs its own filters, which a request cannot turn
  /// off. If a filter stops an answer, the request throws
  /// ``LanguageModelError/guardrailViolation(_:)``.
  public struct Guardrails: Sendable {
    private enum Strictness {
      case strict
      case permissive
    }

    private let strictness: Strictness

    /// Unsafe prompts and answers are errors.
    public static let `default` = Guardrails(strictness: .strict)

    /// Texts that a prompt asks to transform may be unsafe.
    public static let permissiveContentTransformations = Guardrails(strictness: .permissive)
  }
}
