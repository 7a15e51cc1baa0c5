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
      let opened = try Document(file)
      opened.checkInvariants()
      #expect(opened.heads() == document.heads(), "\(step)", sourceLocation: sourceLocation)
      #expect(try opened.json() == document.json(), "\(step)", sourceLocation: sourceLocation)
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

  /// Changes of several replicas, two of which use the same actor as the keeper.
  private func changes(_ random: inout SplitMix64, from base: Document) throws -> [[UInt8]] {
    var replicas = try [9, 9, 1, 2].map { try base.fork(actor: Self.actor($0)) }
    var chunks: Set<Data> = []
    for _ in 0..<14 {
      let place = random.below(replicas.count)
      let replica = replicas[place]
      if random.oneIn(3) {
        // Replicas that share an actor can't always merge.
        try? replica.merge(other: replicas[random.below(replicas.count)])
      }
      try replica.put(
        obj: .ROOT, key: random.pick(["a", "b", "c"]), value: .Int(Int64(random.below(100))))
      if random.oneIn(4) {
        let list = try replica.putObject(obj: .ROOT, key: "list", ty: .List)
        try replica.insert(obj: list, index: 0, value: .Int(1))
      }
      for change in try replica.changes() { chunks.insert(change.bytes) }
      replicas[place] = replica
    }
    return chunks.sorted { $0.lexicographicallyPrecedes($1) }.map { Array($0) }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `H5: a file opens with the state of its document, whatever happened`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = Document(actor: Self.actor(9))
    try base.put(obj: .ROOT, key: "base", value: .Int(1))
    let chunks = try changes(&random, from: base)
    var keeper = try Keeper(base.fork(actor: Self.actor(9)))
    var log: [String] = []
    for _ in 0..<25 {
      switch random.below(8) {
      case 0:
        log.append("edit")
        try keeper.document.put(
          obj: .ROOT, key: "own", value: .Int(Int64(random.below(1000))))
      case 1:
        log.append("discard \(keeper.document.discardQueuedChanges().count)")
      case 2:
        log.append("save")
        keeper.file = try keeper.document.save()
        try keeper.expectEqual("\(seed): \(log)")
      case 3:
        log.append("append")
        try keeper.append()
        try keeper.expectEqual("\(seed): \(log)")
      case 4:
        log.append("open")
        try keeper.append()
        keeper.document = try Document(keeper.file, actor: Self.actor(9))
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
