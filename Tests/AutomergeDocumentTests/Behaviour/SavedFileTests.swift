import Foundation
import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// Files that grow by appended changes while changes of other replicas wait.
struct SavedFileTests {
  private static func actor(_ number: UInt8) -> ActorId { ActorId(bytes: [number]) }

  /// A document and its file.
  private struct Keeper {
    var document: Document
    var file: Data

    init(_ document: Document) throws {
      self.document = document
      file = try document.save()
    }

    mutating func append() throws { file += try document.encodeNewChanges() }

    /// Expects that the file opens and has what the document has.
    func expectEqual(
      _ step: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let opened: Document
      do {
        opened = try Document(file)
      } catch {
        Issue.record("\(step): \(error)", sourceLocation: sourceLocation)
        return
      }
      opened.checkInvariants()
      #expect(opened.heads() == document.heads(), "\(step)", sourceLocation: sourceLocation)
      #expect(try opened.json() == document.json(), "\(step)", sourceLocation: sourceLocation)
      // A document with changes in another form than ours is saved as changes, among which none can
      // wait.
      guard file.dropFirst(8).first == Chunk.Kind.document.rawValue else { return }
      #expect(
        try opened.missingDependencies() == document.missingDependencies(), "\(step)",
        sourceLocation: sourceLocation)
      #expect(
        opened.queuedChangeCount == document.queuedChangeCount, "\(step)",
        sourceLocation: sourceLocation)
    }
  }

  /// A replica 9 with a change that waits, and the change that it waits for.
  private func keeper() throws -> (keeper: Keeper, missing: Data, waiting: ChangeHash) {
    let document = Document(actor: Self.actor(9))
    try document.put(obj: .ROOT, key: "base", value: .Int(1))
    let base = document.heads()
    let other = try document.fork(actor: Self.actor(8))
    try other.put(obj: .ROOT, key: "dep", value: .Int(2))
    let missing = try other.encodeChangesSince(heads: base)
    let afterMissing = other.heads()
    let remote = try other.fork(actor: Self.actor(9))
    try remote.put(obj: .ROOT, key: "remote", value: .Int(2))
    let waiting = try remote.encodeChangesSince(heads: afterMissing)
    try document.applyEncodedChanges(encoded: waiting)
    #expect(document.queuedChangeCount == 1)
    return (try Keeper(document), missing, try #require(remote.heads().first))
  }

  @Test func `H5: a file opens after a waiting change turned out to be invalid`() throws {
    var (keeper, missing, _) = try keeper()
    try keeper.expectEqual("saved")
    try keeper.document.put(obj: .ROOT, key: "local", value: .Int(2))
    keeper.file = try keeper.document.save()
    try keeper.expectEqual("edited")
    // The edit has taken the number of the waiting change.
    #expect(keeper.document.queuedChangeCount == 0)
    try keeper.document.applyEncodedChanges(encoded: missing)
    try keeper.document.put(obj: .ROOT, key: "local", value: .Int(3))
    try keeper.append()
    try keeper.expectEqual("appended")
    #expect(keeper.document.keys(obj: .ROOT) == ["base", "dep", "local"])
  }

  @Test func `H5: a file of an earlier version opens, in which an invalid change waits`() throws {
    let (keeper, missing, _) = try keeper()
    // Earlier versions kept the waiting change until its dependencies arrived.
    let waiting = keeper.file
    let document = try Document(keeper.document.save())
    _ = document.discardQueuedChanges()
    document.actor = Self.actor(9)
    let known = document.heads()
    try document.put(obj: .ROOT, key: "local", value: .Int(2))
    try document.applyEncodedChanges(encoded: missing)
    try document.put(obj: .ROOT, key: "local", value: .Int(3))
    let file = try waiting + document.encodeChangesSince(heads: known)
    let opened = try Document(file)
    #expect(opened.heads() == document.heads())
    #expect(opened.queuedChangeCount == 0)
    #expect(try opened.json() == document.json())
    // It is the same when another replica receives the file.
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: file)
    #expect(receiver.heads() == document.heads())
    let busy = Document()
    try busy.put(obj: .ROOT, key: "busy", value: .Null)
    try busy.applyEncodedChanges(encoded: file)
    #expect(busy.keys(obj: .ROOT) == ["base", "busy", "dep", "local"])
  }

  @Test func `H5: discarded changes don't come back when the file is opened`() throws {
    var (keeper, missing, waiting) = try keeper()
    #expect(keeper.document.discardQueuedChanges() == [waiting])
    try keeper.document.applyEncodedChanges(encoded: missing)
    try keeper.append()
    try keeper.expectEqual("discarded")
    #expect(keeper.document.keys(obj: .ROOT) == ["base", "dep"])
    // What waits after that is kept.
    var orphan = CraftedChange(settingKeys: ["orphan"])
    orphan.firstOperation = 9
    orphan.dependencies = [CraftedChange().hash]
    try keeper.document.applyEncodedChanges(encoded: orphan.chunk)
    try keeper.append()
    try keeper.expectEqual("waiting")
    #expect(try Document(keeper.file).queuedChangeCount == 1)
  }

  @Test func `an invalid change that waits in another document does not hold up a merge`() throws {
    let (keeper, missing, _) = try keeper()
    let other = Document(actor: Self.actor(7))
    try other.applyEncodedChanges(encoded: keeper.document.encodeChangesSince(heads: []))
    try other.merge(other: keeper.document)
    #expect(other.queuedChangeCount == 1)
    try keeper.document.put(obj: .ROOT, key: "local", value: .Int(2))
    try keeper.document.applyEncodedChanges(encoded: missing)
    // Here the number is taken, and there the change still waits.
    try keeper.document.merge(other: other)
    #expect(keeper.document.keys(obj: .ROOT) == ["base", "dep", "local"])
    #expect(keeper.document.queuedChangeCount == 0)
    try other.merge(other: keeper.document)
    #expect(other.heads() == keeper.document.heads())
    #expect(other.queuedChangeCount == 0)
  }

  @Test func `H5: a save that is appended to new changes opens with what waits`() throws {
    var keeper = try Keeper(Document(actor: Self.actor(9)))
    keeper.file = Data()
    try keeper.document.put(obj: .ROOT, key: "own", value: .Int(1))
    try keeper.append()
    var orphan = CraftedChange(settingKeys: ["orphan"])
    orphan.dependencies = [CraftedChange().hash]
    orphan.sequence = 2
    try keeper.document.applyEncodedChanges(encoded: orphan.chunk)
    keeper.file += try keeper.document.save()
    try keeper.expectEqual("saved")
    #expect(try Document(keeper.file).queuedChangeCount == 1)
    try keeper.document.applyEncodedChanges(encoded: CraftedChange().chunk)
    try keeper.append()
    try keeper.expectEqual("appended")
  }

  /// Changes of several replicas, some of which use the same actor as the keeper.
  private func changes(_ random: inout SplitMix64, from base: Document) throws -> [[UInt8]] {
    var replicas = try [9, 9, 9, 1, 1, 2].map { try base.fork(actor: Self.actor($0)) }
    var chunks: Set<Data> = []
    for _ in 0..<(10 + random.below(16)) {
      let place = random.below(replicas.count)
      if random.oneIn(3) {
        // Replicas that share an actor can't always merge.
        try? replicas[place].merge(other: replicas[random.below(replicas.count)])
      }
      try edit(replicas[place], &random)
      for change in try replicas[place].changes() { chunks.insert(change.bytes) }
      if random.oneIn(6) {
        let other = replicas[random.below(replicas.count)]
        replicas[place] = try other.fork(actor: Self.actor(random.pick([9, 1, 2, 3])))
      }
    }
    let hashes = try replicas.flatMap { try $0.changes().map(\.hash) }
    return chunks.sorted { $0.lexicographicallyPrecedes($1) }.map { Array($0) }
      + faultyChanges(&random, after: hashes)
  }

  /// Changes that no replica makes: some are invalid, some are in another form than ours, some wait
  /// for ever, and some depend on those.
  private func faultyChanges(
    _ random: inout SplitMix64, after hashes: [ChangeHash]
  ) -> [[UInt8]] {
    var changes: [CraftedChange] = []
    for number in 0..<8 {
      let keys = ["key \(number)", "other"]
      var change =
        random.oneIn(3) ? CraftedChange.failingAtTheEnd : CraftedChange(settingKeys: keys)
      change.actor = [random.pick([9, 1, 2, 7, 8])]
      change.sequence = UInt64(1 + random.below(4))
      change.firstOperation = UInt64(1 + random.below(60))
      change.message = "faulty \(number)"
      if random.oneIn(3) { change.columns[CraftedChange.Column.action] = [1, 1, 1, 1] }
      let missing = CraftedChange(settingKeys: ["missing \(number)"])
      change.dependencies =
        random.oneIn(4)
        ? [missing.hash] : Array(Set((0...random.below(2)).map { _ in random.pick(hashes) }))
      changes.append(change)
      guard random.oneIn(2) else { continue }
      var later = CraftedChange(settingKeys: ["later \(number)"])
      later.actor = [random.pick([9, 1, 8])]
      later.sequence = UInt64(1 + random.below(4))
      later.firstOperation = change.firstOperation + 100
      later.dependencies = [change.hash]
      changes.append(later)
    }
    return changes.map(\.chunk)
  }

  /// Makes an edit of any kind.
  private func edit(_ document: Document, _ random: inout SplitMix64) throws {
    switch random.below(6) {
    case 0:
      let list = try document.putObject(
        obj: .ROOT, key: "list", ty: random.pick([.List, .Text]))
      try document.insert(obj: list, index: 0, value: .String("first"))
    case 1:
      guard case .Object(let list, _)? = try document.get(obj: .ROOT, key: "list") else { break }
      let length = Int(document.length(obj: list))
      let index = UInt64(random.below(length + 1))
      if index < length, random.oneIn(2) {
        try document.delete(obj: list, index: index)
      } else {
        try document.insert(obj: list, index: index, value: .Int(Int64(length)))
      }
    case 2: try document.put(obj: .ROOT, key: "count", value: .Counter(Int64(random.below(5))))
    case 3:
      guard case .Scalar(.Counter)? = try document.get(obj: .ROOT, key: "count") else { break }
      try document.increment(obj: .ROOT, key: "count", by: 2)
    case 4: try document.delete(obj: .ROOT, key: random.pick(["a", "b", "list"]))
    default:
      try document.put(
        obj: .ROOT, key: random.pick(["a", "b"]), value: .Int(Int64(random.below(100))))
    }
  }

  private struct Cancelled: Error {}

  /// Edits a document and undoes it, in a transaction or by a rollback.
  private func editAndUndo(_ document: Document, _ random: inout SplitMix64) throws {
    guard random.oneIn(2) else {
      try edit(document, &random)
      try document.rollback()
      return
    }
    try? document.transaction {
      try edit(document, &random)
      try? document.transaction {
        try edit(document, &random)
        throw Cancelled()
      }
      throw Cancelled()
    }
  }

  /// Lets a document receive from another one, which also edits or receives, or is replaced.
  private func exchange(
    _ document: Document, _ other: inout Document, _ chunks: [[UInt8]],
    _ random: inout SplitMix64
  ) throws {
    // An error leaves the document as it was, as other tests show.
    switch random.below(6) {
    case 0: try edit(other, &random)
    case 1: try? other.applyEncodedChanges(encoded: random.pick(chunks))
    case 2: other = try document.fork(actor: Self.actor(random.pick([9, 1, 4])))
    case 3: try? document.merge(other: other)
    case 4: try? document.applyEncodedChanges(encoded: other.save() + random.pick(chunks))
    default: _ = try? document.exchangeMessages(SyncState(), with: other, SyncState(), rounds: 6)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `H5: a file opens with the state of its document, whatever happened`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = Document(actor: Self.actor(9))
    try base.put(obj: .ROOT, key: "base", value: .Int(1))
    let chunks = try changes(&random, from: base)
    var keeper = try Keeper(base.fork(actor: Self.actor(9)))
    var others = try [9, 4].map { try base.fork(actor: Self.actor($0)) }
    var log: [String] = []
    for _ in 0..<35 {
      switch random.below(16) {
      case 0, 1:
        log.append("edit")
        try edit(keeper.document, &random)
      case 2:
        log.append("discard \(keeper.document.discardQueuedChanges().count)")
      case 3:
        log.append("save")
        keeper.file = try keeper.document.save()
        try keeper.expectEqual("\(seed): \(log)")
      case 4, 5:
        log.append("append")
        try keeper.append()
        try keeper.expectEqual("\(seed): \(log)")
      case 6:
        log.append("open")
        try keeper.append()
        let actor = Self.actor(random.pick([9, 9, 1]))
        keeper.document = try Document(keeper.file, actor: actor, verify: random.oneIn(2))
      case 7:
        log.append("undo")
        try editAndUndo(keeper.document, &random)
      case 8:
        log.append("fork")
        // The other replica goes on with the file.
        keeper.document = try keeper.document.fork(actor: Self.actor(random.pick([9, 1, 3])))
      case 9, 10:
        log.append("exchange")
        try exchange(keeper.document, &others[random.below(2)], chunks, &random)
      default:
        let received = (0...random.below(3)).map { _ in random.below(chunks.count) }
        log.append("receive \(received)")
        // A change that takes a number twice is an error, and then nothing is received.
        try? keeper.document.applyEncodedChanges(encoded: received.flatMap { chunks[$0] })
      }
    }
    try keeper.append()
    try keeper.expectEqual("\(seed): \(log)")
  }
}
