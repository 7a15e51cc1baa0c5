/// The sync protocol: replicas exchange messages until both have the same heads.
///
/// All implementations of Automerge use this protocol (M. Kleppmann and H. Howard, "Byzantine
/// Eventual Consistency and the Fundamental Limits of Peer-to-Peer Databases", 2020). The other
/// replica may be another implementation, so the messages and the rules for sending them must not
/// change.
extension DocumentCore {
  /// Returns the next message to the other replica; `nil` if there is nothing to send.
  mutating func generateSyncMessage(
    _ state: inout SyncState.Content
  ) throws(AutomergeError) -> SyncMessage? {
    try completeHistory()
    let heads = history.heads
    if let first = state.theirs?.have.first,
      !first.lastSync.allSatisfy(history.contains)
    {
      // The other replica refers to shared changes that this replica lacks, so this replica
      // requests all changes and waits for the answer.
      if state.hasSent(heads), state.isInFlight { return nil }
      state.noteSent(heads, [])
      let nothing = SyncMessage.Have(lastSync: [], filter: BloomFilter(of: []))
      return SyncMessage(heads: heads, have: [nothing])
    }
    var changes: [ChangeRecord] = []
    if let theirs = state.theirs {
      changes = history.changesToSend(theirs.have, theirs.need) { state.hasSent($0) }
    }
    if state.hasSent(heads) {
      if state.theirs?.heads == heads, changes.isEmpty { return nil }
      if state.isInFlight { return nil }
    }
    let need = history.missingChanges(before: state.theirs?.heads ?? [])
    if changes.isEmpty, state.hasRepeated(heads, need) { return nil }
    state.noteSent(heads, need)
    // A replica that has lost changes, such as one that was restored from an older file, does not
    // have all heads that it once shared.
    let have = [have(since: state.sharedHeads.filter(history.contains))]
    var chunks: [[UInt8]] = []
    for change in changes {
      guard let hash = change.hash, let body = change.body else { continue }
      state.noteSent(hash)
      var chunk: [UInt8] = []
      // Older implementations don't read compressed changes in messages.
      Chunk.write(.change, body.bytes, hash: hash, to: &chunk)
      chunks.append(chunk)
    }
    return SyncMessage(heads: heads, need: need, have: have, chunks: chunks)
  }

  mutating func receiveSyncMessage(
    _ message: SyncMessage, _ state: inout SyncState.Content
  ) throws(AutomergeError) {
    try completeHistory()
    let before = history.heads
    if !message.chunks.isEmpty {
      try receive(message.chunks.flatMap { $0 })
      // The received changes are now shared. The new heads replace the shared heads that they
      // depend on.
      let known = Set(before)
      let kept = Set(state.sharedHeads).intersection(history.heads)
      state.share(kept.union(history.heads.filter { !known.contains($0) }).sorted())
    }
    let knownHeads = message.heads.filter(history.contains)
    let unconfirmed = Set(history.changes(since: knownHeads).map { history[$0].hash })
    state.receive(message, at: before, knownHeads: knownHeads) { !unconfirmed.contains($0) }
  }

  /// Returns a summary of this replica's changes: some heads, and a filter of the changes after
  /// them.
  private func have(since heads: [ChangeHash]) -> SyncMessage.Have {
    let changes = history.changes(since: heads)
    return SyncMessage.Have(
      lastSync: heads, filter: BloomFilter(of: changes.compactMap { history[$0].hash }))
  }
}

extension ChangeGraph {
  /// Returns the changes that another replica requests, and the changes that neither its filters
  /// contain nor this replica has sent.
  ///
  /// A requested change is sent again, since the replica may have discarded it.
  func changesToSend(
    _ have: [SyncMessage.Have], _ need: [ChangeHash], isSent: (ChangeHash) -> Bool
  ) -> [ChangeRecord] {
    var needed: Set<ChangeIndex> = []
    let inOrder = need.compactMap { indices[$0] }.filter { needed.insert($0).inserted }
    guard !have.isEmpty else { return inOrder.map { self[$0] } }
    let lastSync = have.flatMap(\.lastSync).compactMap { indices[$0] }
    let filters = have.map(\.filter).filter { !$0.isEmpty }
    // A replica that lacks a change also lacks the changes that are based on it.
    var lacking: Set<ChangeIndex> = []
    for change in changes(since: lastSync) {
      guard let hash = self[change].hash else { continue }
      if self[change].dependencies.contains(where: lacking.contains)
        || filters.allSatisfy({ !$0.contains(hash) })
      {
        lacking.insert(change)
      }
    }
    let unsent = lacking.filter { change in
      needed.contains(change) || self[change].hash.map { !isSent($0) } ?? false
    }
    return (inOrder.filter { !lacking.contains($0) } + unsent.sorted()).map { self[$0] }
  }
}
