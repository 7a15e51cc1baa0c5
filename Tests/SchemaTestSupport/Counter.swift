import Foundation

/// Counts, on any thread.
package final class Counter: @unchecked Sendable {
  // Whoever touches the count holds the lock: hence `Sendable`.
  private let lock = NSLock()
  private var count = 0

  package init() {}

  package func increment() { lock.withLock { count += 1 } }

  package func reset() { lock.withLock { count = 0 } }

  package var value: Int { lock.withLock { count } }
}
