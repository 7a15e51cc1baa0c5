import Foundation

#if canImport(Combine)
public import Combine
#endif

/// A document of maps, lists, texts and counters that several replicas edit at once and merge.
///
/// A document contains a map, the root, and all values inside it. Edits collect in a pending
/// change. ``commitWith(message:timestamp:)`` ends this change, and so does every call that needs
/// the history: saving, merging, forking, syncing and reading the heads.
///
///     let document = Document()
///     try document.put(obj: .ROOT, key: "title", value: .String("Soup"))
///     let copy = try document.fork()
///     try copy.put(obj: .ROOT, key: "servings", value: .Int(4))
///     try document.merge(other: copy)
///
/// Several threads can use a document; each call is atomic.
public final class Document: @unchecked Sendable {
  // The lock guards `core`. It is recursive, so that the closure of `transaction(_:)` can call the
  // document. The compiler can't check the locking, so the conformance is unchecked.
  private let lock = NSRecursiveLock()
  private var core: DocumentCore
  /// The streams of patches, guarded by the lock.
  private var observers = DocumentObservers()

  #if canImport(Combine)
  /// A publisher that emits before each change of the content.
  public let objectWillChange = ObservableObjectPublisher()
  private let didChange = PassthroughSubject<Void, Never>()

  /// A publisher that emits after each change of the content.
  ///
  /// A call that fails also emits. ``difference(since:)`` returns what has changed.
  public var objectDidChange: AnyPublisher<Void, Never> { didChange.eraseToAnyPublisher() }
  #endif

  /// Creates an empty document.
  ///
  /// - Parameters:
  ///   - actor: The identity of this replica; a random one by default.
  ///   - textEncoding: The units of positions in text.
  public convenience init(
    actor: ActorId = ActorId(), textEncoding: TextEncoding = .unicodeScalar
  ) {
    self.init(
      DocumentCore(actor: actor, textEncoding: textEncoding, limits: LoadLimits()))
  }

  /// Creates a document from the bytes of ``save()``, of changes, or of both in a row.
  ///
  /// - Parameters:
  ///   - data: The bytes. Without bytes, the document is empty.
  ///   - actor: The identity of this replica; a random one by default.
  ///   - textEncoding: The units of positions in text.
  ///   - verify: `true` to compute the hashes of all changes and compare them with the ones in the
  ///     bytes. With `false`, loading is several times faster, and damage that the checksum doesn't
  ///     show is found when the history is first needed. The call that needs the history, such as
  ///     an edit or a read of the past, then throws `corruptData` or `limitExceeded`.
  ///   - limits: The limits on the memory that these bytes and later received bytes may claim.
  /// - Throws: An error with the code `corruptData`, `unsupportedFormat`, `missingDependencies`,
  ///   `invalidChange`, `duplicateSequenceNumber` or `limitExceeded`.
  public convenience init(
    _ data: some Sequence<UInt8>, actor: ActorId = ActorId(),
    textEncoding: TextEncoding = .unicodeScalar, verify: Bool = true,
    limits: LoadLimits = LoadLimits()
  ) throws(AutomergeError) {
    var core = DocumentCore(actor: actor, textEncoding: textEncoding, limits: limits)
    try core.load(Array(data), verify: verify)
    self.init(core)
  }

  init(_ core: DocumentCore) { self.core = core }

  deinit { observers.finish() }

  /// Calls a closure with the state while no other thread uses it.
  ///
  /// The closure must not change the content, which would need an announcement.
  func withCore<Result, Failure: Error>(
    _ body: (inout DocumentCore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&core)
  }

  /// Calls a closure with the operations and a point in the history, for reading.
  ///
  /// `heads`: The heads of the point; `nil` for the current state.
  func read<Result>(
    at heads: [ChangeHash]? = nil,
    _ body: (borrowing OpSet, Clock?) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    try withCore { core throws(AutomergeError) in
      guard let heads else { return try body(core.set, nil) }
      let clock = try core.clock(at: heads)
      return try body(core.set, clock)
    }
  }

  /// Performs an edit while no other thread uses the document.
  ///
  /// If the closure throws, its edits are undone.
  func withEdit<Result>(
    _ body: (inout DocumentCore) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    try withChange { () throws(AutomergeError) in
      guard observers.needPatches, !core.pending.isInTransaction else { return try core.edit(body) }
      let first = core.pending.count
      let result = try core.edit(body)
      observers.send(core.patches(sinceEdit: first))
      return result
    }
  }

  /// Commits, and calls a closure with the state.
  ///
  /// Throws an error while a transaction is open.
  func withCommitted<Result>(
    _ body: (inout DocumentCore) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    try core.pending.requireNoTransaction()
    commit()
    return try body(&core)
  }

