import AutomergeDocument
import SchemaTestSupport
import Testing

/// Histories made at random; the seed is the argument that a failure prints.
struct ConvergenceTests {
  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func `replicas converge under any order of merging`(seed: UInt64) throws {
    var replicas = try RandomReplicas(seed: seed, count: 2 + Int(seed % 3))
    try replicas.run(150)
    for _ in 0..<2 {
      for place in replicas.shuffled(Array(replicas.documents.indices)) {
        for other in replicas.shuffled(replicas.documents) {
          try replicas.documents[place].merge(other: other)
          replicas.documents[place].checkInvariants()
        }
      }
    }
    let first = replicas.documents[0]
    let expected = try TypedValue(first)
    for other in replicas.documents.dropFirst() {
      #expect(other.heads() == first.heads())
      #expect(try TypedValue(other) == expected)
      #expect(try Self.marks(other) == Self.marks(first))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `save and load is identity, and so are shuffled changes`(seed: UInt64) throws {
    var replicas = try RandomReplicas(seed: seed &+ 100, count: 3)
    try replicas.run(120)
    let document = replicas.documents[0]
    try document.merge(other: replicas.documents[1])
    let saved = try document.save()
    let loaded = try Document(saved)
    loaded.checkInvariants()
    #expect(try TypedValue(loaded) == TypedValue(document))
    #expect(try loaded.changes() == document.changes())
    #expect(try loaded.save() == saved)
    #expect(try Self.marks(loaded) == Self.marks(document))
    let shuffled = Document()
    let changes = replicas.shuffled(try document.changes())
    for change in changes {
      try shuffled.applyEncodedChanges(encoded: change.bytes)
      shuffled.checkInvariants()
    }
    #expect(shuffled.queuedChangeCount == 0)
    #expect(shuffled.heads() == document.heads())
    #expect(try TypedValue(shuffled) == TypedValue(document))
    let atOnce = try Document(changes.flatMap { Array($0.bytes) })
    #expect(try TypedValue(atOnce) == TypedValue(document))
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `reads at past heads equal a replay`(seed: UInt64) throws {
    var replicas = try RandomReplicas(seed: seed &+ 200, count: 3)
    try replicas.run(80)
    let document = replicas.documents[0]
    for other in replicas.documents.dropFirst() { try document.merge(other: other) }
    let changes = try document.changes()
    for _ in 0..<6 {
      let heads: Set = [changes[replicas.below(changes.count)].hash]
      // An iterator can be read once.
      let past = try document.forkAt(heads: AnyIterator(heads.makeIterator()))
      #expect(past.heads() == heads)
      #expect(try TypedValue(document, heads: heads) == TypedValue(past))
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `replicas converge by partial syncing`(seed: UInt64) throws {
    var replicas = try RandomReplicas(seed: seed &+ 300, count: 3)
    let pairs = [(0, 1), (1, 2), (0, 2)]
    var states = pairs.map { _ in (SyncState(), SyncState()) }
    for _ in 0..<6 {
      try replicas.run(20)
      let place = replicas.below(pairs.count)
      try replicas.documents[pairs[place].0].exchangeMessages(
        states[place].0, with: replicas.documents[pairs[place].1], states[place].1,
        rounds: replicas.below(6))
      if replicas.below(3) == 0 {
        // A connection is lost, and one side has only what it kept.
        states[place] = (try SyncState(bytes: states[place].0.encode()), SyncState())
      }
    }
    for _ in 0..<3 {
      for (place, pair) in pairs.enumerated() {
        states[place].0.reset()
        states[place].1.reset()
        try replicas.documents[pair.0].exchangeMessages(
          states[place].0, with: replicas.documents[pair.1], states[place].1, rounds: 100)
      }
    }
    let first = replicas.documents[0]
    for other in replicas.documents.dropFirst() {
      #expect(other.heads() == first.heads())
      #expect(try TypedValue(other) == TypedValue(first))
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>, [TextEncoding.utf8, .utf16, .graphemeCluster])
  func `edits that fail or roll back leave no trace`(seed: UInt64, encoding: TextEncoding) throws {
    var replicas = try RandomReplicas(seed: seed &+ 400, count: 2, encoding: encoding)
    try replicas.run(60)
    let document = replicas.documents[0]
    let saved = try document.save()
    let before = try TypedValue(document)
    struct Cancelled: Error {}
    for _ in 0..<5 {
      #expect(throws: Cancelled.self) {
        try document.transaction {
          try document.put(obj: .ROOT, key: "outer", value: .String("a longer string than eight"))
          _ = try? document.transaction {
            try Self.editEverything(document)
            throw Cancelled()
          }
          try Self.editEverything(document)
          throw Cancelled()
        }
      }
      #expect(document.pendingEdits == 0)
      document.checkInvariants()
      try Self.editEverything(document)
      document.checkInvariants()
      #expect(try document.rollback() > 0)
      document.checkInvariants()
      #expect(try TypedValue(document) == before)
    }
    #expect(try document.save() == saved)
    try Self.editEverything(document)
    let again = try Document(document.save(), textEncoding: encoding)
    #expect(try TypedValue(again) == TypedValue(document))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a long text that is edited anywhere reads like a string`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let document = Document()
    let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
    var expected: [Character] = []
    for step in 0..<3000 {
      let index = random.below(expected.count + 1)
      let deleted = random.oneIn(4) ? min(random.below(4), expected.count - index) : 0
      try document.spliceText(
        obj: text, start: UInt64(index), delete: Int64(deleted), value: "\(step % 10)")
      expected.replaceSubrange(index..<(index + deleted), with: "\(step % 10)")
      if step % 100 == 0 { document.checkInvariants() }
      if step == 1500 { try document.commitWith() }
    }
    #expect(try document.text(obj: text) == String(expected))
    #expect(try document.rollback() > 1000)
    document.checkInvariants()
    try document.updateText(obj: text, value: "")
    document.checkInvariants()
  }

  private static func editEverything(_ document: Document) throws {
    try document.put(obj: .ROOT, key: "new", value: .String("new"))
    for key in document.keys(obj: .ROOT) {
      guard case .Object(let object, let type)? = try document.get(obj: .ROOT, key: key) else {
        try document.put(obj: .ROOT, key: key, value: .Counter(3))
        try document.increment(obj: .ROOT, key: key, by: 2)
        continue
      }
      switch type {
      case .Map:
        let inner = try document.putObject(obj: object, key: "inner", ty: .List)
        try document.insert(obj: inner, index: 0, value: .Int(1))
      case .List:
        try document.splice(obj: object, start: 0, delete: 2, values: [.Int(1), .Counter(2)])
        try document.increment(obj: object, index: 1, by: 5)
      case .Text:
        try document.updateText(obj: object, value: "quite another text \u{1F469}\u{200D}\u{1F467}")
      }
    }
    try document.delete(obj: .ROOT, key: "map")
  }

  private static func marks(_ document: Document) throws -> [Mark] {
    guard case .Object(let text, .Text)? = try document.get(obj: .ROOT, key: "text") else {
      return []
    }
    return try document.marks(obj: text)
  }
}
