public import SchemaModel

extension LanguageModelSession {
  /// An answer as it arrives: snapshots, each with all that has arrived by then.
  ///
  ///     for try await snapshot in session.streamResponse(to: "A soup", generating: Recipe.self) {
  ///       show(snapshot.content)
  ///     }
  ///
  /// The session reads from the connection only as snapshots are requested. A slow reader gets the
  /// newest snapshot and misses the ones before it. If nobody requests snapshots, the answer does
  /// not finish; call ``collect()`` to receive it without reading snapshots. The request is
  /// cancelled when the last reference to the stream goes away or its reader is cancelled.
  ///
  /// It has one reader at a time: asking for a snapshot while another reader waits throws
  /// ``LanguageModelSession/Error/concurrentReaders``. Any number of tasks can call ``collect()``.
  public struct ResponseStream<Content: Generable>: AsyncSequence, Sendable {
    /// What the stream consists of.
    public typealias Element = Snapshot

    /// The error that ends the stream.
    public typealias Failure = any Swift.Error

    private let request: StreamedRequest<Content>

    init(_ request: StreamedRequest<Content>) {
      self.request = request
    }

    /// An answer as far as it has arrived.
    public struct Snapshot {
      /// The answer as far as it has arrived.
      public var content: Content.PartiallyGenerated

      /// What it was made from.
      public var rawContent: GeneratedContent

      /// What the request has added to the transcript so far, beginning with the prompt; of the
      /// answer, as much as has arrived.
      public var transcriptEntries: ArraySlice<Transcript.Entry>

      /// What the request has used so far, as far as the provider has said.
      public var usage: Usage

      /// Which try it belongs to, from 1: where it grows, the answer before was not valid, and the
      /// content begins anew.
      public var attempt = 1
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(request: request)
    }

    /// Waits for the whole answer, whether the snapshots are read or not.
    ///
    /// - Returns: The answer.
    /// - Throws: The error that ended the request, as `respond(to:)` throws it.
    ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
    public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
      try await request.response()
    }

    /// Reads snapshots.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let request: StreamedRequest<Content>

      /// Waits for the next snapshot.
      ///
      /// - Parameter actor: The actor on which to go on.
      /// - Returns: The snapshot, or `nil` after the last one.
      /// - Throws: The error that ended the request; `GeneratedContent.ConversionError` if the
      ///   content does not match the partially generated type;
      ///   ``LanguageModelSession/Error/concurrentReaders`` while another reader waits. The page
      ///   [Handling session errors](doc:HandlingSessionErrors) lists all of them.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> Snapshot? {
        try await request.next()
      }
    }
  }
}

extension LanguageModelSession.ResponseStream.Snapshot: Sendable
where Content.PartiallyGenerated: Sendable {}

/// The running request behind a stream and its iterators; it ends with the last of them.
final class StreamedRequest<Content: Generable>: Sendable {
  /// How many changes of an answer its reader may be behind.
  private static var longestLead: Int { 16 }

  private let answer: StreamedAnswer<Content>
  private let changes: BoundedQueue<Void>
  private let task: Task<Turn.Outcome, any Error>
  /// Whether a reader waits for the next snapshot.
  private let isRead = Locked(false)

  /// Begins a request at once, so that the session is responding when this returns.
  init(
    _ session: LanguageModelSession, _ format: Transcript.ResponseFormat?,
    _ begin: () throws -> (LanguageModelSession.TurnStart, Transcript.Prompt)
  ) {
    let changes = BoundedQueue<Void>(limit: StreamedRequest.longestLead)
    let answer = StreamedAnswer<Content>(schemaName: format?.schema.name, changes: changes)
    self.changes = changes
    self.answer = answer
    let start = Result { try begin() }
    task = Task {
      do {
        let (start, prompt) = try start.get()
        let outcome = try await session.run(start, prompt, into: answer)
        // What has not been shown yet, such as the end of a number.
        changes.add((), cost: 1)
        changes.finish()
        return outcome
      } catch {
        changes.finish(throwing: error)
        throw error
      }
    }
  }

  deinit { task.cancel() }

  /// Waits for the next snapshot.
  nonisolated(nonsending) func next()
    async throws -> LanguageModelSession.ResponseStream<Content>.Snapshot?
  {
    try isRead.withLock { isRead in
      guard !isRead else { throw LanguageModelSession.Error.concurrentReaders }
      isRead = true
    }
    defer { isRead.withLock { $0 = false } }
    return try await withTaskCancellationHandler {
      while try await !changes.takeAll().isEmpty {
        if let snapshot = try answer.snapshot() { return snapshot }
      }
      try Task.checkCancellation()
      // The elements also end when another reader was cancelled.
      _ = try await task.value
      return nil
    } onCancel: {
      task.cancel()
    }
  }

  nonisolated(nonsending) func response() async throws -> LanguageModelSession.Response<Content> {
    changes.removeLimit()
    let outcome = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    return try LanguageModelSession.Response(outcome)
  }
}
