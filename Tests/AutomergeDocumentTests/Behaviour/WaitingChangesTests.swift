import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// Changes whose dependencies are missing.
struct WaitingChangesTests {
  /// So many changes, each made on the one before.
  private func chain(_ count: Int) throws -> [CraftedChange] {
    var changes: [CraftedChange] = []
    for number in 1...count {
      var change = CraftedChange(settingKeys: ["key \(number)"])
      change.sequence = UInt64(number)
      change.firstOperation = UInt64(number)
      change.dependencies = changes.last.map { [$0.hash] } ?? []
      changes.append(change)
    }
    return changes
  }

  /// A change that waits for one that never comes.
  private func orphan(_ number: Int) -> CraftedChange {
    var change = CraftedChange(settingKeys: ["orphan"])
    change.actor = [1, UInt8(number >> 8), UInt8(number & 255)]
    change.firstOperation = 2
    var missing = CraftedChange()
    missing.message = "missing \(number)"
    change.dependencies = [missing.hash]
    return change
  }

  @Test func `H2: the number of waiting changes is limited`() throws {
    let receiver = try Document([], limits: LoadLimits(waitingChanges: 3))
    for number in 0..<3 { try receiver.applyEncodedChanges(encoded: orphan(number).chunk) }
    for _ in 0..<2 {
      expectError(.queueFull) { try receiver.applyEncodedChanges(encoded: orphan(3).chunk) }
      #expect(receiver.queuedChangeCount == 3)
    }
    // All or nothing: a change that could be applied isn't, beside one that has no room.
    let chain = try chain(2)
    expectError(.queueFull) {
      try receiver.applyEncodedChanges(encoded: chain[0].chunk + orphan(3).chunk)
    }
    #expect(receiver.heads().isEmpty)
    #expect(receiver.queuedChangeCount == 3)
    // Changes that are there already need no room, and those that don't wait neither.
    try receiver.applyEncodedChanges(encoded: orphan(1).chunk + chain[1].chunk + chain[0].chunk)
    #expect(receiver.heads() == [chain[1].hash])
    #expect(receiver.queuedChangeCount == 3)
    let again = try Document(receiver.save(), limits: LoadLimits(waitingChanges: 3))
    #expect(again.queuedChangeCount == 3)
    #expect(again.heads() == receiver.heads())
  }

  @Test func `H5: a waiting change that exceeds a limit is kept`() throws {
    let receiver = try Document([], limits: LoadLimits(memory: 1 << 17, memoryPerByte: 0))
    let first = try chain(1)[0]
    var large = CraftedChange(settingKeys: Array(repeating: "key", count: 1 << 12))
    large.actor = [2]
    large.firstOperation = 2
    large.dependencies = [first.hash]
    try receiver.applyEncodedChanges(encoded: large.chunk)
    let sizes = receiver.tableSizes
    expectError(.limitExceeded) { try receiver.applyEncodedChanges(encoded: first.chunk) }
    #expect(receiver.heads().isEmpty)
    #expect(receiver.queuedChangeCount == 1)
    #expect(receiver.tableSizes == sizes)
    #expect(try Document(receiver.save()).queuedChangeCount == 1)
    #expect(receiver.discardQueuedChanges() == [large.hash])
    try receiver.applyEncodedChanges(encoded: first.chunk)
    #expect(receiver.heads() == [first.hash])
  }

  @Test func `H3: waiting changes are not applied for a batch that has an invalid change`() throws {
    let receiver = try Document([], limits: LoadLimits(memory: 1 << 17, memoryPerByte: 0))
    let chain = try chain(2)
    // Applying it would exceed the limit, which would show that it was applied.
    var large = CraftedChange(settingKeys: Array(repeating: "key", count: 1 << 12))
    large.actor = [2]
    large.firstOperation = 2
    large.dependencies = [chain[0].hash]
    try receiver.applyEncodedChanges(encoded: large.chunk)
    var invalid = chain[1]
    invalid.sequence = 3
    expectError(.invalidChange) {
      try receiver.applyEncodedChanges(encoded: chain[0].chunk + invalid.chunk)
    }
    #expect(receiver.heads().isEmpty)
    #expect(receiver.queuedChangeCount == 1)
  }