  /// Commits unless a transaction is open, and calls a closure with the state.
  func withCommittedOutsideTransaction<Result>(
    _ body: (inout DocumentCore) -> Result
  ) -> Result {
    lock.lock()
    defer { lock.unlock() }
    if !core.pending.isInTransaction { commit() }
    return body(&core)
  }

  /// Ends the pending change; see ``DocumentCore/commit(message:time:)``.
  ///
  /// A commit does not change the content, but the changes that waited for it do.
  @discardableResult
  private func commit(message: String? = nil, time: Int64 = 0) -> ChangeHash? {
    guard let hash = core.commit(message: message, time: time) else { return nil }
    applyChanges(waitingFor: hash)
    return hash
  }

  private func applyChanges(waitingFor hash: ChangeHash) {
    guard core.hasChanges(waitingFor: hash) else { return }
    withChange {
      let count = core.history.count
      core.applyChanges(waitingFor: hash)
      if observers.needPatches { observers.send(core.patches(sinceChange: count)) }
    }
  }

  /// Commits, unless a transaction is open, which is an error.
  func commitEdits(message: String?, time: Int64) throws(AutomergeError) -> ChangeHash? {
    lock.lock()
    defer { lock.unlock() }
    try core.pending.requireNoTransaction()
    return commit(message: message, time: time)
  }

  /// Commits, and adds a change without edits.
  func commitEmptyChange(message: String?, time: Int64) throws(AutomergeError) -> ChangeHash {
    lock.lock()
    defer { lock.unlock() }
    try core.pending.requireNoTransaction()
    commit()
    let hash = try core.commitEmpty(message: message, time: time)
    applyChanges(waitingFor: hash)
    return hash
  }

  /// Commits, and adds changes of other replicas by a closure.
  ///
  /// Returns the patches of the added changes, if they are wanted. The changes that waited for the
  /// committed one are among them.
  ///
  /// Throws an error while a transaction is open.
  @discardableResult
  func receive(
    returningPatches: Bool = false,
    _ body: (inout DocumentCore) throws(AutomergeError) -> Void
  ) throws(AutomergeError) -> [Patch] {
    try withChange { () throws(AutomergeError) in
      try core.pending.requireNoTransaction()
      // The content has the edits of the pending change already.
      let known = core.history.count + (core.pending.count > 0 ? 1 : 0)
      if let hash = core.commit() { core.applyChanges(waitingFor: hash) }
      // If the closure throws, the changes that the commit has applied stay.
      let result = Swift.Result { () throws(AutomergeError) in try body(&core) }
      let arePatchesNeeded = returningPatches || observers.needPatches
      let patches = arePatchesNeeded ? core.patches(sinceChange: known) : []
      observers.send(patches)
      try result.get()
      return patches
    }
  }

  /// Undoes the edits since the last commit, and returns their number.
  func undoPendingEdits() throws(AutomergeError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    try core.pending.requireNoTransaction()
    guard core.pending.count > 0 else { return core.rollback() }
    return withChange {
      let patches = observers.needPatches ? core.patchesOfRollback() : []
      let count = core.rollback()
      observers.send(patches)
      return count
    }
  }

  /// Undoes the edits of a transaction that began after `first` pending edits.
  func restore(_ checkpoint: DocumentCore.Checkpoint, firstEdit first: Int) {
    lock.lock()
    defer { lock.unlock() }
    guard core.pending.count > first else { return core.restore(checkpoint) }
    withChange { core.restore(checkpoint) }
  }

  /// Ends a transaction that began after `first` pending edits.
  func endTransaction(firstEdit first: Int) {
    withCore { $0.endTransaction() }
    guard observers.needPatches, !core.pending.isInTransaction else { return }
    observers.send(core.patches(sinceEdit: first))
  }

  func addObserver(_ stream: AsyncStream<[Patch]>.Continuation) -> Int {
    withLock { observers.add(stream) }
  }

  /// The number of sequences of patches that are not ended.
  var observerCount: Int { withLock { observers.count } }

  func removeObserver(_ number: Int) { withLock { observers.remove(number) } }

  /// Calls a closure that may change the content, while no other thread uses the document.
  ///
  /// This function alone announces changes. The closure must not call it again, so that a change is
  /// announced once.
  private func withChange<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    #if canImport(Combine)
    objectWillChange.send()
    defer { didChange.send() }
    #endif
    return try body()
  }

  /// Calls a closure while no other thread uses the document; the closure may use the document.
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

extension Document {
  /// The identity of this replica, which is the actor of the next change.
  ///
  /// Setting the identity commits the edits of the previous identity. Within a transaction, the
  /// pending change keeps the previous identity.
  public var actor: ActorId {
    get { withCore { $0.pending.actor } }
    set { withCommittedOutsideTransaction { $0.setActor(newValue) } }
  }

  /// The units of positions in text.
  public var textEncoding: TextEncoding { withCore { $0.set.textEncoding } }
}

#if canImport(Combine)
extension Document: ObservableObject {}
#endif
