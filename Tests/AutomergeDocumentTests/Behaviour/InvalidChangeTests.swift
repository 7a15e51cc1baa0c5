import Testing

@testable import AutomergeDocument

/// H4: each fault that a received change can have is an error of its own, and leaves the document
/// as it was.
struct InvalidChangeTests {
  typealias Column = CraftedChange.Column

  /// An identity: the index of its actor in the change, and its counter.
  struct Identity {
    var actor: UInt64 = 1
    let counter: UInt64
  }

  /// One operation of a change.
  struct Operation {
    var object: Identity?
    var key: String? = "key"
    var element: Identity?
    var isAtHead = false
    var isInsert = false
    var action = OpAction.set
    var predecessors: [Identity] = []

    var columns: [UInt64: [UInt8]] {
      var columns: [UInt64: [UInt8]] = [
        Column.insert: CraftedChange.booleans(isInsert, 1),
        Column.action: CraftedChange.run(action, 1), Column.valueMetadata: CraftedChange.run(0, 1),
        Column.predecessorGroup: CraftedChange.run(UInt64(predecessors.count), 1),
      ]
      if let object {
        columns[Column.objectActor] = CraftedChange.run(object.actor, 1)
        columns[Column.objectCounter] = CraftedChange.run(object.counter, 1)
      }
      if let key { columns[Column.keyString] = CraftedChange.keys([key]) }
      if let element {
        columns[Column.keyActor] = CraftedChange.run(element.actor, 1)
        columns[Column.keyCounter] = CraftedChange.run(difference: Int64(element.counter), 1)
      } else if isAtHead {
        columns[Column.keyCounter] = CraftedChange.run(difference: 0, 1)
      }
      var actors = RunEncoder<UInt64>()
      var counters = DeltaEncoder()
      for predecessor in predecessors {
        actors.append(predecessor.actor)
        counters.append(Int64(predecessor.counter))
      }
      columns[Column.predecessorActor] = actors.finish()
      columns[Column.predecessorCounter] = counters.finish()
      return columns
    }
  }

  private static let list = Identity(counter: 1)
  private static let element = Identity(counter: 2)
  private static let otherElement = Identity(counter: 4)
  private static let value = Identity(counter: 5)
  private static let valueInMap = Identity(counter: 8)

  private let document = Document(actor: ActorId(bytes: [1]))

  init() throws {
    for key in ["list", "other"] {
      let list = try document.putObject(obj: .ROOT, key: key, ty: .List)
      try document.insert(obj: list, index: 0, value: .Int(1))
    }
    try document.put(obj: .ROOT, key: "key", value: .Int(1))
    try document.put(obj: .ROOT, key: "else", value: .Int(1))
    let map = try document.putObject(obj: .ROOT, key: "map", ty: .Map)
    try document.put(obj: map, key: "key", value: .Int(1))
    try document.commitWith()
  }

  private func change(_ operation: Operation) -> CraftedChange {
    var change = CraftedChange()
    change.actor = [2]
    change.otherActors = [[1]]
    change.dependencies = document.sortedHeads
    change.firstOperation = 9
    change.columns = operation.columns
    return change
  }

