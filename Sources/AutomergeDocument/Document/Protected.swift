#if Automerge
import Foundation

/// A value that several threads use, one at a time.
package final class Protected<State>: @unchecked Sendable {
  // The lock guards `state`; the compiler can't see that, hence "unchecked".
  private let lock = NSLock()
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
#endif
