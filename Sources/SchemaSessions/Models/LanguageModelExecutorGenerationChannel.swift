/// The way on which an executor's events reach a session.
///
/// An executor sends; the session reads each event at once, also while nobody reads its answer, so
/// that the channel holds no more than what has just arrived.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// What the channel carries.
  public typealias Element = Event

  /// The error that ends the events.
  public typealias Failure = any Error

  private let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation

  /// Creates a channel.
  public init() {
    (events, continuation) = AsyncThrowingStream.makeStream()
  }

  /// Sends an event; after the request was cancelled it is dropped.
  ///
  /// - Parameter event: The event.
  public nonisolated(nonsending) func send(_ event: Event) async {
    continuation.yield(event)
  }

  /// Ends the events.
  ///
  /// - Parameter error: Why the executor failed; `nil` if it is done.
  package func finish(throwing error: (any Error)? = nil) {
    continuation.finish(throwing: error)
  }

  /// Creates an iterator, of which a channel has one.
  public func makeAsyncIterator() -> AsyncThrowingStream<Event, any Error>.AsyncIterator {
    events.makeAsyncIterator()
  }
}
