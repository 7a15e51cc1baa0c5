import SchemaConcurrency
public import SchemaContent
public import SchemaModel
public import SchemaReading

extension LanguageModelSession {
  /// A complete answer.
  public struct Response<Content: Generable> {
    /// The answer.
    public let content: Content

    /// The content from which the answer was created.
    public let rawContent: GeneratedContent

    /// The reason why the model stopped:
    /// ``LanguageModelExecutorGenerationChannel/FinishReason/length`` for a text that was cut off
    /// at the largest number of tokens.
    public let finishReason: LanguageModelExecutorGenerationChannel.FinishReason

    /// The entries that the request added to the transcript.
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    /// The usage of the request, with all its tries and rounds of tool calls.
    public let usage: Usage

    /// All answers of the model; the last one was accepted.
    public let attempts: [AnswerAttempt]

    /// The mends of the arguments of calls, by the calls' identifiers; only of calls whose
    /// arguments were not as their schema or JSON has them.
    public let callMends: [String: [Mend]]

    /// The mends of the answer; empty if its text is the JSON text of a value of the schema.
    ///
    /// ``SessionPolicy/reading`` decides which mends are made.
    public var mends: [Mend] { attempts.last?.mends ?? [] }

    init(_ turn: Turn.State) throws {
      content = try Content(turn.content)
      rawContent = turn.content
      finishReason = turn.finishReason
      transcriptEntries = turn.conversation.entries[...]
      usage = turn.attempts.usage
      attempts = turn.attempts.ended
      callMends = turn.callMends
    }
  }
}

extension LanguageModelSession.Response<String> {
  /// Creates an answer from a text, without a request.
  init(text: String) {
    content = text
    rawContent = GeneratedContent(text)
    finishReason = .stop
    transcriptEntries = []
    usage = .zero
    attempts = []
    callMends = [:]
  }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension LanguageModelSession {
  /// A stream of an answer: snapshots, each with the content that has arrived so far.
  ///
  ///     for try await snapshot in session.streamResponse(to: "A soup", generating: Recipe.self) {
  ///       show(snapshot.content)
  ///     }
  ///
  /// The session reads from the connection only as snapshots are requested. A slow reader gets the
  /// newest snapshot and misses the ones before it. If nobody requests snapshots, the answer does
  /// not finish; call ``collect()`` to receive the answer without reading snapshots. The request is
  /// cancelled when the last reference to the stream goes away or its reader is cancelled. The next
  /// request of the session then waits for the end of this one. If the program has left the loop
  /// but keeps the stream, the next request lets this answer finish first.
  ///
  /// A stream has one reader at a time: requesting a snapshot while another reader waits throws
  /// ``LanguageModelSession/Error/concurrentReaders``. Any number of tasks can call ``collect()``.
  /// Cancelling one of these tasks cancels the request for all of them.
  public struct ResponseStream<Content: Generable>: AsyncSequence, Sendable {
    private let request: StreamedRequest<Content>

    init(_ request: StreamedRequest<Content>) { self.request = request }

    /// The part of an answer that has arrived.
    public struct Snapshot {
      /// The part of the answer that has arrived.
      public var content: Content.PartiallyGenerated

      /// The content that ``content`` was made from.
      public var rawContent: GeneratedContent

      /// The entries that the request has added to the transcript so far, beginning with the prompt
      /// and including the answer's arrived part.
      public var transcriptEntries: ArraySlice<Transcript.Entry>

      /// The usage of the request so far, as reported by the provider.
      public var usage: Usage

      /// The number of the try, from 1.
      ///
      /// When the number grows, the previous answer was not valid, and the content starts again.
      public var attempt = 1

      /// The number of times that the content has started again, including after calls of tools.
      package var renewalCount = 0

      /// The content that has arrived, with the parts that are not shown yet.
      let arrivedContent: GeneratedContent

      /// The state of a part of the answer by its path, also of a part that is not shown before it
      /// is complete.
      public func state(at path: SchemaPath) -> PartState { arrivedContent.state(at: path) }
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(reading: StreamReading(request))
    }

    /// Waits for the complete answer.
    ///
    /// Other code may read the snapshots at the same time. If the task of this call is cancelled,
    /// the request is cancelled, also for other code that waits for it.
    ///
    /// - Throws: The error that ended the request, as `respond(to:)` throws it.
    public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
      try await request.response()
    }

    /// Reads snapshots.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let reading: StreamReading<Content>

      /// Waits for the next snapshot.
      ///
      /// - Returns: The snapshot, or `nil` after the last one.
      /// - Throws: The error that ended the request; `GeneratedContent.ConversionError` if the
      ///   content does not match the partially generated type;
      ///   ``LanguageModelSession/Error/concurrentReaders`` while another reader waits.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> Snapshot? {
        try await reading.request.next()
      }
    }
  }
}

