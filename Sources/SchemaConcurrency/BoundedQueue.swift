/// A queue whose producers wait for its reader.
///
/// Elements have a cost, such as their size in memory. ``send(_:cost:)`` returns when the unread
/// elements cost less than the limit, so the queue exceeds the limit by at most what each task adds
/// at once. Taking all elements empties the queue, so memory can hold twice the limit.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    /// The cost at which the queue is full.
    var limit: Int
    /// The unread elements, in order.
    var elements: [Element] = []
    var cost = 0
    /// The end of the elements; `nil` if more may follow.
    var end: Result<Void, any Error>?
    /// Tasks that wait for an element or the end.
    var readers: [CheckedContinuation<Void, Never>] = []
    /// The functions to call when there is room, each with the ticket of its wait.
    var waiting: [(ticket: Int, body: @Sendable () -> Void)] = []
    var ticketCount = 0

    var hasRoom: Bool { end != nil || cost < limit }
  }

  private let state: Locked<State>

  /// Creates a queue.
  package init(limit: Int) { state = Locked(State(limit: limit)) }

  /// Adds an element, and waits until there is room for another element.
  ///
  /// In a cancelled task, or after the end of the queue, the element is dropped.
  package nonisolated(nonsending) func send(_ element: Element, cost: Int) async {
    guard !Task.isCancelled, !add(element, cost: cost) else { return }
    await waitForRoom()
  }

  /// Waits until there is room, the queue has ended, or the task is cancelled.
  package nonisolated(nonsending) func waitForRoom() async {
    guard !hasRoom else { return }
    let ticket = makeTicket()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(ticket) { continuation.resume() }
        // The cancellation may have come before the wait began.
        if Task.isCancelled { stopWaiting(ticket) }
      }
    } onCancel: {
      stopWaiting(ticket)
    }
  }

  /// Adds an element even if the queue is full.
  ///
  /// After the end of the queue, the element is dropped.
  ///
  /// - Returns: `true` if there is room for another element.
  @discardableResult
  package func add(_ element: Element, cost: Int) -> Bool {
    add(cost) { $0.append(element) }
  }

  /// Adds elements that arrive together even if the queue is full, and wakes the reader once.
  ///
  /// `cost` is the cost of all of them.
  ///
  /// - Returns: `true` if there is room for another element.
  package func add(_ elements: [Element], cost: Int) -> Bool {
    add(cost) { $0 += elements }
  }

  private func add(_ cost: Int, _ append: (inout [Element]) -> Void) -> Bool {
    let (readers, hasRoom): ([CheckedContinuation<Void, Never>], Bool) = state.withLock { state in
      guard state.end == nil else { return ([], true) }
      append(&state.elements)
      state.cost += cost
      defer { state.readers = [] }
      return (state.readers, state.hasRoom)
    }
    for reader in readers { reader.resume() }
    return hasRoom
  }

  /// `true` if there is room for an element, or the queue has ended.
  var hasRoom: Bool { state.withLock { $0.hasRoom } }

  /// `true` if no more elements can be added.
  package var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// The cost of the unread elements.
  package var cost: Int { state.withLock { $0.cost } }

  /// Calls a function as soon as there is room or the queue has ended.
  ///
  /// The call may be immediate.
  package func whenRoom(_ body: @escaping @Sendable () -> Void) { wait(makeTicket(), body) }

  private func makeTicket() -> Int {
    state.withLock { state in
      state.ticketCount += 1
      return state.ticketCount
    }
  }

  /// Calls a function as soon as there is room, unless ``stopWaiting(_:)`` calls it earlier.
  private func wait(_ ticket: Int, _ body: @escaping @Sendable () -> Void) {
    let hasRoom = state.withLock { state in
      if !state.hasRoom { state.waiting.append((ticket, body)) }
      return state.hasRoom
    }
    if hasRoom { body() }
  }

  /// Ends a wait, and calls its function now.
  private func stopWaiting(_ ticket: Int) {
    let body = state.withLock { state in
      state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).body }
    }
    body?()
  }

  /// Removes the limit, so that producers never wait, even if nobody reads the elements.
  package func removeLimit() {
    let waiting = state.withLock { state in
      state.limit = .max
      defer { state.waiting = [] }
      return state.waiting.map(\.body)
    }
    for body in waiting { body() }
  }

  /// Ends the queue.
  ///
  /// The reader still gets the unread elements.
  ///
  /// - Parameter error: The error that the reader throws after the last element, if any.
  package func finish(throwing error: (any Error)? = nil) {
    end(error.map { .failure($0) } ?? .success(()), dropsElements: false)
  }

  /// Ends the queue, and drops the unread elements.
  package func close() { end(.success(()), dropsElements: true) }

  private func end(_ end: Result<Void, any Error>, dropsElements: Bool) {
    // Dropped elements can have values of users, and are destroyed after the lock is free.
    let (readers, waiting, _) = state.withLock { state in
      if state.end == nil { state.end = end }
      let dropped = dropsElements ? state.elements : []
      if dropsElements {
        state.elements = []
        state.cost = 0
      }
      defer {
        state.readers = []
        state.waiting = []
      }
      return (state.readers, state.waiting.map(\.body), dropped)
    }
    for reader in readers { reader.resume() }
    for body in waiting { body() }
  }

  /// Takes all elements, and waits if there are none.
  ///
  /// In a cancelled task the queue ends without an error, as an `AsyncStream` does.
  ///
  /// - Returns: The elements, in order; empty after the end.
  /// - Throws: The error with which the queue ended.
  package nonisolated(nonsending) func takeAll() async throws -> [Element] {
    if Task.isCancelled { close() }
    while true {
      let (elements, end, waiting) = state.withLock { state in
        defer {
          state.elements = []
          state.cost = 0
          state.waiting = []
        }
        return (state.elements, state.end, state.waiting.map(\.body))
      }
      for body in waiting { body() }
      if !elements.isEmpty { return elements }
      if let end {
        try end.get()
        return []
      }
      await waitForElement()
    }
  }

  private nonisolated(nonsending) func waitForElement() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          let isReady = !state.elements.isEmpty || state.end != nil
          if !isReady { state.readers.append(continuation) }
          return isReady
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      close()
    }
  }
}