  private func expectRejected(
    _ change: CraftedChange, _ code: AutomergeError.Code, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sizes = document.tableSizes
    let json = try document.json()
    let error = #expect(throws: AutomergeError.self, sourceLocation: sourceLocation) {
      try document.applyEncodedChanges(encoded: change.chunk)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.message.contains(message) == true, sourceLocation: sourceLocation)
    #expect(document.tableSizes == sizes, sourceLocation: sourceLocation)
    #expect(try document.json() == json, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    Operation(), Operation(predecessors: [value]),
    Operation(object: list, key: nil, isAtHead: true, isInsert: true),
    Operation(object: list, key: nil, element: element, isInsert: true),
    Operation(object: list, key: nil, element: element, predecessors: [element]),
    Operation(action: .delete, predecessors: [value]),
  ])
  func `changes without a fault are applied`(operation: Operation) throws {
    let change = change(operation)
    try document.applyEncodedChanges(encoded: change.chunk)
    #expect(document.heads() == [change.hash])
    #expect(try Document(document.save()).heads() == [change.hash])
  }

  @Test(arguments: [
    (Operation(object: Identity(counter: 3_000)), "an object that doesn't exist"),
    (Operation(object: value), "an object that doesn't exist"),
    (Operation(object: list), "a key in a sequence"),
    (Operation(isInsert: true), "a key in a sequence"),
    (Operation(key: nil, isAtHead: true, isInsert: true), "has no key"),
    (Operation(object: list, key: nil, isAtHead: true), "has no key"),
    (Operation(key: nil, element: element), "an element that doesn't exist"),
    (Operation(object: list, key: nil, element: otherElement), "an element that doesn't exist"),
    (Operation(object: list, key: nil, element: value), "an element that doesn't exist"),
    (Operation(predecessors: [Identity(counter: 6)]), "is not at its place"),
    (Operation(predecessors: [element]), "is not at its place"),
    (Operation(predecessors: [Identity(counter: 99)]), "is not at its place"),
    (Operation(predecessors: [valueInMap]), "is not at its place"),
    (
      Operation(object: list, key: nil, element: element, predecessors: [otherElement]),
      "is not at its place"
    ),
    (
      Operation(object: list, key: nil, element: element, isInsert: true, predecessors: [element]),
      "is not at its place"
    ),
    (Operation(action: .delete), "deletes nothing"),
    (Operation(object: list, key: nil, element: element, action: .delete), "deletes nothing"),
  ])
  func `H4: an operation that doesn't fit the document is named`(
    operation: Operation, message: String
  ) throws {
    try expectRejected(change(operation), .invalidChange, message)
  }

  @Test(arguments: [
    (Operation(object: Identity(actor: 2, counter: 1)), "an actor that is not listed"),
    (Operation(object: Identity(counter: 0)), "a counter outside"),
    (Operation(element: element), "has two keys"),
    (Operation(object: list, key: nil), "has an incomplete identity"),
    (Operation(action: .increment), "that is not an integer"),
  ])
  func `H4: an operation that is malformed is named`(operation: Operation, message: String) throws {
    try expectRejected(change(operation), .corruptData, message)
  }

  /// Values whose bytes are not what their type code says.
  private static let values: [(code: UInt8, bytes: [UInt8], message: String)] = [
    (StoredValue.Code.null, [0], "A null or a truth value has bytes."),
    (StoredValue.Code.yes, [1], "A null or a truth value has bytes."),
    (StoredValue.Code.uint, [1, 1], "has bytes after its integer"),
    (StoredValue.Code.int, [1, 1], "has bytes after its integer"),
    (StoredValue.Code.timestamp, [0x80], "end too early"),
    (StoredValue.Code.f64, [1, 2, 3, 4], "A floating-point number does not have 8 bytes."),
    (StoredValue.Code.string, [0xC3], "is not UTF-8"),
  ]

  @Test(arguments: values)
  func `H4: a value that is not of its type is named`(
    code: UInt8, bytes: [UInt8], message: String
  ) throws {
    var change = change(Operation())
    let metadata = UInt64(bytes.count) << 4 | UInt64(code)
    change.columns[Column.valueMetadata] = CraftedChange.run(metadata, 1)
    change.columns[Column.value] = bytes
    try expectRejected(change, .corruptData, message)
  }

  /// Each column with more than the one entry of the operation: a null or a false more, or bytes
  /// that no value has.
  private static let surpluses: [(column: UInt64, surplus: [UInt8])] = [
    (Column.objectActor, [0, 2]), (Column.objectCounter, [0, 2]), (Column.keyActor, [0, 2]),
    (Column.keyCounter, [0, 2]), (Column.keyString, CraftedChange.keys(["key"]) + [0, 1]),
    (Column.insert, [2]), (Column.valueMetadata, CraftedChange.run(0, 1) + [0, 1]),
    (Column.value, [0]), (Column.predecessorGroup, CraftedChange.run(0, 1) + [0, 1]),
    (Column.predecessorActor, [0, 1]), (Column.predecessorCounter, [0, 1]), (Column.expand, [2]),
    (Column.markName, [0, 2]),
  ]

  @Test(arguments: surpluses)
  func `H4: a column that is longer than that of the actions is an error`(
    column: UInt64, surplus: [UInt8]
  ) throws {
    var change = change(Operation())
    change.columns[column] = surplus
    try expectRejected(change, .corruptData, "longer than the column of actions")
  }

  @Test func `H4: an actor's changes are applied in the order of their numbers`() throws {
    var skipping = change(Operation())
    skipping.sequence = 2
    try expectRejected(skipping, .invalidChange, "skips the change 1")
    try document.applyEncodedChanges(encoded: change(Operation()).chunk)
    var again = change(Operation(key: "another"))
    again.firstOperation = 11
    try expectRejected(again, .duplicateSequenceNumber, "with the number 1")
    again.sequence = 3
    try expectRejected(again, .invalidChange, "skips the change 2")
    again.sequence = 2
    again.firstOperation = 9
    try expectRejected(again, .invalidChange, "repeats identities of its actor")
  }

  @Test func `H4: a change that begins with the counter 0 is an error`() throws {
    var first = change(Operation())
    first.firstOperation = 0
    try expectRejected(first, .corruptData, "begins with the operation 0")
    first.firstOperation = 1 << 32
    try expectRejected(first, .corruptData, "begins with the operation 4294967296")
  }

  @Test func `H5: a change with predecessors in another order can be saved and loaded`() throws {
    var change = CraftedChange(settingKeys: ["k", "k", "k"])
    change.columns[Column.predecessorGroup] =
      CraftedChange.run(0, 2) + CraftedChange.run(2, 1)
    change.columns[Column.predecessorActor] = CraftedChange.run(0, 2)
    // The counters 2, and then 1.
    change.columns[Column.predecessorCounter] = [0x7E, 2, 0x7F]
    let document = Document()
    try document.applyEncodedChanges(encoded: change.chunk)
    #expect(try Document(document.save()).heads() == [change.hash])
  }

  /// Operations that refer to one with the same or a greater counter.
  private static let tooEarly: [(operation: Operation, counter: UInt64)] = [
    (Operation(object: list, key: nil, element: element, isInsert: true), 2),
    (Operation(object: list, key: nil, element: element, predecessors: [element]), 2),
    (Operation(predecessors: [value]), 4), (Operation(predecessors: [value]), 5),
  ]

  @Test(arguments: tooEarly)
  func `H5: an operation that is earlier than an element or a value that it needs is an error`(
    operation: Operation, counter: UInt64
  ) throws {
    var change = change(operation)
    // Its counters are only compared with those of its dependencies.
    change.dependencies = []
    change.firstOperation = counter
    try expectRejected(change, .invalidChange, "a counter that is not greater")
  }

  @Test func `H5: an operation that is earlier than its object is an error`() throws {
    let document = Document(actor: ActorId(bytes: [1]))
    for number in 0..<5 { try document.put(obj: .ROOT, key: "own", value: .Int(Int64(number))) }
    _ = try document.putObject(obj: .ROOT, key: "map", ty: .Map)
    try document.commitWith()
    let heads = document.heads()
    // A map with the identity 1 in the map with the identity 6, and a key in that.
    var change = CraftedChange()
    change.actor = [2]
    change.otherActors = [[1]]
    change.columns = [
      Column.objectActor: [0x7E, 1, 0], Column.objectCounter: [0x7E, 6, 1],
      Column.keyString: CraftedChange.keys(["a", "b"]),
      Column.insert: CraftedChange.booleans(false, 2), Column.action: [0x7E, 0, 1],
      Column.valueMetadata: CraftedChange.run(0, 2),
      Column.predecessorGroup: CraftedChange.run(0, 2),
    ]
    let error = expectError(.invalidChange) {
      try document.applyEncodedChanges(encoded: change.chunk)
    }
    #expect(error?.message.contains("a counter that is not greater") == true)
    #expect(document.heads() == heads)
    #expect(try Document(document.save()).heads() == heads)
  }
}