extension LanguageModelSession.ResponseStream.Snapshot: Sendable
where Content.PartiallyGenerated: Sendable {}

/// The readers of a stream, by which the session knows that nobody waits for the answer.
final class StreamReaders: Sendable {
  private struct State {
    var count = 0
    var haveRead = false
    var isStreamReleased = false
  }

  private let state = Locked(State())
  private let changes: BoundedQueue<Void>

  init(_ changes: BoundedQueue<Void>) { self.changes = changes }

  /// `true` if the stream is released, or has been read and has no reader now.
  var haveLeft: Bool {
    state.withLock { $0.isStreamReleased || $0.haveRead && $0.count == 0 }
  }

  func add() { state.withLock { $0.count += 1 } }

  func recordReading() { state.withLock { $0.haveRead = true } }

  func remove() { state.withLock { $0.count -= 1 } }

  func recordRelease() { state.withLock { $0.isStreamReleased = true } }

  /// Lets the answer end without a reader.
  func letAnswerEnd() { changes.removeLimit() }
}

/// A reader of a stream, until its iterator is released.
final class StreamReading<Content: Generable>: Sendable {
  let request: StreamedRequest<Content>

  init(_ request: StreamedRequest<Content>) {
    self.request = request
    request.readers.add()
  }

  deinit { request.readers.remove() }
}

/// The running request of a stream, which is cancelled when the stream and its iterators are
/// released.
final class StreamedRequest<Content: Generable>: Sendable {
  /// The largest number of unread changes of an answer before the session waits for the reader.
  private static var longestLead: Int { 16 }

  private let answer: StreamedAnswer
  private let changes: BoundedQueue<Void>
  private let task: Task<Turn.State, any Error>
  let readers: StreamReaders
  /// `true` while a reader waits for the next snapshot.
  private let isRead = Locked(false)

  /// Begins a request.
  ///
  /// The session is responding when the initializer returns.
  init(
    _ session: LanguageModelSession, _ format: Transcript.ResponseFormat?,
    _ opening: LanguageModelSession.Opening
  ) {
    let changes = BoundedQueue<Void>(limit: StreamedRequest.longestLead)
    let answer = StreamedAnswer(
      of: Content.self, format?.schema, session.schemas, changes: changes)
    self.changes = changes
    self.answer = answer
    let readers = StreamReaders(changes)
    self.readers = readers
    let reservation = Result { try session.reserve(opening, for: readers) }
    task = Task {
      do {
        let start = try await session.begin(try reservation.get())
        let turn = try await session.run(start, into: answer)
        // The end of the text may complete the content, such as a number, so one more snapshot
        // follows.
        changes.add((), cost: 1)
        changes.finish()
        return turn
      } catch {
        changes.finish(throwing: error)
        throw error
      }
    }
  }

  deinit {
    task.cancel()
    readers.recordRelease()
  }

  /// Waits for the next snapshot.
  nonisolated(nonsending) func next()
    async throws -> LanguageModelSession.ResponseStream<Content>.Snapshot?
  {
    try isRead.withLock { isRead in
      guard !isRead else { throw LanguageModelSession.Error.concurrentReaders }
      isRead = true
    }
    readers.recordReading()
    defer { isRead.withLock { $0 = false } }
    return try await withTaskCancellationHandler {
      while try await !changes.takeAll().isEmpty {
        if let snapshot = try answer.snapshot(of: Content.self) { return snapshot }
      }
      try Task.checkCancellation()
      // The changes also end if another reader was cancelled, and the task then throws the error.
      _ = try await task.value
      return nil
    } onCancel: {
      task.cancel()
    }
  }

  nonisolated(nonsending) func response() async throws -> LanguageModelSession.Response<Content> {
    changes.removeLimit()
    readers.add()
    defer { readers.remove() }
    let turn = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    return try LanguageModelSession.Response(turn)
  }
}
