import SchemaContent
public import SchemaModel
public import SchemaSessions

/// The result of one request of a batch.
///
///     for try await result in try model.batches.results(of: batch) {
///       do {
///         recipes[result.id] = try await result.response(generating: Recipe.self).content
///       } catch {
///         print("\(result.id): \(error)")
///       }
///     }
public struct BatchResult: Sendable {
  /// The name of the request.
  public let id: String

  /// The error of the request; `nil` if the provider has sent an answer, which may not match its
  /// type.
  public let error: (any Error)?

  private let model: BatchReplyModel

  init(id: String, _ reply: Result<GeneratedContent, any Error>, _ read: @escaping BatchReply.Read)
  {
    self.id = id
    error = if case .failure(let error) = reply { error } else { nil }
    model = BatchReplyModel(BatchReply(reply, read))
  }

  /// Returns the answer as a value.
  ///
  /// The answer is checked as in a session, but an invalid answer is not requested again.
  ///
  /// The response's `transcriptEntries` begin with an empty prompt, since a batch keeps no prompts.
  ///
  /// - Throws: ``error``, if there is one, and the errors of a session's `respond(to:generating:)`,
  ///   such as `LanguageModelSession.InvalidAnswerError`.
  public func response<Content: Generable>(
    generating type: Content.Type = Content.self, checks: [AnswerCheck] = []
  ) async throws -> LanguageModelSession.Response<Content> {
    try await session(checks).respond(to: Prompt(""), generating: type)
  }

  /// Returns the answer as text.
  ///
  /// - Throws: ``error``, if there is one, and the errors of a session's `respond(to:)`.
  public func response() async throws -> LanguageModelSession.Response<String> {
    try await session([]).respond(to: Prompt(""))
  }

  /// Returns the answer as content of a schema.
  ///
  /// - Throws: ``error``, if there is one, and the errors of a session's `respond(to:schema:)`.
  public func response(
    schema: GenerationSchema, checks: [AnswerCheck] = []
  ) async throws -> LanguageModelSession.Response<GeneratedContent> {
    try await session(checks).respond(to: Prompt(""), schema: schema)
  }

  private func session(_ checks: [AnswerCheck]) -> LanguageModelSession {
    let session = LanguageModelSession(model: model, transcript: Transcript())
    session.policy.reask.maximumTries = 1
    session.answerChecks = checks
    return session
  }
}

/// A reply of a batch, with its reader.
final class BatchReply: Sendable, Hashable {
  typealias Read =
    @Sendable (
      GeneratedContent, LanguageModelExecutorGenerationRequest,
      LanguageModelExecutorGenerationChannel
    ) async throws -> Void

  private let reply: Result<GeneratedContent, any Error>
  private let read: Read

  init(_ reply: Result<GeneratedContent, any Error>, _ read: @escaping Read) {
    self.reply = reply
    self.read = read
  }

  func send(
    _ request: LanguageModelExecutorGenerationRequest,
    to channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await read(reply.get(), request, channel)
  }

  static func == (first: BatchReply, second: BatchReply) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A model that returns an existing reply.
struct BatchReplyModel: LanguageModel {
  typealias Executor = BatchReplyExecutor

  let executorConfiguration: BatchReply

  init(_ reply: BatchReply) {
    executorConfiguration = reply
  }

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.guidedGeneration]) }
}

/// The executor of ``BatchReplyModel``.
struct BatchReplyExecutor: LanguageModelExecutor {
  private let reply: BatchReply

  init(configuration: BatchReply) {
    reply = configuration
  }

  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: BatchReplyModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await reply.send(request, to: channel)
  }
}
