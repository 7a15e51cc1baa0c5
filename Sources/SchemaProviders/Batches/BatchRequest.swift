public import SchemaModel
public import SchemaSessions
import SchemaText

/// One request of a batch: a prompt, the type of its answer, and a name that identifies the answer.
///
///     let requests = dishes.map { dish in
///       BatchRequest(
///         id: dish.id, prompt: "A recipe for \(dish.name)", generating: Recipe.self,
///         instructions: "You are a cook.")
///     }
///
/// A batch runs no tools.
public struct BatchRequest: Sendable {
  /// The name of the request, unique in the batch: 1 to 64 ASCII letters, digits, `-` and `_`.
  public var id: String

  /// The conversation, which ends with the prompt.
  let transcript: Transcript
  let schema: GenerationSchema?
  let options: GenerationOptions
  let contextOptions: ContextOptions
  /// The reaction to an option that the provider does not support.
  public var unsupportedOption: SessionPolicy.UnsupportedOption = .throw

  /// Creates a request for content of a schema, or for text.
  ///
  /// - Parameters:
  ///   - id: The name of the request.
  ///   - prompt: The prompt.
  ///   - schema: The schema of the answer; `nil` for text.
  ///   - instructions: The role and the rules of the model.
  ///   - history: The earlier conversation; unless empty, it replaces `instructions`.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  public init(
    id: String, prompt: some PromptRepresentable, schema: GenerationSchema? = nil,
    instructions: String? = nil, history: Transcript = Transcript(),
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions()
  ) {
    self.id = id
    self.schema = schema
    self.options = options
    self.contextOptions = contextOptions
    var transcript = history
    if let instructions, history.isEmpty {
      transcript.append(
        .instructions(
          Transcript.Instructions(
            segments: [.text(.init(content: instructions))], toolDefinitions: [])))
    }
    transcript.append(
      .prompt(
        Transcript.Prompt(
          prompt.promptRepresentation, schema: schema, options, contextOptions)))
    self.transcript = transcript
  }

  /// Creates a request for a value.
  ///
  /// `history` is the earlier conversation; unless empty, it replaces `instructions`.
  public init<Content: Generable>(
    id: String, prompt: some PromptRepresentable, generating type: Content.Type,
    instructions: String? = nil, history: Transcript = Transcript(),
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions()
  ) {
    self.init(
      id: id, prompt: prompt, schema: type.generationSchema, instructions: instructions,
      history: history, options: options, contextOptions: contextOptions)
  }

  /// `true` if ``id`` is a name that every provider accepts.
  var hasValidID: Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
  }

  /// The request for a format.
  var generationRequest: LanguageModelExecutorGenerationRequest {
    var request = LanguageModelExecutorGenerationRequest(
      id: .random(), transcript: transcript, enabledTools: [], schema: schema,
      generationOptions: options, contextOptions: contextOptions, metadata: [:])
    request.unsupportedOption = unsupportedOption
    return request
  }
}

/// A batch that a provider has accepted, as a value to store.
///
///     let batch = try await model.batches.start(requests)
///     try JSONEncoder().encode(batch).write(to: file)
///
/// If a program ends before the batch, a later run can continue with the stored value: the provider
/// keeps the batch and the results. The value contains no key, prompt or answer.
public struct ModelBatch: Sendable, Hashable, Codable {
  /// The name of the provider.
  public let provider: String

  /// The interface that answers the requests, such as `/v1/responses`.
  let interface: String

  /// The provider's identifier of the batch.
  public let id: String

  /// The names of the requests, in order.
  public let requestIDs: [String]
}

/// The status of a batch.
public struct BatchStatus: Sendable, Hashable {
  /// The state of a batch.
  public enum State: Sendable, Hashable {
    /// The provider works on it.
    case inProgress

    /// The provider stops the work on it.
    case cancelling

    /// Each request has a result, which may be an error.
    case completed

    /// The provider could not work on it.
    ///
    /// ``BatchStatus/problem`` has the reason.
    case failed

    /// The batch's time has expired.
    ///
    /// Requests that were answered before have results.
    case expired

    /// The batch was cancelled. Requests that were answered before have results.
    case cancelled
  }

  /// The state of the batch.
  public var state: State

  /// The number of requests in the batch, if the provider sends it.
  public var requestCount: Int?

  /// The number of answered requests, if the provider sends it.
  public var answeredCount: Int?

  /// The number of failed requests, if the provider sends it.
  public var failedCount: Int?

  /// The reason why the batch failed, if the provider sends it.
  public var problem: String?

  /// `true` if the batch has ended, so that the results can be read.
  public var hasEnded: Bool {
    switch state {
    case .inProgress, .cancelling: false
    case .completed, .failed, .expired, .cancelled: true
    }
  }
}
