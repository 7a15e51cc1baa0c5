/// The changes of a document, each after its dependencies.
struct ChangeGraph {
  private(set) var records: [ChangeRecord] = []
  private(set) var indices: [ChangeHash: ChangeIndex] = [:]
  /// The changes of each actor in their sequence, by the actor's index.
  private(set) var byActor: [[ChangeIndex]] = []
  /// The changes that no other depends on.
  private(set) var headIndices: Set<ChangeIndex> = []
  /// The hashes of the heads, sorted; see ``updateHeads()``.
  private(set) var heads: [ChangeHash] = []
  /// `true` if hashes or bodies of loaded changes are not yet computed.
  private(set) var isIncomplete = false
  /// `true` if ``ChangeEncoder`` would write a change with other bytes than the received ones, and
  /// so with another hash.
  private(set) var hasForeignEncoding = false

  var count: Int { records.count }

  subscript(change: ChangeIndex) -> ChangeRecord { records[change] }

  func nextSequence(of actor: ActorIndex) -> UInt64 {
    UInt64(actor.value < byActor.count ? byActor[of: actor].count : 0) + 1
  }

  func lastChange(of actor: ActorIndex) -> ChangeIndex? {
    actor.value < byActor.count ? byActor[of: actor].last : nil
  }

  /// Adds a change whose dependencies are present.
  ///
  /// Call ``updateHeads()`` after the last change.
  mutating func append(_ record: ChangeRecord, isForeign: Bool = false) {
    let index = ChangeIndex(records.count)
    records.append(record)
    while byActor.count <= record.actor.value { byActor.append([]) }
    byActor[of: record.actor].append(index)
    for dependency in record.dependencies { headIndices.remove(dependency) }
    headIndices.insert(index)
    if let hash = record.hash {
      indices[hash] = index
    } else {
      isIncomplete = true
    }
    if isForeign { hasForeignEncoding = true }
  }

  /// Adds a received change; see ``append(_:isForeign:)``.
  mutating func append(
    _ change: DecodedChange, of actor: ActorIndex, lastCounter: UInt32, isForeign: Bool
  ) {
    let header = change.header
    append(
      ChangeRecord(
        actor: actor, sequence: header.sequence, maximumOperation: lastCounter, note: header.note,
        dependencies: header.dependencies.compactMap { indices[$0] }, hash: change.hash,
        body: ChangeBody(firstOperation: header.firstOperation, bytes: change.body)),
      isForeign: isForeign)
  }

  /// Updates the hashes of the heads, after changes with known hashes were added.
  mutating func updateHeads() { heads = headIndices.compactMap { self[$0].hash }.sorted() }

  /// `true` if a loaded document has the hashes of its heads, but does not assign them to changes.
  var hasUnplacedHeads: Bool { isIncomplete && headIndices.contains { self[$0].hash == nil } }

  /// A state that is restored after a failed batch.
  struct Checkpoint {
    let count: Int
    fileprivate let headIndices: Set<ChangeIndex>
    fileprivate let heads: [ChangeHash]
    fileprivate let hasForeignEncoding: Bool
  }

  func checkpoint() -> Checkpoint {
    Checkpoint(
      count: records.count, headIndices: headIndices, heads: heads,
      hasForeignEncoding: hasForeignEncoding)
  }

  mutating func restore(_ checkpoint: Checkpoint) {
    while records.count > checkpoint.count, let record = records.popLast() {
      byActor[of: record.actor].removeLast()
      if let hash = record.hash { indices[hash] = nil }
    }
    headIndices = checkpoint.headIndices
    heads = checkpoint.heads
    hasForeignEncoding = checkpoint.hasForeignEncoding
  }

  /// Sets the hashes of the heads to the hashes in a loaded document.
  ///
  /// The indices must be in `headIndices`. ``completed(with:without:charging:)`` compares the
  /// hashes.
  mutating func setHeads(_ hashes: [(index: ChangeIndex, hash: ChangeHash)]) {
    for (index, hash) in hashes {
      records[index].hash = hash
      indices[hash] = index
    }
    heads = hashes.map(\.hash).sorted()
  }

  /// Sets the hashes of the heads if the document doesn't assign them to changes.
  mutating func setHeads(unplaced hashes: [ChangeHash]) { heads = hashes.sorted() }

  /// Sets the fields of a change that loading a document leaves empty.
  mutating func complete(
    _ change: ChangeIndex, hash: ChangeHash, body: ChangeBody
  ) {
    records[change].hash = hash
    records[change].body = body
    indices[hash] = change
  }

  /// Ends the completion, after ``complete(_:hash:body:)`` was called for each change.
  mutating func finishCompleting() {
    isIncomplete = false
    updateHeads()
  }
}

