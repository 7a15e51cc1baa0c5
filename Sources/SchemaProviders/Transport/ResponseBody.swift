package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How the body of a response is read: piece by piece, each when it is asked for.
package enum ResponseBody {
  package typealias Pieces = AsyncThrowingStream<Data, any Error>

  /// How many bytes of a body may be there that are not read; then its sender waits.
  package static let lead = 65_536

  /// A queue for the pieces of a body, between a connection and the reader of the body.
  package static func queue() -> BoundedQueue<Data> { BoundedQueue(limit: lead) }

  /// The pieces of a queue.
  ///
  /// When nobody reads the pieces any more, the queue is closed and the function called, which may be
  /// before the last piece.
  package static func pieces(
    of queue: BoundedQueue<Data>, onEnd: @escaping @Sendable () -> Void
  ) -> Pieces {
    let reader = QueueReader(queue, onEnd)
    return Pieces { try await reader.next() }
  }

  /// Pieces that are there already, and the error that follows them, if there is one.
  package static func pieces(_ pieces: [Data], failure: (any Error)? = nil) -> Pieces {
    let rest = Locked(pieces[...])
    return Pieces {
      if let piece = rest.withLock({ $0.popFirst() }) { return piece }
      if let failure { throw failure }
      return nil
    }
  }
}

/// Reads the pieces of a queue, and closes the queue when it goes away.
private final class QueueReader: Sendable {
  private let queue: BoundedQueue<Data>
  private let onEnd: @Sendable () -> Void
  /// Pieces that are taken from the queue and not read.
  private let taken = Locked<ArraySlice<Data>>([])

  init(_ queue: BoundedQueue<Data>, _ onEnd: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.onEnd = onEnd
  }

  deinit {
    queue.close()
    onEnd()
  }

  func next() async throws -> Data? {
    if let piece = taken.withLock({ $0.popFirst() }) { return piece }
    let pieces = try await queue.takeAll()
    return taken.withLock { taken in
      taken = pieces[...]
      return taken.popFirst()
    }
  }
}
