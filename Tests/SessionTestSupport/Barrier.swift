import SchemaConcurrency
import SchemaSessions

/// A place where tasks wait until a number of them has arrived, or one that waits is cancelled.
package final class Barrier: Sendable {
  private struct State {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  package init(_ count: Int) {
    state = Locked(State(missing: count))
  }

  /// Arrives, without waiting for the others.
  package func arrive() { change { $0 -= 1 } }

  private func change(_ missing: (inout Int) -> Void) {
    let released = state.withLock { state in
      missing(&state.missing)
      guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in released { continuation.resume() }
  }

  /// Waits until all have arrived, or this or another task that waits is cancelled.
  package func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if state.missing > 0 { state.waiting.append(continuation) }
          return state.missing <= 0
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      change { $0 = 0 }
    }
  }
}