// Received changes.
extension ChangeGraph {
  /// Checks that a change is the next change of its actor, that it begins after the counters of its
  /// dependencies, and that it leaves enough counters for later changes.
  ///
  /// The dependencies must be present.
  func check(_ change: DecodedChange, of actor: ActorIndex) throws(AutomergeError) {
    let header = change.header
    let sequence = nextSequence(of: actor)
    guard header.sequence == sequence else {
      throw header.sequence < sequence
        ? AutomergeError(
          .duplicateSequenceNumber,
          "The actor \(header.actor) made two different changes with the number "
            + "\(header.sequence); give each replica its own actor.")
        : change.invalid("skips the change \(sequence) of its actor")
    }
    let first = header.firstOperation
    if let last = lastChange(of: actor), self[last].maximumOperation >= first {
      throw change.invalid("repeats identities of its actor")
    }
    let last = lastCounter(of: header.dependencies.compactMap { indices[$0] })
    guard Self.canBegin(with: first, after: last) else {
      throw change.invalid(
        "begins with the counter \(first), where its dependencies end with \(last)")
    }
  }
}

// Counters.
extension ChangeGraph {
  /// The last counter that a change may skip to.
  ///
  /// A change begins after all counters that its replica has seen, including those of changes on
  /// which it doesn't depend, so counters may be skipped. Half of all counters are left for later
  /// changes.
  static let lastSkippedCounter: UInt32 = 1 << 31

  /// Returns `true` if a change may begin with the counter `first` when its dependencies end with
  /// the counter `last`.
  static func canBegin(with first: UInt32, after last: UInt32) -> Bool {
    first > last && (first - last == 1 || first <= lastSkippedCounter)
  }

  /// The largest number of operations that the changes may have.
  ///
  /// The counters of an actor's operations differ, and its last change has the greatest.
  var counterCount: UInt64 {
    byActor.reduce(0) { $0 + UInt64($1.last.map { self[$0].maximumOperation } ?? 0) }
  }

  /// Returns the greatest counter of some changes and their ancestors.
  ///
  /// A change never ends before its ancestors, so only the given changes are read.
  func lastCounter(of changes: [ChangeIndex]) -> UInt32 {
    changes.reduce(0) { max($0, self[$1].maximumOperation) }
  }

  /// Returns for each actor of some changes the last counter before them.
  ///
  /// An actor's changes after one of them are also among them.
  func lastCounters(before changes: [ChangeIndex]) -> [ActorIndex: UInt32] {
    let missing = Set(changes)
    var counters: [ActorIndex: UInt32] = [:]
    for actor in Set(changes.map { self[$0].actor }) {
      let last = byActor[of: actor].last { !missing.contains($0) }
      counters[actor] = last.map { self[$0].maximumOperation } ?? 0
    }
    return counters
  }
}

// The past.
extension ChangeGraph {
  /// Returns the point in the history after some changes and their ancestors.
  func clock(at changes: [ChangeIndex], actorCount: Int) -> Clock {
    var counters: [UInt32] = Array(repeating: 0, count: actorCount)
    for (index, isCovered) in ancestors(of: changes).enumerated() where isCovered {
      let record = records[index]
      counters[of: record.actor] = max(counters[of: record.actor], record.maximumOperation)
    }
    return Clock(counters)
  }

  /// Returns the changes that are neither some known changes nor ancestors of them, each after its
  /// dependencies.
  ///
  /// - Complexity: Linear in the number of changes that are not older than all changes of the
  ///   result, not in the length of the history.
  func changes(since known: some Sequence<ChangeIndex>) -> [ChangeIndex] {
    // The changes that the search has found but not visited, and whether they are known.
    var found: [ChangeIndex: Bool] = [:]
    for head in headIndices { found[head] = false }
    for change in known { found[change] = true }
    var unknownCount = found.values.count { !$0 }
    var changes: [ChangeIndex] = []
    // Dependencies have lower indices, so what is known of a change is final when it is visited.
    var next = records.count
    while unknownCount > 0, next > 0 {
      next -= 1
      let change = ChangeIndex(next)
      guard let isKnown = found.removeValue(forKey: change) else { continue }
      if !isKnown {
        unknownCount -= 1
        changes.append(change)
      }
      for dependency in self[change].dependencies {
        let earlier = found[dependency]
        guard earlier == nil || isKnown && earlier == false else { continue }
        found[dependency] = isKnown
        unknownCount += isKnown ? (earlier == nil ? 0 : -1) : 1
      }
    }
    return changes.reversed()
  }

  /// Returns for each change of the graph `true` if it is one of the given changes or an ancestor
  /// of one.
  func ancestors(of changes: [ChangeIndex]) -> [Bool] {
    var isCovered = Array(repeating: false, count: records.count)
    for change in changes { isCovered[of: change] = true }
    // Dependencies have lower indices, so one pass from the end visits all of them.
    for index in isCovered.indices.reversed() where isCovered[index] {
      for dependency in records[index].dependencies { isCovered[of: dependency] = true }
    }
    return isCovered
  }
}
