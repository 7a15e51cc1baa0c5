public import Foundation
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

  init(id: String, _ reply: Result<GeneratedContent, any Error>, of server: BatchServer) {
    self.id = id
    error = if case .failure(let error) = reply { error } else { nil }
    model = BatchReplyModel(configuration: BatchReply(reply, of: server))
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

/// A reply of a batch, with the server that reads it.
final class BatchReply: Sendable, Hashable {
  let content: Result<GeneratedContent, any Error>
  let server: BatchServer

  init(_ content: Result<GeneratedContent, any Error>, of server: BatchServer) {
    self.content = content
    self.server = server
  }

  static func == (first: BatchReply, second: BatchReply) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A model that returns an existing reply, and its executor.
struct BatchReplyModel: LanguageModel, LanguageModelExecutor {
  typealias Executor = BatchReplyModel

  let executorConfiguration: BatchReply

  init(configuration: BatchReply) { executorConfiguration = configuration }

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.guidedGeneration]) }

  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: BatchReplyModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let reply = executorConfiguration
    try await reply.server.read(
      reply.content.get(), to: request, in: reply.server.format, into: channel)
  }
}

/// A batch was used in a way that it does not allow.
public struct BatchError: Error, LocalizedError, CustomStringConvertible, Sendable, Hashable {
  /// The kind of problem.
  ///
  /// A minor release may add cases.
  public enum Code: Sendable, Hashable {
    /// The model has no batches on this cloud.
    case noBatches

    /// The batch has no requests.
    case noRequests

    /// The name of a request is empty, too long, or has characters that a provider does not accept.
    case invalidID

    /// Two requests have one name.
    case duplicateID

    /// The batch has more requests, or more bytes, than the provider accepts.
    case tooLarge

    /// The batch belongs to another provider, or its identifier is invalid.
    case otherBatch

    /// The batch is in progress, so it has no results.
    case inProgress
  }

  /// The kind of problem.
  public let code: Code

  /// The problem and its remedy.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The problem and its remedy.
  public var errorDescription: String? { description }
}

/// The results of a batch, in any order.
///
/// Each request has one result. If a result is damaged or missing, only its request has an error.
/// Reading can start again at any time: the provider keeps the results for some weeks.
public struct BatchResults: AsyncSequence, Sendable {
  let batch: ModelBatch
  let server: BatchServer

  /// Creates an iterator, which reads the results from the beginning.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Step {
      case begin
      case source
      case file(AsyncThrowingStream<Data, any Error>.AsyncIterator)
      case missing(ArraySlice<String>)
    }

    private let results: BatchResults
    private var step = Step.begin
    private var sources: [BatchSource] = []
    private var lines = LineSplitter(longLines: .skip)
    /// The results that have been read, but not returned.
    private var ready: ArraySlice<BatchLine> = []
    /// The requests without a result so far.
    private var open: Set<String>

    init(_ results: BatchResults) {
      self.results = results
      open = Set(results.batch.requestIDs)
    }

    /// Returns the next result.
    ///
    /// - Returns: The result; `nil` after the last one.
    /// - Throws: ``BatchError``; `LanguageModelError` if the batch failed, or the server cannot be
    ///   reached; an error of the key; `CancellationError`.
    public mutating func next() async throws -> BatchResult? {
      while true {
        try Task.checkCancellation()
        if let line = ready.popFirst() {
          // The first result of a request is used; a result of another batch is ignored.
          guard open.remove(line.id) != nil else { continue }
          return BatchResult(id: line.id, line.reply, of: results.server)
        }
        switch step {
        case .begin: try await begin()
        case .source: try await beginSource()
        case .file(var pieces):
          let piece: Data?
          do {
            piece = try await pieces.next()
          } catch let error as TransportError {
            throw error.sessionError(of: results.batch.provider)
          }
          // The body of a cancelled task ends without an error.
          try Task.checkCancellation()
          step = piece == nil ? .source : .file(pieces)
          take(piece.map { lines.append($0) } ?? [lines.finish()].compactMap(\.self))
        case .missing(var ids):
          guard let id = ids.popFirst() else { return nil }
          step = .missing(ids)
          let error = ModelBatches.noResult(results.batch.provider)
          return BatchResult(id: id, .failure(error), of: results.server)
        }
      }
    }

    private mutating func begin() async throws {
      let (batch, server) = (results.batch, results.server)
      let (status, reply) = try await server.status(of: batch)
      guard status.hasEnded else {
        throw BatchError(
          .inProgress, "The batch has not ended, so it has no results. Wait for its end first.")
      }
      guard status.state != .failed else {
        throw LanguageModelError.failure(
          of: batch.provider, .batchFailed,
          "the batch failed" + (status.problem.map { ": \($0)" } ?? "."))
      }
      sources = server.interface.sources(reply, of: batch, at: server.path(of: batch)).reversed()
      step = .source
    }

    private mutating func beginSource() async throws {
      switch sources.popLast() {
      case .file(let path):
        // The previous file may have ended in a line that is left out.
        lines = LineSplitter(longLines: .skip)
        step = .file(try await results.server.get(path).body.makeAsyncIterator())
      case .inline(let content):
        for line in content { take(line) }
      case nil:
        step = .missing(results.batch.requestIDs.filter(open.contains)[...])
      }
    }

    private mutating func take(_ lines: [String]) {
      for line in lines {
        guard let content = try? GeneratedContent(json: line),
          content.isComplete
        else { continue }
        take(content)
      }
    }

    private mutating func take(_ content: GeneratedContent) {
      guard content.shape == .object,
        let line = results.server.interface.result(content, of: results.batch)
      else { return }
      ready.append(line)
    }
  }
}
