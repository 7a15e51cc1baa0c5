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
  /// Which model it is.
  ///
  /// FoundationModels has two. Here it is the model that the app named, under its own name.
  public struct Variant: Sendable, Hashable {
    /// The smaller of Apple's models, which SchemaKit never has.
    public static let core3 = Variant(displayName: "AFM 3 Core")

    /// The larger of Apple's models, which SchemaKit never has.
    public static let coreAdvanced3 = Variant(displayName: "AFM 3 Core Advanced")

    /// The name of the model, to show to people.
    public let displayName: String
  }

  /// Which model it is: the name of the model that the app named, or of its type.
  public var variant: Variant {
    guard let model = Self.named?.model else { return Variant(displayName: "None") }
    let identity = (model as? any IdentifiedLanguageModel)?.identity
    return Variant(displayName: identity?.name ?? "\(type(of: model))")
  }

  /// The languages for which the app uses the model.
  ///
  /// Providers list no languages. Where the app gives none to
  /// ``bootstrap(_:contextSize:supportedLanguages:)``, it is the language of the current locale.
  public var supportedLanguages: Set<Locale.Language> {
    Self.named?.supportedLanguages ?? [Locale.current.language]
  }

  /// Whether the app uses the model for the language of a locale.
  ///
  /// - Parameter locale: The locale.
  /// - Returns: Whether the language is one of those that the app gave, whatever the region; `true`
  ///   if the app gave none.
  public func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    guard let languages = Self.named?.supportedLanguages else { return true }
    return languages.contains { $0.languageCode == locale.language.languageCode }
  }

  /// How many tokens the model reads.
  ///
  /// It is the number that the app gave to ``bootstrap(_:contextSize:supportedLanguages:)``, else
  /// the one of a model that is a ``ContextSizedLanguageModel``, else 4,096, which hardly any model
  /// is below. ``knowsContextSize`` says whether it is one of the first two.
  public var contextSize: Int { knownSize ?? Self.smallestContext }

  /// Whether the app or the model says how many tokens the model reads.
  public var knowsContextSize: Bool { knownSize != nil }

  private var knownSize: Int? { Self.named.flatMap { $0.contextSize ?? $0.model.knownContextSize } }

  private static let smallestContext = 4_096

  /// Whether the numbers of tokens are counted by the model, and not estimated.
  public var countsTokens: Bool { Self.named?.model.tokenCounter != nil }

  /// The number of tokens of a prompt.
  ///
  /// A model that is a ``TokenCountingLanguageModel`` counts, which may be a request to its
  /// provider, and throws if it cannot. For others it is an estimate, of one token for each four
  /// bytes of English text; ``countsTokens`` tells which. Without any content it is 0.
  ///
  /// - Parameter prompt: The prompt.
  /// - Returns: The number.
  /// - Throws: What the model throws.
  public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let segments = [Transcript.Segment](prompt.promptRepresentation.components)
    return try await tokenCount(for: [.prompt(Transcript.Prompt(segments: segments))])
  }

  /// The number of tokens of instructions, counted or estimated as for a prompt.
  ///
  /// - Parameter instructions: The instructions.
  /// - Returns: The number.
  /// - Throws: What the model throws.
  public func tokenCount(for instructions: Instructions) async throws -> Int {
    let segments = [Transcript.Segment](instructions.components)
    return try await tokenCount(for: [
      .instructions(Transcript.Instructions(segments: segments, toolDefinitions: []))
    ])
  }

  /// The number of tokens of the definitions of tools, counted or estimated as for a prompt.
  ///
  /// - Parameter tools: The tools.
  /// - Returns: The number.
  /// - Throws: `SchemaError` for a tool with a faulty schema; what the model throws.
  public func tokenCount(for tools: [any Tool]) async throws -> Int {
    let definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
    return try await tokenCount(for: [
      .instructions(Transcript.Instructions(segments: [], toolDefinitions: definitions))
    ])
  }

  /// The number of tokens of a schema, counted or estimated as for a prompt.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The number.
  /// - Throws: `SchemaError` for a faulty schema; what the model throws.
  public func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await count([], schema)
  }

  /// The number of tokens of entries, counted or estimated as for a prompt.
  ///
  /// - Parameter transcriptEntries: The entries.
  /// - Returns: The number.
  /// - Throws: `SchemaError` for a faulty schema in them; what the model throws.
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
