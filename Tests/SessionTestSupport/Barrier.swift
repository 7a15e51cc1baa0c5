import SchemaSessions

/// A place where tasks wait until a number of them has arrived.
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
  package func arrive() {
    let released = state.withLock { state in
      state.missing -= 1
      guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in released { continuation.resume() }
  }

  /// Waits until all have arrived.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.missing > 0 { state.waiting.append(continuation) }
        return state.missing <= 0
      }
      if isOpen { continuation.resume() }
    }
  }
}
