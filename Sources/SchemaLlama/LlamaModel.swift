#if Llama
public import SchemaEngines

/// A model in a GGUF file that llama.cpp runs in this process.
///
///     let model = try await LlamaModel(file: "qwen3-4b.gguf", context: .tokens(8192), sessions: 4)
///     let session = LanguageModelSession(model: model, instructions: "Be brief.")
///     let recipe = try await session.respond(to: "A soup", generating: Recipe.self).content
///
/// Copies share the model's memory. Masks constrain answers to their schemas, independent of the
/// model's own format. Several sessions at once share each step of the computation. A session only
/// computes the tokens that are new since its last request.
public struct LlamaModel: IdentifiedLanguageModel, ContextSizedLanguageModel {
  /// The largest total number of tokens in all conversations.
  public struct Context: Sendable, Hashable {
    let tokenCount: Int?

    /// Returns a context for a number of tokens.
    ///
    /// One conversation may use all of them.
    ///
    /// - Parameter count: The number, at least 1. llama.cpp rounds it up to a multiple of 256.
    /// - Returns: The context.
    public static func tokens(_ count: Int) -> Context { Context(tokenCount: max(count, 1)) }

    /// A context for as many tokens as in the model's training.
    ///
    /// It can take many gigabytes.
    public static let trained = Context(tokenCount: nil)
  }

  /// The engine and the template.
  public let executorConfiguration: EngineExecutor<LlamaModel>.Configuration

  /// The executor that generates answers.
  public typealias Executor = EngineExecutor<LlamaModel>

  /// The capabilities of the model: guided generation, and calls of tools.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling])
  }

  /// The name of the model.
  public var identity: LanguageModelIdentity {
    LanguageModelIdentity(provider: "llama.cpp", name: executorConfiguration.facts.name)
  }

  /// Opens a model.
  ///
  /// - Parameters:
  ///   - file: The path of the GGUF file.
  ///   - context: The largest total number of tokens in all conversations.
  ///   - sessions: The number of answers that can be generated at the same time, from 1 to 256.
  ///     Other requests wait.
  ///   - threads: The number of threads for the computation, at least 1; `nil` for one thread for
  ///     each processor.
  ///   - gpuLayers: The number of layers that a GPU computes, if there is a GPU; `nil` for all
  ///     layers.
  ///   - template: The template that writes conversations in the model's form; `nil` for the
  ///     template of the file.
  ///   - sampling: The sampling for requests without sampling; `nil` for the sampling in the file,
  ///     with the defaults of llama.cpp.
  ///   - thinking: The limits of the model's thinking.
  ///   - stops: The strings that end an answer of free text. The answer does not include them.
  /// - Throws: `EngineError` with the code `unreadable` for a file that is missing, damaged, or not
  ///   a model for conversations; `library` if the library does not match its header; `outOfMemory`
  ///   if there is no memory for the context; or `template` for a file whose template is missing or
  ///   unreadable.
  public init(
    file: String, context: Context = .tokens(4_096), sessions: Int = 1, threads: Int? = nil,
    gpuLayers: Int? = nil, template: (any ChatTemplate)? = nil,
    sampling: EngineFacts.Sampling? = nil, thinking: ThinkingLimits = ThinkingLimits(),
    stops: [String] = []
  ) async throws {
    let options = LlamaEngine.Options(
      contextSize: context.tokenCount, sequenceCount: min(max(sessions, 1), 256),
      threadCount: threads.map { max($0, 1) }, gpuLayerCount: gpuLayers.map { max($0, 0) },
      sampling: sampling)
    let scheduler = try await EngineScheduler { try LlamaEngine(file: file, options) }
    executorConfiguration = .init(
      scheduler, template: try template ?? JinjaTemplate(scheduler.facts), thinking: thinking,
      stops: stops)
  }

  /// The largest number of tokens in a conversation.
  public var contextSize: Int { executorConfiguration.facts.contextSize }

  /// The model's format for calls of tools, which is found by its template.
  ///
  /// If the format is unknown, the prompt explains the tools.
  public var toolFormat: EngineToolFormat { executorConfiguration.toolFormat }

  /// Returns the number of tokens in a transcript, including the tokens that begin the answer.
  ///
  /// - Parameters:
  ///   - transcript: The transcript.
  ///   - tools: The tools that the model may call.
  ///   - schema: The schema of the answer; `nil` for text.
  /// - Returns: The number of tokens.
  /// - Throws: `EngineError` if the model's template cannot write the conversation; `SchemaError`
  ///   for a schema that cannot be written.
  public func tokenCount(
    of transcript: Transcript, tools: [Transcript.ToolDefinition] = [],
    schema: GenerationSchema? = nil
  ) async throws -> Int {
    try await executorConfiguration.tokenCount(of: transcript, tools: tools, schema: schema)
  }
}

extension LlamaModel: TokenCountingLanguageModel {
  /// Returns the number of tokens in a conversation, with the tools of its instructions; see
  /// ``tokenCount(of:tools:schema:)``.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCount(for: transcript, schema: schema)
  }
}
#endif
