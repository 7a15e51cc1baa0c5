/// Patches between two points in the history.
extension DocumentCore {
  /// The part of the current state that a point in the history lacks.
  private struct Gap {
    /// The missing changes, in the order of the history.
    var changes: [ChangeIndex] = []
    /// `true` if the pending edits are missing.
    var lacksPending = false

    var isEmpty: Bool { changes.isEmpty && !lacksPending }
  }

  /// Returns the patches from one point in the history to another; `nil` is the current state.
  ///
  /// Unknown heads are ignored, as in other implementations. The hashes of a damaged history that
  /// was loaded without verification are unknown.
  mutating func patches(from old: [ChangeHash]?, to new: [ChangeHash]?) -> [Patch] {
    try? completeHistory()
    let (before, after) = (gap(at: old), gap(at: new))
    var places = ChangedPlaces()
    if isEverything(before) || isEverything(after) {
      places.addAll(of: .root, in: set)
    } else {
      var changed = Set(before.changes)
      changed.formSymmetricDifference(after.changes)
      places = self.places(of: changed.sorted())
      if before.lacksPending != after.lacksPending { addEdits(to: &places, from: 0) }
    }
    return patches(at: places, from: clock(before: before), to: clock(before: after))
  }

  /// Returns the patches of the changes that were added after the first `count`.
  ///
  /// No change may be pending.
  func patches(sinceChange count: Int) -> [Patch] {
    let new = (count..<max(count, history.count)).map { ChangeIndex($0) }
    guard !new.isEmpty else { return [] }
    guard count > 0 else {
      var places = ChangedPlaces()
      places.addAll(of: .root, in: set)
      return patches(at: places, from: Clock([]), to: nil)
    }
    let before = clock(before: Gap(changes: new))
    return patches(at: places(of: new), from: before, to: nil)
  }

  /// Returns the patches of the pending edits after the first `count`.
  func patches(sinceEdit count: Int) -> [Patch] {
    guard let edits = pending.edits, pending.count > count else { return [] }
    var places = ChangedPlaces()
    addEdits(to: &places, from: count)
    let last = edits.firstOperation - 1 + UInt32(count)
    return patches(at: places, from: Clock(limits: [edits.actor: last]), to: nil)
  }

  /// Returns the patches that undo the pending edits.
  func patchesOfRollback() -> [Patch] {
    var places = ChangedPlaces()
    addEdits(to: &places, from: 0)
    return patches(
      at: places, from: nil, to: clock(before: Gap(lacksPending: pending.edits != nil)))
  }

  private func patches(
    at places: ChangedPlaces, from before: Clock?, to after: Clock?
  ) -> [Patch] {
    guard !places.objects.isEmpty || !places.markedTexts.isEmpty else { return [] }
    var writer = PatchWriter(set: set, places: places, before: before, after: after)
    return writer.patches()
  }

  private func gap(at heads: [ChangeHash]?) -> Gap {
    guard let heads else { return Gap() }
    return Gap(changes: history.changes(since: heads), lacksPending: pending.edits != nil)
  }

  /// Returns `true` if a point is before the whole history.
  private func isEverything(_ gap: Gap) -> Bool {
    !gap.isEmpty && gap.changes.count == history.count
      && gap.lacksPending == (pending.edits != nil)
  }

  /// Returns the point that lacks some changes; `nil` if it lacks none.
  private func clock(before gap: Gap) -> Clock? {
    guard !gap.isEmpty else { return nil }
    var limits = history.lastCounters(before: gap.changes)
    if gap.lacksPending, let edits = pending.edits, limits[edits.actor] == nil {
      limits[edits.actor] = edits.firstOperation - 1
    }
    return Clock(limits: limits)
  }

  /// Returns the places of the operations of some changes.
  ///
  /// In a damaged history, which has no bodies, these are all places of the document.
  private func places(of changes: [ChangeIndex]) -> ChangedPlaces {
    var places = ChangedPlaces()
    for index in changes where !addOperations(of: history[index], to: &places) {
      for object in 0..<set.objects.count { places.addAll(of: ObjectIndex(object), in: set) }
      return places
    }
    return places
  }

  /// Adds the places of a change; returns `false` if its operations are not known.
  private func addOperations(of record: ChangeRecord, to places: inout ChangedPlaces) -> Bool {
    guard let body = record.body, let hash = record.hash,
      let change = try? DecodedChange(body: body.bytes, hash: hash)
    else { return false }
    do {
      try set.forEachOperation(of: change, by: record.actor) { row, predecessors in
        places.add(row, replacing: predecessors, in: set)
      }
      return true
    } catch {
      return false
    }
  }

  /// Adds the places of the pending edits after the first `count`.
  private func addEdits(to places: inout ChangedPlaces, from count: Int) {
    guard let change = pending.edits?.change else { return }
    let operations = change.operations[count...]
    // An edit pays for its own predecessors only, not for those of all pending edits.
    let own = operations.reduce(0) { $0 + Int($1.predecessorCount) }
    var predecessors = change.predecessors.suffix(own)
    for operation in operations {
      let replaced = predecessors.prefix(Int(operation.predecessorCount))
      predecessors = predecessors.dropFirst(replaced.count)
      places.add(operation.row, replacing: replaced.compactMap { set.rows.index(of: $0) }, in: set)
    }
  }
}