  @Test func `H3: an invalid change that needs a waiting one is discarded as that would be`() throws
  {
    let chain = try chain(3)
    var invalid = chain[2]
    invalid.sequence = 4
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: chain[1].chunk)
    try receiver.applyEncodedChanges(encoded: chain[0].chunk + invalid.chunk)
    #expect(receiver.heads() == [chain[1].hash])
    #expect(receiver.queuedChangeCount == 0)
    // A valid one is applied.
    let other = Document()
    try other.applyEncodedChanges(encoded: chain[1].chunk)
    try other.applyEncodedChanges(encoded: chain[2].chunk + chain[0].chunk)
    #expect(other.heads() == [chain[2].hash])
    #expect(other.queuedChangeCount == 0)
  }

  @Test func `H5: waiting changes are saved in the order of their arrival`() throws {
    let orphans = (0..<20).map { orphan($0) }
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: orphans.flatMap(\.chunk))
    let chunks = orphans.flatMap(\.chunk)
    #expect(try receiver.save().suffix(chunks.count).elementsEqual(chunks))
    let again = try Document(receiver.save())
    #expect(try again.save() == receiver.save())
  }

  @Test(arguments: [true, false])
  func `H2: a message may use the places that it frees in a full queue`(isCounted: Bool) throws {
    let chain = try chain(2)
    let full = [chain[1], orphan(0), orphan(1)]
    // The change that arrives is larger than the one that leaves, so it fits only in its place.
    let size = full.map(\.body.count).reduce(0, +) - chain[1].body.count + orphan(2).body.count
    let receiver = try Document(
      [], limits: isCounted ? LoadLimits(waitingChanges: 3) : LoadLimits(waitingBytes: size))
    try receiver.applyEncodedChanges(encoded: full.flatMap(\.chunk))
    try receiver.applyEncodedChanges(encoded: chain[0].chunk + orphan(2).chunk)
    #expect(receiver.heads() == [chain[1].hash])
    #expect(receiver.queuedChangeCount == 3)
    expectError(.queueFull) { try receiver.applyEncodedChanges(encoded: orphan(3).chunk) }
    #expect(receiver.queuedChangeCount == 3)
  }

  @Test func `H5: discarding the waiting changes of a full queue lets others wait`() throws {
    let receiver = try Document([], limits: LoadLimits(waitingChanges: 3))
    let orphans = (0..<3).map { orphan($0) }
    for orphan in orphans { try receiver.applyEncodedChanges(encoded: orphan.chunk) }
    let chain = try chain(2)
    let error = expectError(.queueFull) {
      try receiver.applyEncodedChanges(encoded: chain[1].chunk)
    }
    #expect(error?.message.contains("discard the waiting changes") == true)
    #expect(receiver.queuedChangeCount == 3)
    #expect(receiver.discardQueuedChanges() == orphans.map(\.hash))
    #expect(receiver.queuedChangeCount == 0)
    #expect(receiver.discardQueuedChanges().isEmpty)
    try receiver.applyEncodedChanges(encoded: chain[1].chunk)
    try receiver.applyEncodedChanges(encoded: chain[0].chunk)
    #expect(receiver.heads() == [chain[1].hash])
    // The discarded changes can be received again.
    try receiver.applyEncodedChanges(encoded: orphans[0].chunk)
    #expect(receiver.queuedChangeCount == 1)
  }

  @Test func `H5: waiting changes are saved together with changes of another encoding`() throws {
    // A run of one value, where this version writes a literal, so that only its bytes have its
    // hash.
    var foreign = CraftedChange(settingKeys: ["key"])
    foreign.columns[CraftedChange.Column.action] = [1, UInt8(OpAction.set.rawValue)]
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: foreign.chunk + orphan(1).chunk)
    #expect(receiver.heads() == [foreign.hash])
    let again = try Document(receiver.save())
    #expect(again.heads() == [foreign.hash])
    #expect(again.queuedChangeCount == 1)
    #expect(try again.json() == receiver.json())
  }

  @Test func `H2: the bytes of waiting changes are limited`() throws {
    let size = orphan(0).body.count
    let receiver = try Document([], limits: LoadLimits(waitingBytes: 2 * size))
    try receiver.applyEncodedChanges(encoded: orphan(0).chunk + orphan(1).chunk)
    expectError(.queueFull) { try receiver.applyEncodedChanges(encoded: orphan(2).chunk) }
    #expect(receiver.queuedChangeCount == 2)
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: each change that arrives looks only at those that wait for it`() throws {
    let growth = try growthOfTime(from: 500) { count in
      (0..<count).map { orphan($0).chunk }
    } work: { chunks in
      let receiver = Document(actor: ActorId(bytes: [9]))
      for chunk in chunks { try receiver.applyEncodedChanges(encoded: chunk) }
      #expect(receiver.queuedChangeCount == chunks.count)
    }
    #expect(growth < proportionalGrowth)
    let count = 500
    let receiver = Document(actor: ActorId(bytes: [9]))
    for number in 0..<count { try receiver.applyEncodedChanges(encoded: orphan(number).chunk) }
    let chain = try chain(50)
    for change in chain.reversed() { try receiver.applyEncodedChanges(encoded: change.chunk) }
    #expect(receiver.heads() == [chain[49].hash])
    #expect(receiver.queuedChangeCount == count)
  }

  @Test func `changes that arrive in reverse order are applied when the first one is there`() throws
  {
    let changes = try chain(30)
    let receiver = Document()
    for change in changes.dropFirst().reversed() {
      try receiver.applyEncodedChanges(encoded: change.chunk)
    }
    #expect(receiver.queuedChangeCount == 29)
    #expect(receiver.heads().isEmpty)
    try receiver.applyEncodedChanges(encoded: changes[0].chunk)
    #expect(receiver.queuedChangeCount == 0)
    #expect(receiver.keys(obj: .ROOT).count == 30)
  }

  /// A document whose first change is one that other replicas can make too, and has a second change
  /// by another actor; and the heads after the first.
  private func changedTitle(
    after actor: ActorId
  ) throws -> (document: Document, start: Set<ChangeHash>) {
    let document = Document(actor: actor)
    try document.put(obj: .ROOT, key: "title", value: .String("new"))
    let start = document.heads()
    document.actor = ActorId(bytes: [2])
    try document.put(obj: .ROOT, key: "title", value: .String("changed"))
    return (document, start)
  }

  @Test func `H5: changes that wait for a change that this replica makes too are applied with it`()
    async throws
  {
    // Replicas of an app can begin with one change, which each of them makes.
    let first = ActorId(bytes: [0])
    let (other, start) = try changedTitle(after: first)
    var invalid = CraftedChange.failingAtTheEnd
    invalid.dependencies = start.sorted()
    invalid.firstOperation = 100
    let received = try other.encodeChangesSince(heads: start) + invalid.chunk
    var receiver: Document? = Document(actor: first)
    try receiver?.applyEncodedChanges(encoded: received)
    #expect(receiver?.queuedChangeCount == 2)
    var tree = PlainTree(encoding: .unicodeScalar)
    let patches = receiver?.patches()
    try receiver?.put(obj: .ROOT, key: "title", value: .String("new"))
    #expect(receiver?.heads() == other.heads())
    #expect(receiver?.queuedChangeCount == 0)
    #expect(try receiver.map { try Document($0.save()).heads() } == other.heads())
    receiver = nil
    if let patches { for await patches in patches { try tree.apply(patches) } }
    #expect(try tree == PlainTree(other))
  }

  /// The ways to receive what another document has, with the patches.
  enum Receiving: CaseIterable { case changes, merge, message }

  @Test(arguments: Receiving.allCases, 1...6)
  func `patches of receiving have the changes that waited for the commit of pending edits`(
    receiving: Receiving, seed: UInt64
  ) async throws {
    // The replicas begin with one change, which the receiver makes too.
    var replicas = try RandomReplicas(seed: seed, count: 2)
    let origin = try replicas.documents[0].fork()
    let start = origin.heads()
    try replicas.run(30)
    for document in replicas.documents { try origin.merge(other: document) }
    let waiting = try origin.encodeChangesSince(heads: start)
    // These depend on waiting changes, and arrive with the call whose patches are tested.
    try replicas.run(30)
    for document in replicas.documents { try origin.merge(other: document) }

    var receiver: Document? = Document(actor: ActorId(bytes: [UInt8(seed), 0]))
    try receiver?.applyEncodedChanges(encoded: waiting)
    #expect((receiver?.queuedChangeCount ?? 0) > 0)
    for (key, type) in [("map", ObjType.Map), ("list", .List), ("text", .Text)] {
      let made = try receiver?.putObject(obj: .ROOT, key: key, ty: type)
      if type == .Text, let made {
        try receiver?.spliceText(obj: made, start: 0, delete: 0, value: "Hello")
      }
    }
    let stream = receiver?.patches()
    let earlier = try #require(try receiver.map { try PlainTree($0) })
    #expect(receiver?.pendingEdits == 8)
    var (tree, observed) = (earlier, earlier)
    switch receiving {
    case .changes:
      try tree.apply(receiver?.applyEncodedChangesWithPatches(encoded: origin.save()) ?? [])
    case .merge: try tree.apply(receiver?.mergeWithPatches(other: origin) ?? [])
    case .message:
      // An empty replica asks, because a filter of what the receiver has could hide a change.
      let (mine, theirs) = (SyncState(), SyncState())
      let question = try #require(try Document().generateSyncMessage(state: SyncState()))
      try origin.receiveSyncMessage(state: theirs, message: question)
      let message = try #require(try origin.generateSyncMessage(state: theirs))
      try tree.apply(
        receiver?.receiveSyncMessageWithPatches(state: mine, message: message) ?? [])
    }
    #expect(receiver?.heads() == origin.heads())
    #expect(receiver?.queuedChangeCount == 0)
    #expect(try receiver.map { try PlainTree($0) } == tree)
    #expect(tree != earlier)
    receiver = nil
    if let stream { for await patches in stream { try observed.apply(patches) } }
    #expect(observed == tree)
  }

  @Test func `a call that fails after its commit sends the patches of what waited for the commit`()
    async throws
  {
    let shared = ActorId(bytes: [0])
    let (origin, start) = try changedTitle(after: shared)
    var receiver: Document? = Document(actor: shared)
    try receiver?.applyEncodedChanges(encoded: origin.encodeChangesSince(heads: start))
    let stream = try #require(receiver).patches()
    try receiver?.put(obj: .ROOT, key: "title", value: .String("new"))
    expectError(.corruptData) {
      _ = try receiver?.applyEncodedChangesWithPatches(encoded: [1, 2, 3])
    }
    #expect(receiver?.heads() == origin.heads())
    receiver = nil
    var actions: [PatchAction] = []
    for await patches in stream { actions += patches.map(\.action) }
    #expect(
      actions == ["new", "changed"].map { .Put(.ROOT, .Key("title"), .Scalar(.String($0))) })
  }

  @Test func `a change with several missing dependencies waits for all of them`() throws {
    var parts: [CraftedChange] = []
    for number in 0..<4 {
      var part = CraftedChange(settingKeys: ["part \(number)"])
      part.actor = [7, UInt8(number)]
      parts.append(part)
    }
    var last = CraftedChange(settingKeys: ["last"])
    last.firstOperation = 2
    last.dependencies = parts.map(\.hash)
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: last.chunk)
    for part in parts.reversed() {
      #expect(receiver.queuedChangeCount == 1)
      try receiver.applyEncodedChanges(encoded: part.chunk)
    }
    #expect(receiver.queuedChangeCount == 0)
    #expect(receiver.heads() == [last.hash])
  }

  @Test func `H5: a waiting change that is invalid doesn't hold up the change that it waits for`()
    throws
  {
    let changes = try chain(2)
    // It changes an object that doesn't exist, which shows when it is applied.
    var invalid = changes[1]
    invalid.actor = [5]
    invalid.sequence = 1
    invalid.columns[CraftedChange.Column.objectActor] = CraftedChange.run(0, 1)
    invalid.columns[CraftedChange.Column.objectCounter] = CraftedChange.run(77, 1)
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: invalid.chunk)
    var later = CraftedChange(settingKeys: ["later"])
    later.actor = [6]
    later.firstOperation = 3
    later.dependencies = [invalid.hash]
    try receiver.applyEncodedChanges(encoded: later.chunk)
    #expect(receiver.queuedChangeCount == 2)
    try receiver.applyEncodedChanges(encoded: changes[0].chunk)
    #expect(receiver.heads() == [changes[0].hash])
    #expect(receiver.queuedChangeCount == 1)
    #expect(receiver.withCore { $0.set.actors.existingIndex(of: ActorId(bytes: [5])) } == nil)
    try receiver.applyEncodedChanges(encoded: changes[1].chunk)
    #expect(try Document(receiver.save()).heads() == [changes[1].hash])
    // Received again, it is known to be invalid. Elsewhere it is an error.
    try receiver.applyEncodedChanges(encoded: invalid.chunk)
    #expect(receiver.heads() == [changes[1].hash])
    #expect(receiver.queuedChangeCount == 1)
    let other = try receiver.fork()
    try Document(other.save()).merge(other: receiver)
    let another = try Document(receiver.save())
    expectError(.invalidChange) { try another.applyEncodedChanges(encoded: invalid.chunk) }
  }

  @Test func `H5: a file of new changes alone has no waiting change, which is saved once applied`()
    throws
  {
    let receiver = Document()
    try receiver.put(obj: .ROOT, key: "a", value: .Int(1))
    var file = try receiver.encodeNewChanges()
    let chain = try chain(2)
    try receiver.applyEncodedChanges(encoded: chain[1].chunk)
    file += try receiver.encodeNewChanges()
    #expect(try Document(file).queuedChangeCount == 0)
    try receiver.applyEncodedChanges(encoded: chain[0].chunk)
    file += try receiver.encodeNewChanges()
    #expect(try Document(file).heads() == receiver.heads())
    // A file that has a document may have it.
    file = try receiver.save()
    try receiver.applyEncodedChanges(encoded: orphan(1).chunk)
    file += try receiver.encodeNewChanges()
    #expect(try Document(file).queuedChangeCount == 1)
    let again = try Document(file)
    try again.applyEncodedChanges(encoded: orphan(2).chunk)
    file += try again.encodeNewChanges()
    #expect(try Document(file).queuedChangeCount == 2)
  }
}
