/// The state of applying a batch of changes: the changes that wait for a dependency, and the queued
/// changes that the batch completes.
struct ChangeBatch {
  /// A change of the batch, or a queued change that needs a change of the batch.
  private struct Arrival {
    var change: DecodedChange
    /// The position in the batch.
    let number: Int
  }

  /// The waiting changes, by their first missing dependency.
  private var waiting: [ChangeHash: [Arrival]] = [:]
  private var dequeued: [ChangeHash] = []
  /// The total size of the bodies of the changes that leave the queue, in bytes.
  private var dequeuedBytes = 0
  /// The hashes of the changes that waited and turned out to be invalid.
  private(set) var rejected: Set<ChangeHash> = []

  /// Applies the changes whose dependencies are present, and the queued changes that depend on
  /// them.
  ///
  /// If this function throws, the caller restores the document. Otherwise the caller calls
  /// ``update(_:)``.
  ///
  /// `waited`: Changes that waited in another document. An invalid one is rejected without an
  /// error.
  mutating func apply(
    _ changes: [DecodedChange], waited: [DecodedChange] = [], to core: inout DocumentCore,
    charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var applied = try applyArriving(changes, to: &core, charging: &budget)
    for (number, change) in waited.enumerated() where isUnknown(change, to: core) {
      var arrival = Arrival(change: change, number: changes.count + number)
      if letWait(&arrival, in: core.graph) { continue }
      if try applyIfValid(arrival, to: &core, charging: &budget) { applied.append(arrival) }
    }
    try applyDependents(of: applied, to: &core, charging: &budget)
    try checkRoom(in: core.queue, within: core.allowance.limits)
  }

  /// Applies the changes of a file that begins with a document, as the document did that wrote it.
  ///
  /// In such a file, a change that comes before one of its dependencies waited when the file was
  /// written, so an invalid one is rejected without an error.
  ///
  /// `segments`: The changes in the order of the file. What still waits at the end of a segment was
  /// discarded, except in the last segment.
  mutating func replay(
    _ segments: [[DecodedChange]], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var number = 0
    for segment in segments {
      waiting = [:]
      var applied: [Arrival] = []
      var seen: Set<ChangeHash> = []
      for change in segment where core.graph.indices[change.hash] == nil {
        var arrival = Arrival(change: change, number: number)
        number += 1
        let isQueued = core.queue.contains(change.hash)
        if let missing = arrival.change.missingDependency(in: core.graph) {
          guard !isQueued, seen.insert(change.hash).inserted else { continue }
          waiting[missing, default: []].append(arrival)
        } else {
          if isQueued { dequeue(change) }
          try core.apply(change, charging: &budget)
          applied.append(arrival)
        }
      }
      // The changes that waited are applied last, as by the document that wrote the file. An
      // earlier one could take the number of a change that the document applied instead.
      try applyDependents(of: applied, to: &core, charging: &budget)
    }
    try checkRoom(in: core.queue, within: core.allowance.limits)
  }

  /// Removes the applied and invalid changes from the queue, and adds the changes that wait.
  ///
  /// - Returns: The actors of the changes that wait.
  func update(_ queue: inout ChangeQueue) -> Set<ActorId> {
    for hash in dequeued { queue.remove(hash) }
    // The order of a dictionary differs between runs.
    let arrivals = waiting.flatMap { missing, arrivals in arrivals.map { (missing, $0) } }
    for (missing, arrival) in arrivals.sorted(by: { $0.1.number < $1.1.number }) {
      queue.insert(arrival.change, missing: missing)
    }
    return Set(arrivals.map(\.1.change.header.actor))
  }

  /// Returns `true` if a document has neither applied a change, nor rejected it, nor lets it wait.
  private func isUnknown(_ change: DecodedChange, to core: DocumentCore) -> Bool {
    core.graph.indices[change.hash] == nil && !core.queue.contains(change.hash)
      && !core.rejected.contains(change.hash)
  }

  /// Applies the changes that need no queued change, and returns them.
  ///
  /// The queued changes are applied after all of the batch. If they were applied earlier, a batch
  /// that ends with an invalid change would apply and undo them each time it is sent.
  private mutating func applyArriving(
    _ changes: [DecodedChange], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> [Arrival] {
    var applied: [Arrival] = []
    var seen: Set<ChangeHash> = []
    for (number, first) in changes.enumerated() where isUnknown(first, to: core) {
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

  /// Applies the waiting changes that depend on applied changes, first the changes of the queue.
  private mutating func applyDependents(
    of applied: [Arrival], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    guard !core.queue.isEmpty || !waiting.isEmpty else { return }
    var ready: [Arrival] = []
    for arrival in applied { ready += takeDependents(of: arrival, in: core.queue) }
    var next = 0
    while next < ready.count {
      var arrival = ready[next]
      next += 1
      guard core.graph.indices[arrival.change.hash] == nil else { continue }
      if letWait(&arrival, in: core.graph) { continue }
      if core.queue.contains(arrival.change.hash) { dequeue(arrival.change) }
      if try applyIfValid(arrival, to: &core, charging: &budget) {
        ready += takeDependents(of: arrival, in: core.queue)
      }
    }
  }

  private mutating func applyIfValid(
    _ arrival: Arrival, to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> Bool {
    let isValid = try core.applyIfValid(arrival.change, charging: &budget)
    if !isValid { rejected.insert(arrival.change.hash) }
    return isValid
  }

  private mutating func dequeue(_ change: DecodedChange) {
    dequeued.append(change.hash)
    dequeuedBytes += change.body.count
  }

  /// Adds a change to the waiting changes, under its first missing dependency.
  ///
  /// - Returns: `false` if no dependency of the change is missing.
  private mutating func letWait(_ arrival: inout Arrival, in graph: ChangeGraph) -> Bool {
    guard let missing = arrival.change.missingDependency(in: graph) else { return false }
    waiting[missing, default: []].append(arrival)
    return true
  }

  /// Returns the changes that waited for a change, first the changes of the queue.
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
