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
  /// When nobody reads the pieces any more, the queue is closed and the function called, which may
  /// be before the last piece.
  package static func pieces(
    of queue: BoundedQueue<Data>, onEnd: @escaping @Sendable () -> Void
  ) -> Pieces {
    let reader = QueueReader(queue, onEnd)
    return Pieces { try await reader.next() }
  }

  /// The pieces of a body, each shown to a function before it is handed on.
  ///
  /// - Parameters:
  ///   - body: The pieces.
  ///   - onPiece: A function for each piece.
  ///   - onEnd: A function that is called once after the last piece, with what ended the body if
  ///     that was an error. What it throws ends the body in place of that.
  /// - Returns: The pieces.
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
