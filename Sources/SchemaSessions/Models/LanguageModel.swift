public import SchemaModel

/// A model that answers the requests of sessions.
///
/// A model is a value with the model's name and settings; its executor sends requests.
/// `SchemaProviders` has the models of the well-known providers. A model of your own needs two
/// types:
///
///     struct EchoModel: LanguageModel {
///       var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
///       var executorConfiguration: EchoExecutor.Configuration { EchoExecutor.Configuration() }
///     }
///
///     struct EchoExecutor: LanguageModelExecutor {
///       struct Configuration: Hashable, Sendable {}
///
///       init(configuration: Configuration) {}
///
///       func respond(
///         to request: LanguageModelExecutorGenerationRequest, model: EchoModel,
///         streamingInto channel: LanguageModelExecutorGenerationChannel
///       ) async throws {
///         await channel.send(.response(action: .appendText("Hello", tokenCount: 1)))
///       }
///     }
public protocol LanguageModel: Sendable {
  /// The type that sends requests.
  associatedtype Executor: LanguageModelExecutor where Self == Self.Executor.Model

  /// The capabilities of the model.
  var capabilities: LanguageModelCapabilities { get }

  /// The settings of an executor.
  var executorConfiguration: Executor.Configuration { get }
}

/// The part of a model that sends requests and receives events.
public protocol LanguageModelExecutor: Sendable {
  /// The settings of an executor.
  associatedtype Configuration: Hashable, Sendable

  /// The model.
  associatedtype Model: LanguageModel

  /// Creates an executor.
  ///
  /// - Throws: An error if the settings cannot work.
  init(configuration: Configuration) throws

  /// Prepares for a probable request.
  func prewarm(model: Model, transcript: Transcript)

  /// Generates one answer, or one round of tool calls.
  ///
  /// The session runs tools, checks answers and repeats requests. An executor sends one request and
  /// reports the events of its response.
  ///
  /// - Throws: ``LanguageModelError`` if the model cannot answer, even in the middle of an answer.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  /// Does nothing.
  public func prewarm(model: Model, transcript: Transcript) {}
}

/// A model that passes its requests to `base`, and has the capabilities of `base`.
package protocol WrappingLanguageModel<Base>: LanguageModel {
  associatedtype Base: LanguageModel

  /// The model that answers.
  var base: Base { get }
}

/// The capabilities of a model.
public struct LanguageModelCapabilities: Sendable {
  private let capabilities: Set<Capability>

  /// A capability of a model.
  public struct Capability: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The model accepts an option of requests.
    package static func option(_ name: String) -> Capability { Capability("option \(name)") }

    /// The model reads images.
    public static var vision: Capability { Capability("vision") }

    /// The model answers in the form of a schema.
    public static var guidedGeneration: Capability { Capability("guidedGeneration") }

    /// The model reasons before it answers.
    public static var reasoning: Capability { Capability("reasoning") }

    /// The model calls tools.
    public static var toolCalling: Capability { Capability("toolCalling") }
  }

  /// Creates capabilities.
  public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }

  /// Returns `true` if the model has a capability.
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}

/// A model with a known context size.
public protocol ContextSizedLanguageModel: LanguageModel {
  /// The number of tokens that the model reads in one request, including its answer.
  var contextSize: Int { get }
}

extension LanguageModel {
  /// The number of tokens that the model reads in one request; `nil` if the number is unknown.
  var knownContextSize: Int? {
    switch self {
    case let model as any ContextSizedLanguageModel: return model.contextSize
    case let model as any WrappingLanguageModel: return model.base.knownContextSize
    case let model as SystemLanguageModel: return model.ask { $0?.knownContextSize }
    case let model as FallbackModel:
      let sizes = model.models.map(\.knownContextSize)
      return sizes.contains(nil) ? nil : sizes.compactMap(\.self).min()
    default: return nil
    }
  }
}

/// A model that counts the tokens of a conversation.
///
/// ``SystemLanguageModel`` uses such a model for its `tokenCount(for:)`, and sessions use it for
/// their ``ContextPolicy``. The documentation of each model says whether the model counts tokens.
public protocol TokenCountingLanguageModel: LanguageModel {
  /// `true` if this model counts tokens; `false` if only other models of the type do.
  var countsTokens: Bool { get }

  /// Returns the number of tokens of a conversation.
  ///
  /// `transcript` is the conversation; its instructions have the tools. The conversation may have
  /// only instructions, or be empty if there is a schema. `schema` is the schema of an answer, if
  /// any.
  ///
  /// - Throws: An error if the model cannot count.
  func tokenCount(for transcript: Transcript, schema: GenerationSchema?) async throws -> Int
}

extension TokenCountingLanguageModel {
  /// `true`.
  public var countsTokens: Bool { true }
}

extension LanguageModel {
  /// The model that counts the tokens of conversations with this one, if any.
  var tokenCounter: (any TokenCountingLanguageModel)? {
    switch self {
    case let model as any TokenCountingLanguageModel: model.countsTokens ? model : nil
    case let model as any WrappingLanguageModel: model.base.tokenCounter
    case let model as SystemLanguageModel: model.ask { $0?.tokenCounter }
    // The first model answers, unless it fails.
    case let model as FallbackModel: model.models.first?.tokenCounter
    default: nil
    }
  }
}

extension Transcript {
  /// The tools of the instructions.
  package var instructedTools: [ToolDefinition] {
    flatMap { $0.instructions?.toolDefinitions ?? [] }
  }

  /// Counts the tokens of a conversation for a model that only counts conversations with a prompt.
  ///
  /// Instructions alone are counted with a short prompt, and the prompt's tokens are subtracted.
  ///
  /// - Throws: The error of the function.
  package func tokenCount(
    schema: GenerationSchema?,
    by count: @Sendable (Transcript, GenerationSchema?) async throws -> Int
  ) async throws -> Int {
    guard history.isEmpty else { return try await count(self, schema) }
    func prompt(_ schema: GenerationSchema?) -> Entry {
      .prompt(
        Prompt(
          segments: [.text(TextSegment(id: .randomID(), content: "."))],
          responseFormat: schema.map { ResponseFormat(schema: $0) }))
    }
    let whole = try await count(self + [prompt(schema)], schema)
    return Swift.max(0, whole - (try await count(Transcript(entries: [prompt(nil)]), nil)))
  }
}

/// The names of a model, for logs and telemetry.
public struct LanguageModelIdentity: Sendable, Hashable {
  /// The name of the provider, such as `openai` or `gcp.gemini`.
  ///
  /// If OpenTelemetry defines a name for the provider, this is the name.
  public var provider: String

  /// The name of the model.
  public var name: String

  /// The host of the provider's interface, if it is known.
  public var serverAddress: String?

  /// Creates an identity.
  public init(provider: String, name: String, serverAddress: String? = nil) {
    self.provider = provider
    self.name = name
    self.serverAddress = serverAddress
  }
}

/// A model with known names.
public protocol IdentifiedLanguageModel: LanguageModel {
  /// The names of the model.
  var identity: LanguageModelIdentity { get }
}
