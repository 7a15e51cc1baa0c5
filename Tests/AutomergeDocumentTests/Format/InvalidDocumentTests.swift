import Testing

@testable import AutomergeDocument

/// H4: each fault that a document chunk can have is an error of its own, although its checksum is
/// right.
struct InvalidDocumentTests {
  typealias Column = ColumnSpecification.Operation
  typealias ChangeColumn = ColumnSpecification.Change

  /// A fault, and what the error says of it.
  struct Fault: CustomTestStringConvertible, Sendable {
    let message: String
    let make: @Sendable (inout DocumentColumns) throws -> Void

    init(_ message: String, _ make: @escaping @Sendable (inout DocumentColumns) throws -> Void) {
      (self.message, self.make) = (message, make)
    }

    var testDescription: String { message }
  }

  /// The operations of the document, in their order there.
  ///
  /// The number is the operation's counter; those but `elseKey` are of the first actor.
  private enum Row {
    static let elseKey = 0
    static let (key5, key6, list1, mine7, other3, sub10, zero12) = (1, 2, 3, 4, 5, 6, 7)
    static let (element2, update8, element9) = (8, 9, 10)
    static let element4 = 11
    static let mine11 = 12
    static let count = 13
  }

  /// Four changes of two actors, the last two of which don't know each other.
  private static func document() throws -> Document {
    let one = Document(actor: ActorId(bytes: [1]))
    let list = try one.putObject(obj: .ROOT, key: "list", ty: .List)
    try one.insert(obj: list, index: 0, value: .Int(1))
    let other = try one.putObject(obj: .ROOT, key: "other", ty: .List)
    try one.insert(obj: other, index: 0, value: .Int(1))
    try one.put(obj: .ROOT, key: "key", value: .Int(1))
    try one.commitWith()
    try one.put(obj: .ROOT, key: "key", value: .Int(2))
    try one.commitWith()
    let two = try one.fork(actor: ActorId(bytes: [2]))
    try two.put(obj: .ROOT, key: "else", value: .Int(1))
    try two.commitWith()
    try one.put(obj: .ROOT, key: "mine", value: .Int(1))
    try one.put(obj: list, index: 0, value: .Int(2))
    try one.insert(obj: list, index: 1, value: .Int(3))
    let sub = try one.putObject(obj: .ROOT, key: "sub", ty: .Map)
    try one.put(obj: sub, key: "mine", value: .Int(1))
    try one.put(obj: .ROOT, key: "zero", value: .Null)
    try one.commitWith()
    try one.merge(other: two)
    return one
  }

  private static func columns() throws -> DocumentColumns {
    try #require(try DocumentColumns(Array(try document().save())))
  }

  @Test func `the document without a fault is read`() throws {
    let columns = try Self.columns()
    #expect(Array(try Self.document().save()) == Array(try Document(columns.file).save()))
    var actions: [Int64?] = []
    var counters: [Int64?] = []
    var edited = columns
    try edited.editOperations(Column.action) { actions = $0 }
    try edited.editOperations(Column.idCounter) { counters = $0 }
    #expect(actions.count == Row.count)
    #expect(counters == [7, 5, 6, 1, 7, 3, 10, 12, 2, 8, 9, 4, 11])
    #expect(try Document(edited.file).sortedHeads == columns.heads)
  }

  private func expect(_ fault: Fault, verify: Bool) throws {
    var columns = try Self.columns()
    try fault.make(&columns)
    let bytes = columns.file
    let error = expectError(.corruptData) { try Document(bytes, verify: verify) }
    #expect(error?.message.contains(fault.message) == true, "\(error?.message ?? "")")
    for isEmpty in [true, false] {
      let receiver = Document(actor: ActorId(bytes: [3]))
      if !isEmpty { try receiver.put(obj: .ROOT, key: "own", value: .Int(1)) }
      let (heads, sizes, json) = (receiver.heads(), receiver.tableSizes, try receiver.json())
      expectError(.corruptData) { try receiver.applyEncodedChanges(encoded: bytes) }
      #expect(receiver.heads() == heads)
      #expect(receiver.tableSizes == sizes)
      #expect(try receiver.json() == json)
    }
  }

