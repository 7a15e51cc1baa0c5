import AutomergeDocument
import SchemaTestSupport
import Testing

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
}
