#if Llama
public import SchemaEngines

/// A model in a GGUF file that llama.cpp computes in this process.
///
///     let model = try await LlamaModel(file: "qwen3-4b.gguf", context: .tokens(8192), sessions: 4)
///     let session = LanguageModelSession(model: model, instructions: "Be brief.")
///     let recipe = try await session.respond(to: "A soup", generating: Recipe.self).content
///
/// Copies share the model's memory. Answers to schemas are held to them by masks, whatever the
/// model's own format is. Several sessions at once share each step of the computation; a session
/// reads only what is new since its last request.
public struct LlamaModel: IdentifiedLanguageModel, ContextSizedLanguageModel {
  /// The largest number of tokens in all conversations together.
  public struct Context: Sendable, Hashable {
    let tokenCount: Int?

    /// Room for a number of tokens, which one conversation may use alone.
    ///
    /// - Parameter count: The number, from 1; llama.cpp rounds it up to a multiple of 256.
    /// - Returns: The context.
    public static func tokens(_ count: Int) -> Context { Context(tokenCount: max(count, 1)) }

    /// Room for as many tokens as the model was trained to read, which can take many gigabytes.
    public static let trained = Context(tokenCount: nil)
  }

  /// The engine and the template.
  public let executorConfiguration: EngineExecutor<LlamaModel>.Configuration

  /// The part that generates answers.
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
  ///   - context: The largest number of tokens in all conversations together.
  ///   - sessions: The number of answers that can be generated at the same time, from 1 to 256;
  ///     others wait.
  ///   - threads: The number of threads that compute, from 1; `nil` for one for each processor.
  ///   - gpuLayers: The number of layers that a GPU computes, if there is one; `nil` for all.
  ///   - template: Writes conversations in the form that the model was trained on; `nil` for the
  ///     template of the file.
  ///   - sampling: The sampling where a request names none; `nil` for that of the file, or else for
  ///     the defaults of llama.cpp.
  ///   - thinking: The limits of the model's thoughts.
  ///   - stops: Strings that end an answer of free text; they are not a part of it.
  /// - Throws: `EngineError` with the code `unreadable` for a file that is missing, damaged, or not
  ///   a model for conversations, `library` if the library does not fit its header, `outOfMemory`
  ///   if there is no memory for the context, and `template` for a file whose template is missing
  ///   or unreadable.
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

  /// The format in which the model has learned to call tools, by its template.
  ///
  /// Without a known one, tools are explained in the prompt.
  public var toolFormat: EngineToolFormat { executorConfiguration.toolFormat }

  /// Counts the tokens of a transcript, with the tokens that begin the answer.
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
  /// The number of tokens of a conversation in the form of the model, with those that begin the
  /// answer.
  ///
  /// - Parameters:
  ///   - transcript: The conversation, with the tools of its instructions.
  ///   - schema: The schema of an answer, if one is asked for.
  /// - Returns: The number.
  /// - Throws: `EngineError` if the model's template cannot write the conversation; `SchemaError`
  ///   for a schema that cannot be written.
  public func tokenCount(
    for transcript: Transcript, schema: GenerationSchema?
  ) async throws -> Int {
    try await executorConfiguration.tokenCount(for: transcript, schema: schema)
  }
}
#endif