  private static let surplus = "has columns of different lengths"
  private static let mismatch = "don't match its changes"

  @Test(arguments: [
    Fault("The heads of the document don't match its changes") { $0.heads.removeLast() },
    Fault("an unknown head") { $0.headPlaces[0] = 0 },
    Fault("an unknown head") { $0.headPlaces[0] = 9 },
    Fault("a head twice") { $0.headPlaces[1] = $0.headPlaces[0] },
    Fault("bytes after the last column") { $0.headPlaces.append(0) },
    Fault("names an actor that is not listed") {
      try $0.editChanges(ChangeColumn.actor) { $0[3] = 2 }
    },
    Fault("is out of its actor's sequence") {
      try $0.editChanges(ChangeColumn.sequence) { $0[1] = 3 }
    },
    Fault("is out of its actor's sequence") {
      try $0.editChanges(ChangeColumn.sequence) { $0[0] = 0 }
    },
    Fault("has a last counter outside") {
      try $0.editChanges(ChangeColumn.maximumOperation) { $0[1] = 1 << 32 }
    },
    Fault("ends before the change that its actor made earlier") {
      try $0.editChanges(ChangeColumn.maximumOperation) { $0[1] = 4 }
      // The actor's order is the only fault: the change depends on none.
      try $0.editChanges(ChangeColumn.dependencyGroup) { $0[1] = 0 }
      try $0.editChanges(ChangeColumn.dependencyIndex) { $0.removeFirst() }
    },
    Fault("depends on a change that doesn't precede it") {
      try $0.editChanges(ChangeColumn.dependencyIndex) { $0[0] = 1 }
    },
    Fault("ends before a change that it depends on") {
      var second = 0
      try $0.editChanges(ChangeColumn.actor) { second = $0.firstIndex(of: 1) ?? 0 }
      try $0.editChanges(ChangeColumn.maximumOperation) { [second] in $0[second] = 5 }
    },
    Fault(surplus) { try $0.editChanges(ChangeColumn.sequence) { $0.append(4) } },
    Fault(surplus) { try $0.editChanges(ChangeColumn.maximumOperation) { $0.append(99) } },
    Fault(surplus) { try $0.editChanges(ChangeColumn.time) { $0.append(1) } },
    Fault(surplus) { $0.changeColumns[ChangeColumn.message] = [0, 5] },
    Fault(surplus) { try $0.editChanges(ChangeColumn.dependencyGroup) { $0.append(0) } },
    Fault(surplus) { try $0.editChanges(ChangeColumn.dependencyIndex) { $0.append(0) } },
    Fault(surplus) { try $0.editChanges(ChangeColumn.extraMetadata) { $0.append(7) } },
    Fault(surplus) { $0.changeColumns[ChangeColumn.extra] = [1] },
  ])
  func `H4: a fault of the changes is named`(fault: Fault) throws {
    for verify in [true, false] { try expect(fault, verify: verify) }
  }

