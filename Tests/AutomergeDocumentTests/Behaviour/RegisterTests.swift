import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// Keys and elements with long histories and many concurrent values.
struct RegisterTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  /// A place that can be set: a key, or an element of a list.
  enum Place: CaseIterable, CustomTestStringConvertible {
    case key, element

    var testDescription: String { "\(self)" }
  }

  private func makePlace(_ place: Place) throws -> ObjId {
    guard place == .element else { return .ROOT }
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.insert(obj: list, index: 0, value: .Counter(0))
    return list
  }

  private func put(
    _ value: ScalarValue, _ place: Place, _ object: ObjId, in document: Document
  ) throws {
    switch place {
    case .key: try document.put(obj: object, key: "k", value: value)
    case .element: try document.put(obj: object, index: 0, value: value)
    }
  }

  private func increment(_ place: Place, _ object: ObjId, in document: Document) throws {
    switch place {
    case .key: try document.increment(obj: object, key: "k", by: 1)
    case .element: try document.increment(obj: object, index: 0, by: 1)
    }
  }

  private func values(_ place: Place, _ object: ObjId, in document: Document) throws -> [Value] {
    switch place {
    case .key: try document.getAll(obj: object, key: "k")
    case .element: try document.getAll(obj: object, index: 0)
    }
  }

  @Test(arguments: Place.allCases)
  func `all concurrent values stay, whatever the order in which they arrive`(place: Place) throws {
    let object = try makePlace(place)
    try put(.String("old"), place, object, in: document)
    let replicas = try (2...9).map { try document.fork(actor: ActorId(bytes: [UInt8($0)])) }
    for (number, replica) in replicas.enumerated() {
      for step in 0...(number % 3) {
        try put(.Int(Int64(number * 10 + step)), place, object, in: replica)
      }
    }
    // By the counters first, then by the actors.
    let expected = [0, 30, 60, 11, 41, 71, 22, 52].map { Value.Scalar(.Int($0)) }
    var random = SplitMix64(seed: 7)
    for _ in 0..<10 {
      let target = try document.fork()
      for replica in replicas.shuffled(using: &random) { try target.merge(other: replica) }
      #expect(try values(place, object, in: target) == expected)
      let loaded = try Document(target.save())
      #expect(try values(place, object, in: loaded) == expected)
      struct Cancelled: Error {}
      #expect(throws: Cancelled.self) {
        try target.transaction {
          try put(.Null, place, object, in: target)
          #expect(try values(place, object, in: target) == [.Scalar(.Null)])
          throw Cancelled()
        }
      }
      #expect(try values(place, object, in: target) == expected)
    }
  }

  @Test(arguments: Place.allCases)
  func `a counter keeps what concurrent increments add until it is replaced`(place: Place) throws {
    let object = try makePlace(place)
    try put(.Counter(100), place, object, in: document)
    let other = try document.fork(actor: ActorId(bytes: [2]))
    for _ in 0..<30 { try increment(place, object, in: document) }
    for _ in 0..<20 { try increment(place, object, in: other) }
    try document.merge(other: other)
    #expect(try values(place, object, in: document) == [.Scalar(.Counter(150))])
    try increment(place, object, in: document)
    try document.rollback()
    #expect(try values(place, object, in: document) == [.Scalar(.Counter(150))])
    #expect(
      try values(place, object, in: Document(document.save())) == [.Scalar(.Counter(150))])
    // Setting it anew on one side and counting on the other leaves both.
    try document.merge(other: other)
    try other.merge(other: document)
    try put(.String("new"), place, object, in: document)
    try increment(place, object, in: other)
    try document.merge(other: other)
    #expect(try values(place, object, in: document) == [.Scalar(.String("new"))])
    let loaded = try Document(document.save())
    #expect(try values(place, object, in: loaded) == [.Scalar(.String("new"))])
  }

  @Test(arguments: Place.allCases)
  func `setting a counter to its value makes no edit, and keeps what others add`(place: Place)
    throws
  {
    let object = try makePlace(place)
    try put(.Counter(100), place, object, in: document)
    try increment(place, object, in: document)
    let value = try values(place, object, in: document)
    guard case .Scalar(.Counter(let sum))? = value.last else {
      Issue.record("no counter")
      return
    }
    let other = try document.fork(actor: ActorId(bytes: [2]))
    try increment(place, object, in: other)
    let edits = document.pendingEdits
    try put(.Counter(sum), place, object, in: document)
    #expect(document.pendingEdits == edits)
    try document.merge(other: other)
    #expect(try values(place, object, in: document) == [.Scalar(.Counter(sum + sum - 100))])
    // Another value is an edit, also the initial one.
    try put(.Counter(100), place, object, in: document)
    #expect(try values(place, object, in: document) == [.Scalar(.Counter(100))])
  }

  @Test func `one key in many maps has a value in each`() throws {
    var maps: [ObjId] = []
    for number in 0..<20 {
      maps.append(try document.putObject(obj: .ROOT, key: "map \(number)", ty: .Map))
    }
    for (number, map) in maps.enumerated() {
      try document.put(obj: map, key: "name", value: .Int(Int64(number)))
    }
    try document.delete(obj: maps[0], key: "name")
    for copy in [document, try Document(document.save())] {
      #expect(try copy.get(obj: maps[0], key: "name") == nil)
      #expect(try copy.get(obj: maps[0], key: "unknown") == nil)
      for (number, map) in maps.enumerated().dropFirst() {
        #expect(try copy.get(obj: map, key: "name") == .Scalar(.Int(Int64(number))))
      }
    }
  }

  /// The operations of two replicas on one counter, in the order in which they arrive.
  private struct Operations {
    var set = OpSet(textEncoding: .unicodeScalar)
    let actors: [ActorIndex]
    let key: RegisterKey
    let counter: RowIndex

    init(on place: Place) throws {
      actors = [
        set.index(of: ActorId(bytes: [1])), set.index(of: ActorId(bytes: [2])),
      ]
      var op = OpSet.NewOp(
        id: OpID(counter: 2, actor: actors[0]), object: .root,
        key: ObjectKey(set.index(of: "k")),
        action: .set, value: try set.store(.Counter(0)))
      if place == .element {
        let list = OpSet.NewOp(
          id: OpID(counter: 1, actor: actors[0]), object: .root, key: op.key, action: .makeList)
        set.perform(list, replacing: [])
        op = OpSet.NewOp(
          id: op.id, object: ObjectIndex(1), key: ObjectKey(nil), action: .set,
          value: op.value)
        op.isInsert = true
      }
      counter = try #require(set.perform(op, replacing: []).row)
      key = set.registerKey(of: counter)
    }

    mutating func increment(_ id: OpID) throws {
      let op = OpSet.NewOp(
        id: id, object: key.object, key: key.key, action: .increment,
        value: try set.store(.Int(1)))
      set.perform(op, replacing: [counter])
    }

    /// The identities of the register's rows.
    var identities: [OpID] {
      var identities: [OpID] = []
      var row = set.registers.head(key)
      while let index = row {
        identities.append(set.rows[index].id)
        row = set.rows[index].next
      }
      return identities
    }
  }

  @Test(arguments: Place.allCases)
  func `rows have the order of their identities, also after others are undone`(
    place: Place
  ) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var operations = try Operations(on: place)
      let actors = operations.actors
      let identities = (3...200).flatMap { counter in
        actors.map { OpID(counter: counter, actor: $0) }
      }
      let expected = operations.identities + identities
      var random = SplitMix64(seed: seed)
      let arriving = identities.shuffled(using: &random)
      for id in arriving.prefix(200) { try operations.increment(id) }
      let early = operations.identities
      let arrived = Set(arriving.prefix(200))
      #expect(early == expected.filter { $0.counter == 2 || arrived.contains($0) })
      for _ in 0..<2 {
        operations.set.beginRecording()
        let checkpoint = operations.set.checkpoint()
        for id in arriving.dropFirst(200) { try operations.increment(id) }
        #expect(operations.identities == expected)
        operations.set.restore(checkpoint)
        #expect(operations.identities == early)
      }
    }
  }

  @Test func `thousands of concurrent values are in the order of their identities`() throws {
    let count = 2_000
    let document = Document()
    for (actor, first) in [(1, 1_000_001), (2, 1)] as [(UInt8, UInt64)] {
      var change = CraftedChange(settingKeys: Array(repeating: "k", count: count))
      change.actor = [actor]
      change.firstOperation = first
      // The numbers of the values grow with their identities.
      let number = UInt8(actor == 2 ? 1 : 2)
      change.columns[CraftedChange.Column.valueMetadata] =
        CraftedChange.run(UInt64(1 << 4 | StoredValue.Code.uint), count)
      change.columns[CraftedChange.Column.value] = Array(repeating: number, count: count)
      try document.applyEncodedChanges(encoded: change.chunk)
    }
    let expected = [UInt64(1), 2].flatMap {
      Array(repeating: Value.Scalar(.Uint($0)), count: count)
    }
    #expect(try document.getAll(obj: .ROOT, key: "k") == expected)
    try document.put(obj: .ROOT, key: "k", value: .Null)
    #expect(try document.getAll(obj: .ROOT, key: "k") == [.Scalar(.Null)])
    try document.rollback()
    #expect(try document.getAll(obj: .ROOT, key: "k") == expected)
    #expect(try Document(document.save()).getAll(obj: .ROOT, key: "k") == expected)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Place.allCases, [0, 1_000_000])
  func `H3: increments of two replicas that arrive in turn`(
    place: Place, difference: UInt32
  ) throws {
    let growth = try growthOfTime(from: 1_000) {
      $0
    } work: { (rounds: Int) in
      var operations = try Operations(on: place)
      let actors = operations.actors
      for counter in 3..<UInt32(rounds) + 3 {
        // The one of the second replica is later, so each of the first one belongs before others.
        try operations.increment(OpID(counter: counter + difference, actor: actors[1]))
        try operations.increment(OpID(counter: counter, actor: actors[0]))
      }
      let value = operations.set.value(operations.counter)
      #expect(value == .Scalar(.Counter(Int64(2 * rounds))))
    }
    #expect(growth < proportionalGrowth)
  }
}
