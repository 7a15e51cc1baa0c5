extension SnapshotSequence {
  /// An iteration over the snapshots of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var chunks: Chunks.AsyncIterator
    private let reader: SnapshotReader<Content>
    private let record: StreamRecord
    private var hasBegun = false
    private var hasEnded = false

    init(
      _ chunks: Chunks.AsyncIterator, _ reader: SnapshotReader<Content>, _ record: StreamRecord
    ) {
      self.chunks = chunks
      self.reader = reader
      self.record = record
    }

    /// Waits for the next snapshot.
    ///
    /// - Parameter actor: The actor on which the chunks are read; the caller's isolation by
    ///   default.
    /// - Returns: The snapshot, or `nil` after the snapshot of the complete value.
    /// - Throws: The error that ends a stream, as described for ``SnapshotSequence``; after that
    ///   the result is `nil`.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> ContentSnapshot<Content>? {
      guard !hasEnded else { return nil }
      begin()
      do {
        while let chunk = try await nextChunk(isolation: actor) {
          guard let snapshot = try reader.next(chunk) else { continue }
          record.advance(to: snapshot.rawContent)
          return snapshot
        }
        try end()
        return try reader.lastSnapshot()
      } catch {
        throw fail(error)
      }
    }

    /// Waits for the next snapshot.
    ///
    /// - Returns: The snapshot, or `nil` after the snapshot of the complete value.
    /// - Throws: The error that ends a stream, as described for ``SnapshotSequence``; after that
    ///   the result is `nil`.
    public mutating func next() async throws -> ContentSnapshot<Content>? {
      try await next(isolation: nil)
    }

    /// Waits for the end, without making snapshots.
    mutating func readAll(isolation actor: isolated (any Actor)?) async throws -> GeneratedContent?
    {
      begin()
      do {
        while let chunk = try await nextChunk(isolation: actor) { try reader.append(chunk) }
        return try end()
      } catch {
        throw fail(error)
      }
    }

    private mutating func begin() {
      guard !hasBegun else { return }
      hasBegun = true
      record.begin()
    }

    /// Ends the text, and returns the complete content, or `nil` if there was no text.
    @discardableResult
    private mutating func end() throws -> GeneratedContent? {
      let content = try reader.finish()
      hasEnded = true
      record.set(.finished(content), content: content ?? reader.rawContent)
      return content
    }

    /// Ends the iteration with an error, and returns the error.
    private mutating func fail(_ error: any Error) -> any Error {
      hasEnded = true
      record.set(.failed(error), content: reader.rawContent)
      return error
    }

    private mutating func nextChunk(
      isolation actor: isolated (any Actor)?
    ) async throws -> Chunks.Element? {
      try Task.checkCancellation()
      let chunk: Chunks.Element?
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        chunk = try await chunks.next(isolation: actor)
      } else {
        // On older systems, `next` has no isolation parameter. This function has exclusive access
        // to the iterator, so only one caller uses the iterator at a time.
        nonisolated(unsafe) var iterator = chunks
        defer { unsafe chunks = iterator }
        chunk = try await unsafe iterator.next()
      }
      // Many sources end without an error when their task is cancelled. This end must not be
      // confused with the end of a short answer.
      if chunk == nil { try Task.checkCancellation() }
      return chunk
    }
  }
}
