/// The changes of a batch that cannot be applied yet, and those that leave the queue.
struct ChangeBatch {
  /// A change of the batch, or one of the queue that needs a change of the batch.
  private struct Arrival {
    var change: DecodedChange
    /// The position in the batch.
    let number: Int
  }

  /// The waiting changes, by their first missing dependency.
  private var waiting: [ChangeHash: [Arrival]] = [:]
  private var dequeued: [ChangeHash] = []
  /// The size of the bodies of the changes that leave the queue.
  private var dequeuedBytes = 0

  /// Applies the changes whose dependencies are present, and those of the queue that need them.
  ///
  /// If this throws, the document has to be restored. Otherwise ``update(_:)`` has to follow.
  mutating func apply(
    _ changes: [DecodedChange], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let applied = try applyArriving(changes, to: &core, charging: &budget)
    try applyQueued(after: applied, to: &core, charging: &budget)
    try checkRoom(in: core.queue, within: core.allowance.limits)
  }

  /// Removes the changes from the queue that have left it, and adds those that wait.
  func update(_ queue: inout ChangeQueue) {
    for hash in dequeued { queue.remove(hash) }
    // The order of a dictionary differs between runs.
    let arrivals = waiting.flatMap { missing, arrivals in arrivals.map { (missing, $0) } }
    for (missing, arrival) in arrivals.sorted(by: { $0.1.number < $1.1.number }) {
      queue.insert(arrival.change, missing: missing)
    }
  }

  /// Applies the changes that need no queued change, and returns them.
  ///
  /// Those of the queue come after all of these: if they came between them, a batch with an invalid
  /// change at its end would apply them for nothing, as often as it is sent.
  private mutating func applyArriving(
    _ changes: [DecodedChange], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> [Arrival] {
    var applied: [Arrival] = []
    var seen: Set<ChangeHash> = []
    for (number, first) in changes.enumerated()
    where core.graph.indices[first.hash] == nil && !core.queue.contains(first.hash) {
      guard seen.insert(first.hash).inserted else { continue }
      var ready = [Arrival(change: first, number: number)]
      var next = 0
      while next < ready.count {
        var arrival = ready[next]
        next += 1
        if letWait(&arrival, in: core.graph) { continue }
        try core.apply(arrival.change, charging: &budget)
        applied.append(arrival)
        ready += waiting.removeValue(forKey: arrival.change.hash) ?? []
      }
    }
    return applied
  }

  /// Applies the changes of the queue that need some applied changes, and the arriving changes that
  /// need those.
  private mutating func applyQueued(
    after applied: [Arrival], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    guard !core.queue.isEmpty else { return }
    var ready: [Arrival] = []
    for arrival in applied { ready += takeDependents(of: arrival, in: core.queue) }
    var next = 0
    while next < ready.count {
      var arrival = ready[next]
      next += 1
      if letWait(&arrival, in: core.graph) { continue }
      if core.queue.contains(arrival.change.hash) {
        dequeued.append(arrival.change.hash)
        dequeuedBytes += arrival.change.body.count
      }
      if try core.applyIfValid(arrival.change, charging: &budget) {
        ready += takeDependents(of: arrival, in: core.queue)
      }
    }
  }

  /// Lets a change wait for its first missing dependency.
  ///
  /// - Returns: `false` if it has none.
  private mutating func letWait(_ arrival: inout Arrival, in graph: ChangeGraph) -> Bool {
    guard let missing = arrival.change.missingDependency(in: graph) else { return false }
    waiting[missing, default: []].append(arrival)
    return true
  }

  /// Returns the changes that waited for a change, first those of the queue.
  private mutating func takeDependents(of arrival: Arrival, in queue: ChangeQueue) -> [Arrival] {
    let hash = arrival.change.hash
    let queued = queue.changes(waitingFor: hash)
    return queued.map { Arrival(change: $0, number: arrival.number) }
      + (waiting.removeValue(forKey: hash) ?? [])
  }

  /// Throws if the queue has no room for the changes that wait.
  private func checkRoom(
    in queue: ChangeQueue, within limits: LoadLimits
  ) throws(AutomergeError) {
    var count = queue.count - dequeued.count
    var bytes = queue.byteCount - dequeuedBytes
    var isLonger = false
    for arrivals in waiting.values {
      for arrival in arrivals where !queue.contains(arrival.change.hash) {
        count += 1
        bytes += arrival.change.body.count
        isLonger = true
      }
    }
    guard !isLonger || count <= limits.waitingChanges && bytes <= limits.waitingBytes else {
      throw AutomergeError(
        .queueFull,
        "No room for more waiting changes: \(queue.count) already wait for missing dependencies. "
          + "Apply those dependencies first, or discard the waiting changes.")
    }
  }
}