  @Test(arguments: [
    Fault("repeats an identity") { try $0.editOperations(Column.idCounter) { $0[Row.mine7] = 5 } },
    Fault("is a deletion with a row") {
      try $0.editOperations(Column.action) { $0[Row.zero12] = Int64(OpAction.delete.rawValue) }
    },
    Fault("doesn't belong to any change") {
      try $0.editOperations(Column.idCounter) { $0[Row.zero12] = 13 }
    },
    Fault("has a last counter that its operations don't reach") {
      try $0.editChanges(ChangeColumn.maximumOperation) { $0[3] = Int64(UInt32.max) }
    },
    Fault("changes an object that doesn't exist") {
      try $0.editOperations(Column.objectCounter) { $0[Row.element4] = 5 }
    },
    Fault("invalid UTF-8") {
      let keys = $0.operationColumns[Column.keyString] ?? []
      $0.operationColumns[Column.keyString] = keys.map { $0 == UInt8(ascii: "z") ? 0xFF : $0 }
    },
    Fault("uses a key in a sequence") {
      try $0.editOperations(Column.insert) { $0[Row.zero12] = 1 }
    },
    Fault("uses a key in a sequence") {
      try $0.editKeys { $0[Row.element2] = "key" }
      try $0.editOperations(Column.insert) { $0[Row.element2] = 0 }
      try $0.editOperations(Column.keyCounter) { $0[Row.element2] = nil }
    },
    Fault("has no key") {
      try $0.editKeys { $0[Row.zero12] = nil }
      try $0.editOperations(Column.insert) { $0[Row.zero12] = 1 }
      try $0.editOperations(Column.keyCounter) { $0[Row.zero12] = 0 }
    },
    Fault("has no key") { try $0.editOperations(Column.insert) { $0[Row.element4] = 0 } },
    Fault("names an element that doesn't exist") {
      try $0.editKeys { $0[Row.mine11] = nil }
      try $0.editOperations(Column.keyActor) { entries in
        entries += Array(repeating: nil, count: Row.count - entries.count)
        entries[Row.mine11] = 0
      }
      try $0.editOperations(Column.keyCounter) { entries in
        entries += Array(repeating: nil, count: Row.count - entries.count)
        entries[Row.mine11] = 4
      }
    },
    Fault("names an element that doesn't exist") {
      try $0.editOperations(Column.keyActor) { entries in
        entries += Array(repeating: nil, count: Row.count - entries.count)
        entries[Row.element4] = 0
      }
      try $0.editOperations(Column.keyCounter) { $0[Row.element4] = 2 }
    },
    Fault("names an element that doesn't exist") {
      try $0.editOperations(Column.keyCounter) { $0[Row.element9] = 8 }
    },
    // A list has a greater counter than its elements.
    Fault("comes before one of its references") {
      try $0.editOperations(Column.idCounter) { $0[Row.list1] = 9 }
      try $0.editOperations(Column.idCounter) { $0[Row.element9] = 1 }
      try $0.editOperations(Column.objectCounter) {
        for row in [Row.element2, Row.update8, Row.element9] { $0[row] = 9 }
      }
    },
    // An element has a greater counter than its update.
    Fault("comes before one of its references") {
      try $0.editOperations(Column.idCounter) { $0.swapAt(Row.element2, Row.element9) }
      try $0.editOperations(Column.keyCounter) {
        for row in [Row.update8, Row.element9] { $0[row] = 9 }
      }
      try $0.editOperations(Column.successorCounter) { $0[1] = 11 }
    },
    Fault("comes before one of its references") { try replace(Row.mine11, by: 7, in: &$0) },
    Fault("comes before one of its references") { try replace(Row.mine11, by: 11, in: &$0) },
    // An element follows an earlier one that was inserted at the same place.
    Fault("is not at its place in the sequence") {
      try $0.editOperations(Column.keyActor) { $0[Row.element9] = nil }
      try $0.editOperations(Column.keyCounter) { $0[Row.element9] = 0 }
    },
    // An element is behind another one than that which it was inserted after.
    Fault("is not at its place in the sequence") {
      try $0.editOperations(Column.idCounter) {
        ($0[Row.element2], $0[Row.update8], $0[Row.element9], $0[Row.element4]) = (9, 14, 2, 13)
      }
      try $0.editOperations(Column.successorCounter) { $0[1] = 14 }
      try $0.editOperations(Column.objectCounter) { $0[Row.element4] = 1 }
      try $0.editOperations(Column.keyActor) { entries in
        entries += Array(repeating: nil, count: Row.count - entries.count)
        (entries[Row.element9], entries[Row.element4]) = (nil, 0)
      }
      try $0.editOperations(Column.keyCounter) {
        ($0[Row.update8], $0[Row.element9], $0[Row.element4]) = (9, 0, 9)
      }
    },
    // The elements of a list are in two parts.
    Fault("is not at its place in the sequence") {
      try $0.editOperations(Column.objectCounter) { ($0[Row.element9], $0[Row.element4]) = (3, 1) }
      try $0.editOperations(Column.keyActor) { entries in
        entries += Array(repeating: nil, count: Row.count - entries.count)
        (entries[Row.element9], entries[Row.element4]) = (nil, 0)
      }
      try $0.editOperations(Column.keyCounter) { ($0[Row.element9], $0[Row.element4]) = (0, 2) }
    },
  ])
  func `H4: a fault of the operations is named`(fault: Fault) throws {
    for verify in [true, false] { try expect(fault, verify: verify) }
  }

