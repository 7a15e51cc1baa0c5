/// The history, and replicas.
extension Document {
  /// Returns the hashes of the heads: the changes on which no other change is based.
  ///
  /// This call commits pending edits. Within a transaction, it returns the heads before the
  /// transaction.
  public func heads() -> Set<ChangeHash> {
    withCommittedOutsideTransaction { Set($0.history.heads) }
  }

  /// Returns all changes, each after the changes on which it is based.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction; for a document
  ///   that was loaded without verification, also `corruptData` or `limitExceeded`.
  public func changes() throws(AutomergeError) -> [Change] { try changes(since: []) }

  /// Returns the changes that are neither some known changes nor ancestors of them.
  ///
  /// Unknown hashes are ignored.
  ///
  /// - Throws: The errors of ``changes()``.
  public func changes(since heads: some Sequence<ChangeHash>) throws(AutomergeError) -> [Change] {
    let heads = Array(heads)
    return try withCommitted { core throws(AutomergeError) in
      try core.records(since: heads).compactMap { core.change($0) }
    }
  }

  /// Returns the hashes of all changes, in the order of ``changes()``.
  ///
  /// This call commits pending edits. Within a transaction, it returns the changes before the
  /// transaction. The hashes of a damaged history that was loaded without verification are unknown;
  /// ``changes()`` throws an error instead.
  public func getHistory() -> [ChangeHash] {
    withCommittedOutsideTransaction { core in
      try? core.completeHistory()
      return core.history.records.compactMap(\.hash)
    }
  }

  /// Returns the change with a hash; `nil` if the document doesn't have it.
  ///
  /// This call commits pending edits, except within a transaction. The hashes of a damaged history
  /// that was loaded without verification are unknown.
  public func change(hash: ChangeHash) -> Change? {
    withCommittedOutsideTransaction { core in
      try? core.completeHistory()
      return core.history[hash].flatMap { core.change($0) }
    }
  }

  /// Returns `true` if the document has all changes with the given hashes.
  ///
  /// - Throws: The errors of ``changes()``.
  public func hasHeads(_ heads: some Sequence<ChangeHash>) throws(AutomergeError) -> Bool {
    let heads = Array(heads)
    return try withCommitted { core throws(AutomergeError) in
      try core.completeHistory()
      return heads.allSatisfy(core.history.contains)
    }
  }

  /// Returns the changes that the document needs from other replicas.
  ///
  /// These are the dependencies of the waiting changes and the given heads, without the changes
  /// that the document has or that wait themselves.
  ///
  /// - Parameter heads: Changes that the document is to have, such as the heads of another replica.
  /// - Returns: The hashes of the changes, sorted.
  /// - Throws: The errors of ``changes()``.
  public func missingDependencies(
    heads: some Sequence<ChangeHash> = [ChangeHash]()
  ) throws(AutomergeError) -> [ChangeHash] {
    let heads = Array(heads)
    return try withCommitted { core throws(AutomergeError) in
      try core.completeHistory()
      return core.history.missingDependencies(of: heads)
    }
  }

  /// The number of changes that wait for their dependencies.
  public var queuedChangeCount: Int { withCore { $0.history.waitingCount } }

  /// Discards the changes that wait for their dependencies.
  ///
  /// Use this function if a call throws an error with the code `queueFull`, or if a waiting change
  /// exceeds a limit when its dependencies arrive. Synchronize with a new ``SyncState`` to receive
  /// discarded changes again.
  @discardableResult
  public func discardQueuedChanges() -> [ChangeHash] { withCore { $0.discardWaitingChanges() } }

  /// Returns another replica with the same content and its own actor.
  ///
  /// - Parameter actor: The identity of the replica; a random one by default.
  /// - Returns: The replica.
  /// - Throws: An error with the code `transactionInProgress` within a transaction.
  public func fork(actor: ActorId = ActorId()) throws(AutomergeError) -> Document {
    try withCommitted { core in
      var copy = core
      copy.setActor(actor)
      return Document(copy)
    }
  }

  /// Returns another replica with the content at some heads.
  ///
  /// - Throws: An error with the code `changeNotFound` if the document lacks one of the heads; the
  ///   errors of ``changes()``.
  public func forkAt(
    heads: some Sequence<ChangeHash>, actor: ActorId = ActorId()
  ) throws(AutomergeError) -> Document {
    let heads = Array(heads)
    return try withCommitted { core throws(AutomergeError) in
      _ = try core.clock(at: heads)
      var copy = DocumentCore(
        actor: actor, textEncoding: core.set.textEncoding, limits: core.history.allowance.limits)
      var budget = LoadBudget.unlimited
      let changes = try core.decodedChanges(core.history.changes(upTo: heads))
      try copy.apply(changes, charging: &budget)
      return Document(copy)
    }
  }

  /// Adds the changes of another replica.
  ///
  /// - Throws: An error with the code `duplicateSequenceNumber` if both replicas edited with the
  ///   same actor, or `queueFull` if too many changes of the other replica wait for dependencies;
  ///   this document then does not change. Also throws the errors of ``changes()``.
  public func merge(other: Document) throws(AutomergeError) {
    _ = try merge(other, returningPatches: false)
  }
}
