/// The patches from one state to another, with which a program updates what it shows.
extension Document {
  /// Returns the patches that lead from the state at some heads to the state at others.
  ///
  /// Either state can be the older one.
  ///
  /// Unknown hashes are ignored, as in other implementations; without a known hash, the state is
  /// the empty document. After `init(_:verify: false)`, the hashes of a damaged history are
  /// unknown.
  ///
  /// - Parameters:
  ///   - before: The heads of the state to which the patches can be applied.
  ///   - after: The heads of the state that they give.
  /// - Returns: The patches in the order in which to apply them.
  /// - Complexity: In proportion to the changes between the states, and to the number of changes
  ///   after the older one. If the second state is not the current one, also to the lengths of the
  ///   lists and texts that differ.
  public func difference(
    from before: some Sequence<ChangeHash>, to after: some Sequence<ChangeHash>
  ) -> [Patch] {
    patches(from: Array(before), to: Array(after))
  }

  /// Returns the patches that lead from the state at some heads to the current state.
  ///
  /// Unknown hashes are ignored. Within a transaction, its edits are included.
  public func difference(since before: some Sequence<ChangeHash>) -> [Patch] {
    patches(from: Array(before), to: nil)
  }

  /// Returns the patches that lead from the current state to the state at some heads.
  ///
  /// Unknown hashes are ignored. Within a transaction, its edits are included.
  public func difference(to after: some Sequence<ChangeHash>) -> [Patch] {
    patches(from: nil, to: Array(after))
  }

  private func patches(from before: [ChangeHash]?, to after: [ChangeHash]?) -> [Patch] {
    withCommittedOutsideTransaction { $0.patches(from: before, to: after) }
  }

  /// Applies changes or a whole document of another replica, and returns the patches to the new
  /// state.
  ///
  /// - Throws: The errors of ``applyEncodedChanges(encoded:)``.
  public func applyEncodedChangesWithPatches(
    encoded: some Sequence<UInt8>
  ) throws(AutomergeError) -> [Patch] {
    let encoded = Array(encoded)
    return try receive(returningPatches: true) { core throws(AutomergeError) in
      try core.receive(encoded)
    }
  }

  /// Adds the changes of another replica, and returns the patches to the new state.
  ///
  /// - Throws: The errors of ``merge(other:)``.
  public func mergeWithPatches(other: Document) throws(AutomergeError) -> [Patch] {
    try merge(other, returningPatches: true)
  }

  /// Applies a message of another replica, and returns the patches to the new state.
  ///
  /// - Throws: The errors of ``receiveSyncMessage(state:message:)``.
  public func receiveSyncMessageWithPatches(
    state: SyncState, message: some Sequence<UInt8>
  ) throws(AutomergeError) -> [Patch] {
    try receive(SyncMessage(Array(message)), state: state, returningPatches: true)
  }
}

// Receiving, with or without patches.
extension Document {
  func receive(
    _ message: SyncMessage, state: SyncState, returningPatches: Bool
  ) throws(AutomergeError) -> [Patch] {
    // The document is locked before the state, as within a transaction, to prevent a deadlock.
    try receive(returningPatches: returningPatches) { core throws(AutomergeError) in
      try state.withThrowingContent { content throws(AutomergeError) in
        try core.receiveSyncMessage(message, &content)
      }
    }
  }

  func merge(_ other: Document, returningPatches: Bool) throws(AutomergeError) -> [Patch] {
    guard other !== self else { return [] }
    // This replica commits when it receives the changes, so that the patches have the changes that
    // waited for its commit.
    let known = try withCore { core throws(AutomergeError) in
      try core.pending.requireNoTransaction()
      try core.completeHistory()
      return core.history.hashes
    }
    let (changes, waiting) = try other.withCommitted { core throws(AutomergeError) in
      try core.completeHistory()
      let missing = core.history.records.filter { record in
        record.hash.map { !known.contains($0) } ?? false
      }
      return (try core.decodedChanges(missing), core.history.waitingChanges)
    }
    // Both replicas are in memory, so the changes are not limited.
    var budget = LoadBudget.unlimited
    return try receive(returningPatches: returningPatches) { core throws(AutomergeError) in
      try core.apply(changes, waited: waiting, charging: &budget)
    }
  }
}