  /// Bodies up to the fault: numbers of actors, of heads and of columns, and columns with their
  /// lengths.
  private static let bodies: [(numbers: [UInt64], message: String)] = [
    ([1 << 60], "end too early"), ([0, 1 << 60], "end too early"),
    ([0, 0, 1 << 60], "more columns than bytes"),
    ([0, 0, 1, 1 << 32, 0, 0], "an unknown kind of column"),
    ([0, 0, 2, 3, 0, 1, 0, 0], "columns out of order"),
    ([0, 0, 2, 1, 0, 9, 0, 0], "columns out of order"),
    // Compressed columns: cut off, with a byte behind their end, and no such data at all.
    ([0, 0, 1, 9, 1, 0, 3], "DEFLATE"), ([0, 0, 1, 9, 3, 0, 3, 0, 0], "DEFLATE"),
    ([0, 0, 1, 9, 1, 0, 0x7F], "DEFLATE"),
  ]

  @Test(arguments: bodies)
  func `H4: a fault of the body is named`(numbers: [UInt64], message: String) {
    var body: [UInt8] = []
    for number in numbers { body.appendULEB(number) }
    var bytes: [UInt8] = []
    Chunk.write(.document, body, to: &bytes)
    let error = expectError(.corruptData) { try Document(bytes) }
    #expect(error?.message.contains(message) == true)
  }

  @Test func `H4: a message of a change that is not UTF-8 is an error`() {
    var change = CraftedChange(settingKeys: ["key"])
    change.message = "?"
    let body = change.body.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
    var bytes: [UInt8] = []
    Chunk.write(.change, body, to: &bytes)
    let document = Document()
    let error = expectError(.corruptData) { try document.applyEncodedChanges(encoded: bytes) }
    #expect(error?.message.contains("invalid UTF-8") == true)
    #expect(document.heads().isEmpty)
  }

  /// A reference of an operation to one that replaces it.
  private static func replace(_ row: Int, by counter: Int64, in columns: inout DocumentColumns)
    throws
  {
    var place = 0
    try columns.editOperations(Column.successorGroup) { groups in
      place = Int(groups[..<row].reduce(0) { $0 + ($1 ?? 0) })
      groups[row] = (groups[row] ?? 0) + 1
    }
    try columns.editOperations(Column.successorActor) { $0.insert(0, at: place) }
    try columns.editOperations(Column.successorCounter) { $0.insert(counter, at: place) }
  }

  @Test(arguments: [
    // The change has a counter that no operation has.
    Fault(mismatch) { try $0.editChanges(ChangeColumn.maximumOperation) { $0[3] = 13 } },
    // An operation is not there, and another is stated twice.
    Fault(mismatch) {
      try $0.removeOperation(Row.zero12)
      try replace(Row.element2 - 1, by: 8, in: &$0)
    },
    // An operation replaces a value with another key, and one in another object.
    Fault(mismatch) { try replace(Row.key5, by: 12, in: &$0) },
    Fault(mismatch) { try replace(Row.mine11, by: 12, in: &$0) },
    Fault("begins with the counter 6") {
      var second = 0
      try $0.editChanges(ChangeColumn.actor) { second = $0.firstIndex(of: 1) ?? 0 }
      try $0.editChanges(ChangeColumn.maximumOperation) { [second] in $0[second] = 6 }
      try $0.editOperations(Column.idCounter) { $0[Row.elseKey] = 6 }
    },
    Fault("don't match its heads") { $0.heads.swapAt(0, 1) },
    Fault("don't match its heads") {
      $0.headPlaces = []
      $0.heads[0] = ChangeHash(bytes: Array(repeating: 0, count: 32)) ?? $0.heads[1]
    },
  ])
  func `H4: changes whose operations or hashes are others are an error`(fault: Fault) throws {
    try expect(fault, verify: true)
  }
}
