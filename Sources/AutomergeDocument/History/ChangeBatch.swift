/// The state of applying a batch of changes: the changes that wait for a dependency, and the queued
/// changes that the batch completes.
struct ChangeBatch {
  /// A change of the batch, or a queued change that needs a change of the batch.
  private struct Arrival {
    var change: DecodedChange
    /// The position in the batch.
    let number: Int
  }

  /// The codes of the errors that an invalid change causes in every document.
  static let faults: Set<AutomergeError.Code> = [
    .invalidChange, .corruptData, .unsupportedFormat, .duplicateSequenceNumber,
  ]

  /// The waiting changes, by their first missing dependency.
  private var waiting: [ChangeHash: [Arrival]] = [:]
  /// The hashes of the changes that leave the queue.
  private(set) var dequeued: [ChangeHash] = []
  /// The total size of the bodies of the changes that leave the queue, in bytes.
  private var dequeuedBytes = 0
  /// The hashes of the changes that waited and turned out to be invalid.
  private(set) var rejected: Set<ChangeHash> = []

  /// Applies the changes whose dependencies are present, and the queued changes that depend on
  /// them.
  ///
  /// If this function throws, the caller restores the document. Otherwise the caller passes
  /// the batch to ``History/finish(_:since:in:)``.
  ///
  /// `waited`: Changes that waited in another document. An invalid one is rejected without an
  /// error.
  mutating func apply(
    _ changes: [DecodedChange], waited: [DecodedChange] = [], to core: inout DocumentCore,
    charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var applied = try applyArriving(changes, to: &core, charging: &budget)
    for (number, change) in waited.enumerated() where core.history.isUnknown(change.hash) {
      var arrival = Arrival(change: change, number: changes.count + number)
      if letWait(&arrival, in: core.history) { continue }
      if try applyIfValid(arrival, to: &core, charging: &budget) { applied.append(arrival) }
    }
    try applyDependents(of: applied, to: &core, charging: &budget)
    try checkRoom(in: core.history)
  }

  /// Applies the changes of a file that has a document, as the document did that wrote it.
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
      for change in segment where !core.history.contains(change.hash) {
        var arrival = Arrival(change: change, number: number)
        number += 1
        let isQueued = core.history.isWaiting(change.hash)
        if let missing = arrival.change.missingDependency(in: core.history) {
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
    try checkRoom(in: core.history)
  }

  /// Applies the queued changes whose first missing dependency was a change of this replica, and
  /// the changes that depend on them.
  mutating func applyChanges(
    waitingFor hash: ChangeHash, to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let ready = core.history.changes(waitingFor: hash).map { Arrival(change: $0, number: 0) }
    try applyReady(ready, to: &core, charging: &budget)
  }

  /// The changes that wait, in the order of their arrival, and the first missing dependency of
  /// each.
  var waitingChanges: [(change: DecodedChange, missing: ChangeHash)] {
    // The order of a dictionary differs between runs.
    let arrivals = waiting.flatMap { missing, arrivals in arrivals.map { ($0, missing) } }
    return arrivals.sorted { $0.0.number < $1.0.number }.map { ($0.0.change, $0.1) }
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
    for (number, first) in changes.enumerated() where core.history.isUnknown(first.hash) {
      guard seen.insert(first.hash).inserted else { continue }
      var ready = [Arrival(change: first, number: number)]
      var next = 0
      while next < ready.count {
        var arrival = ready[next]
        next += 1
        if letWait(&arrival, in: core.history) { continue }
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
    guard core.history.waitingCount > 0 || !waiting.isEmpty else { return }
    var ready: [Arrival] = []
    for arrival in applied { ready += takeDependents(of: arrival, in: core.history) }
    try applyReady(ready, to: &core, charging: &budget)
  }

  /// Applies waiting changes, of which a dependency has arrived, and those that depend on them.
  private mutating func applyReady(
    _ arrivals: [Arrival], to core: inout DocumentCore, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var ready = arrivals
    var next = 0
    while next < ready.count {
      var arrival = ready[next]
      next += 1
      guard !core.history.contains(arrival.change.hash) else { continue }
      if letWait(&arrival, in: core.history) { continue }
      if core.history.isWaiting(arrival.change.hash) { dequeue(arrival.change) }
      if try applyIfValid(arrival, to: &core, charging: &budget) {
        ready += takeDependents(of: arrival, in: core.history)
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
  private mutating func letWait(_ arrival: inout Arrival, in history: History) -> Bool {
    guard let missing = arrival.change.missingDependency(in: history) else { return false }
    waiting[missing, default: []].append(arrival)
    return true
  }

  /// Returns the changes that waited for a change, first the changes of the queue.
  private mutating func takeDependents(
    of arrival: Arrival, in history: History
  ) -> [Arrival] {
    let hash = arrival.change.hash
    let queued = history.changes(waitingFor: hash)
    return queued.map { Arrival(change: $0, number: arrival.number) }
      + (waiting.removeValue(forKey: hash) ?? [])
  }

  /// Throws if the queue has no room for the changes that wait.
  private func checkRoom(in history: History) throws(AutomergeError) {
    let limits = history.allowance.limits
    var count = history.waitingCount - dequeued.count
    var bytes = history.waitingBytes - dequeuedBytes
    var isLonger = false
    for arrivals in waiting.values {
      for arrival in arrivals where !history.isWaiting(arrival.change.hash) {
        count += 1
        bytes += arrival.change.body.count
        isLonger = true
      }
    }
    guard !isLonger || count <= limits.waitingChanges && bytes <= limits.waitingBytes else {
      throw AutomergeError(
        .queueFull,
        "No room for more waiting changes: \(history.waitingCount) already wait for missing "
          + "dependencies. Apply those dependencies first, or discard the waiting changes.")
    }
  }
}
