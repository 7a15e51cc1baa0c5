package import Foundation
package import SchemaConcurrency

/// The body of a response as a stream: each piece is read when it is requested.
package enum ResponseBody {
  package typealias Pieces = AsyncThrowingStream<Data, any Error>

  /// The number of unread bytes of a body at which its sender waits.
  static let lead = 65_536

  /// Creates a queue for the pieces of a body, between a connection and the reader of the body.
  package static func queue() -> BoundedQueue<Data> { BoundedQueue(limit: lead) }

  /// Returns the pieces of a queue.
  ///
  /// When the reader is released, possibly before the last piece, the queue is closed and the
  /// function is called.
  package static func pieces(
    of queue: BoundedQueue<Data>, onEnd: @escaping @Sendable () -> Void
  ) -> Pieces {
    let reader = QueueReader(queue, onEnd)
    return Pieces { try await reader.next() }
  }

  /// Returns the pieces of a body, and calls a function with each piece before the reader gets it.
  ///
  /// `onEnd` is a function that is called once after the last piece, with the error that ended the
  /// body, if any. If the function throws an error, the body ends with that error instead.
  package static func observed(
    _ body: Pieces, onPiece: @escaping @Sendable (Data) -> Void,
    onEnd: @escaping @Sendable ((any Error)?) throws -> Void
  ) -> Pieces {
    let queue = queue()
    let task = Task {
      do {
        do {
          for try await piece in body {
            onPiece(piece)
            await queue.send(piece, cost: piece.count)
          }
          // A cancelled body ends without an error.
          try Task.checkCancellation()
        } catch {
          try onEnd(error)
          throw error
        }
        try onEnd(nil)
        queue.finish()
      } catch {
        queue.finish(throwing: error)
      }
    }
    return pieces(of: queue) { task.cancel() }
  }

  /// Returns existing pieces, followed by an error, if there is one.
  package static func pieces(_ pieces: [Data], failure: (any Error)? = nil) -> Pieces {
    let rest = Locked(pieces[...])
    return Pieces {
      if let piece = rest.withLock({ $0.popFirst() }) { return piece }
      if let failure { throw failure }
      return nil
    }
  }
}

/// Reads the pieces of a queue, and closes the queue when it is released.
private final class QueueReader: Sendable {
  private let queue: BoundedQueue<Data>
  private let onEnd: @Sendable () -> Void
  /// The pieces from the queue that the reader has not requested yet.
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
