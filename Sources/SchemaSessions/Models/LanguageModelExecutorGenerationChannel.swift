import SchemaConcurrency

/// A channel that carries an executor's events to a session.
///
/// An executor sends events and the session reads them. ``send(_:)`` suspends while the session is
/// behind, and the session suspends while the reader of its stream is behind. An executor should
/// await each call before it reads the next part of a response. It then reads its connection only
/// as fast as the stream is read.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = Event

  /// The error that ends the events.
  public typealias Failure = any Error

  /// The size of the unread events, in bytes, at which senders wait.
  private static let limit = 4_096

  private let events = BoundedQueue<Event>(limit: limit)

  /// Creates a channel.
  public init() {}

  /// Sends an event, and waits until there is room for another one.
  ///
  /// After a cancellation of the request the event is dropped.
  public nonisolated(nonsending) func send(_ event: Event) async {
    await events.send(event, cost: event.size)
  }

  /// Ends the events.
  ///
  /// - Parameter error: The error of the executor; `nil` if it is done.
  package func finish(throwing error: (any Error)? = nil) {
    events.finish(throwing: error)
  }

  /// Ends the events, and drops the unread ones.
  func close() { events.close() }

  /// Creates the iterator; a channel has only one.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events) }

  /// Reads events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let events: BoundedQueue<Event>
    /// The events that were taken from the channel and are not read yet.
    private var taken: ArraySlice<Event> = []

    fileprivate init(events: BoundedQueue<Event>) {
      self.events = events
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last one and after a cancellation.
    /// - Throws: The error that ended the events.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Event? {
      if taken.isEmpty {
        // Frees the events that were read: an open stream spends most of its time in this wait.
        taken = []
        taken = try await events.takeAll()[...]
      }
      return taken.popFirst()
    }
  }
}
