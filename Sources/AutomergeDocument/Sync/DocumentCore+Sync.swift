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
    let heads = graph.heads
    if let first = state.theirs?.have.first,
      !first.lastSync.allSatisfy({ graph.indices[$0] != nil })
    {
      // The other replica refers to shared changes that this replica lacks, so this replica
      // requests all changes and waits for the answer.
      if state.hasSent(heads), state.isInFlight { return nil }
      state.noteSent(heads)
      let nothing = SyncMessage.Have(lastSync: [], filter: BloomFilter(of: []))
      return SyncMessage(heads: heads, have: [nothing])
    }
    var changes: [ChangeRecord] = []
    if let theirs = state.theirs {
      changes = changesToSend(theirs.have, theirs.need).filter { record in
        record.hash.map { !state.hasSent($0) } ?? false
      }
    }
    if state.hasSent(heads) {
      if state.theirs?.heads == heads, changes.isEmpty { return nil }
      if state.isInFlight { return nil }
    }
    state.noteSent(heads)
    let need = missingChanges(for: state.theirs?.heads ?? [])
    // A filter can report a hash falsely, so that the other replica doesn't send a dependency. In
    // that case this replica requests only the missing dependencies. Otherwise its filter requests
    // all changes that it lacks.
    let theirHeads = Set(state.theirs?.heads ?? [])
    let have = need.allSatisfy(theirHeads.contains) ? [have(since: state.sharedHeads)] : []
    var chunks: [[UInt8]] = []
    for change in changes {
      guard let hash = change.hash, let body = change.body else { continue }
      state.noteSent(hash)
      var chunk: [UInt8] = []
      Chunk.writeChange(body.bytes, hash: hash, to: &chunk)
      chunks.append(chunk)
    }
    return SyncMessage(heads: heads, need: need, have: have, chunks: chunks)
  }

  mutating func receiveSyncMessage(
    _ message: SyncMessage, _ state: inout SyncState.Content
  ) throws(AutomergeError) {
    try completeHistory()
    let before = graph.heads
    if !message.chunks.isEmpty {
      try receive(message.chunks.flatMap { $0 })
      // The received changes are now shared. The new heads replace the shared heads that they
      // depend on.
      let known = Set(before)
      let kept = Set(state.sharedHeads).intersection(graph.heads)
      state.share(kept.union(graph.heads.filter { !known.contains($0) }).sorted())
    }
    let knownHeads = message.heads.filter { graph.indices[$0] != nil }
    let theirs = graph.ancestors(of: knownHeads.compactMap { graph.indices[$0] })
    state.receive(message, at: before, knownHeads: knownHeads) { hash in
      graph.indices[hash].map { theirs[of: $0] } ?? true
    }
  }

  /// Returns a summary of this replica's changes: some heads, and a filter of the changes after
  /// them.
  private func have(since heads: [ChangeHash]) -> SyncMessage.Have {
    let isShared = graph.ancestors(of: heads.compactMap { graph.indices[$0] })
    let hashes = zip(graph.records, isShared).filter { !$1 }.compactMap(\.0.hash)
    return SyncMessage.Have(lastSync: heads, filter: BloomFilter(of: hashes))
  }

  /// Returns the changes that are needed to apply the waiting changes and to reach some heads.
  private func missingChanges(for heads: [ChangeHash]) -> [ChangeHash] {
    let unknown = heads.filter { graph.indices[$0] == nil && !queue.contains($0) }
    return queue.missing(in: graph).union(unknown).sorted()
  }

  /// Returns the changes that another replica requests, and the changes that its filters don't
  /// contain.
  private func changesToSend(
    _ have: [SyncMessage.Have], _ need: [ChangeHash]
  ) -> [ChangeRecord] {
    var seen: Set<ChangeIndex> = []
    let needed = need.compactMap { graph.indices[$0] }.filter { seen.insert($0).inserted }
    guard !have.isEmpty else { return needed.map { graph[$0] } }
    let lastSync = have.flatMap(\.lastSync).compactMap { graph.indices[$0] }
    let isKnown = graph.ancestors(of: lastSync)
    let filters = have.map(\.filter).filter { !$0.isEmpty }
    var isSent = Array(repeating: false, count: graph.count)
    for index in graph.records.indices where !isKnown[index] {
      let record = graph.records[index]
      guard let hash = record.hash else { continue }
      // A replica that lacks a change also lacks the changes that are based on it.
      isSent[index] =
        record.dependencies.contains { isSent[of: $0] }
        || filters.allSatisfy { !$0.contains(hash) }
    }
    let explicit = needed.filter { !isSent[of: $0] }.map { graph[$0] }
    return explicit + zip(graph.records, isSent).filter(\.1).map(\.0)
  }
}
