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

  /// Why there is no answer; `nil` if there is one, which may still not fit its type.
  public let error: (any Error)?

  private let model: BatchReplyModel

  init(id: String, _ reply: Result<GeneratedContent, any Error>, _ read: @escaping BatchReply.Read)
  {
    self.id = id
    error = if case .failure(let error) = reply { error } else { nil }
    model = BatchReplyModel(BatchReply(reply, read))
  }

  /// The answer as a value, checked as by a session that asks once.
  ///
  /// The response's `transcriptEntries` begin with a prompt without text, since a batch keeps no
  /// prompts.
  ///
  /// - Parameters:
  ///   - type: The type of the answer, as in the request.
  ///   - checks: Checks of the answer in Swift.
  /// - Returns: The answer.
  /// - Throws: ``error``, if there is one, and what `respond(to:generating:)` of a session throws,
  ///   such as `LanguageModelSession.InvalidAnswerError`.
  public func response<Content: Generable>(
    generating type: Content.Type = Content.self, checks: [AnswerCheck] = []
  ) async throws -> LanguageModelSession.Response<Content> {
    try await session(checks).respond(to: Prompt(""), generating: type)
  }

  /// The answer as text.
  ///
  /// - Returns: The answer.
  /// - Throws: ``error``, if there is one, and what `respond(to:)` of a session throws.
  public func response() async throws -> LanguageModelSession.Response<String> {
    try await session([]).respond(to: Prompt(""))
  }

  /// The answer as content of a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer, as in the request.
  ///   - checks: Checks of the answer in Swift.
  /// - Returns: The answer.
  /// - Throws: ``error``, if there is one, and what `respond(to:schema:)` of a session throws.
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

/// A reply of a batch, with the way to read it.
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

/// A model that gives a reply that is there already.
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
