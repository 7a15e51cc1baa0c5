/// An operation of a chunk.
///
/// Its actors are indices of the document's ``ActorTable``.
struct DecodedOperation {
  enum Key {
    case string(Range<Int>)
    case element(OpID)
    case head
  }

  var id = OpID.none
  var object = OpID.none
  var key = Key.head
  var isInsert = false
  var action = OpAction.set
  var valueCode: UInt8 = 0
  var value = 0..<0
  var expand = false
  var markName: Range<Int>?
  /// In a change chunk, the operations that this operation replaces.
  ///
  /// In a document chunk, the operations that replace this operation.
  var references: [OpID] = []

  /// `true` if the identities of the object and the element have lower counters.
  ///
  /// The order of a document chunk requires this.
  var isAfterItsPlace: Bool {
    if case .element(let element) = key, element.counter >= id.counter { return false }
    return object.counter < id.counter
  }
}

/// The bytes that the ranges of a ``DecodedOperation`` refer to.
struct OperationBytes {
  let values: [UInt8]
  let keys: [UInt8]
  let marks: [UInt8]

  func key(_ range: Range<Int>) -> String { String(decoding: keys[range], as: UTF8.self) }
  func mark(_ range: Range<Int>) -> String { String(decoding: marks[range], as: UTF8.self) }
}

/// Reads the columns of operations, row by row.
struct OperationReader {
  private typealias Column = ColumnSpecification.Operation

  private let actors: [ActorIndex]
  private let isDocument: Bool
  private var objectActor: UnsignedDecoder
  private var objectCounter: UnsignedDecoder
  private var keyActor: UnsignedDecoder
  private var keyCounter: DeltaDecoder
  private var keyString: StringDecoder
  private var idActor: UnsignedDecoder
  private var idCounter: DeltaDecoder
  private var insert: BooleanDecoder
  private var action: UnsignedDecoder
  private var valueMetadata: UnsignedDecoder
  private var value: ByteReader
  private var group: UnsignedDecoder
  private var referenceActor: UnsignedDecoder
  private var referenceCounter: DeltaDecoder
  private var expand: BooleanDecoder
  private var markName: StringDecoder

  /// Creates a reader.
  ///
  /// `actors`: The index within the document, for each actor of the chunk.
  init(_ columns: ColumnReader, actors: [ActorIndex], isDocument: Bool) {
    self.actors = actors
    self.isDocument = isDocument
    objectActor = UnsignedDecoder(columns[Column.objectActor])
    objectCounter = UnsignedDecoder(columns[Column.objectCounter])
    keyActor = UnsignedDecoder(columns[Column.keyActor])
    keyCounter = DeltaDecoder(columns[Column.keyCounter])
    keyString = StringDecoder(columns[Column.keyString])
    idActor = UnsignedDecoder(columns[Column.idActor])
    idCounter = DeltaDecoder(columns[Column.idCounter])
    insert = BooleanDecoder(columns[Column.insert])
    action = UnsignedDecoder(columns[Column.action])
    valueMetadata = UnsignedDecoder(columns[Column.valueMetadata])
    value = columns[Column.value]
    group = UnsignedDecoder(columns[isDocument ? Column.successorGroup : Column.predecessorGroup])
    referenceActor = UnsignedDecoder(
      columns[isDocument ? Column.successorActor : Column.predecessorActor])
    referenceCounter = DeltaDecoder(
      columns[isDocument ? Column.successorCounter : Column.predecessorCounter])
    expand = BooleanDecoder(columns[Column.expand])
    markName = StringDecoder(columns[Column.markName])
  }

  /// The bytes that the ranges of operations refer to.
  var bytes: OperationBytes {
    OperationBytes(values: value.bytes, keys: keyString.bytes, marks: markName.bytes)
  }

  /// Returns the number of operations, which is the length of the column of actions.
  func operationCount() throws(AutomergeError) -> UInt64 {
    try action.count()
  }

  /// Reads the next operation.
  ///
  /// - Returns: `false` if there is none.
  mutating func next(
    into op: inout DecodedOperation, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> Bool {
    guard !action.isAtEnd else {
      try checkEnd()
      return false
    }
    op.action = try readAction()
    op.object = try readObject()
    op.key = try readKey(charging: &budget)
    op.isInsert = try insert.next()
    try readValue(into: &op)
    op.expand = try expand.next()
    op.markName = try markName.next(charging: &budget)
    if isDocument {
      op.id = try Self.id(try idCounter.next(), try idActor.next(), actors)
    }
    try readReferences(into: &op, charging: &budget)
    return true
  }

  private mutating func readAction() throws(AutomergeError) -> OpAction {
    guard let code = try action.next() else { throw Self.corrupt("has no action") }
    guard let byte = UInt8(exactly: code), let action = OpAction(rawValue: byte) else {
      throw AutomergeError(
        .unsupportedFormat, "The data contain operations of the unknown kind \(code).")
    }
    return action
  }

  private mutating func readObject() throws(AutomergeError) -> OpID {
    let counter = try objectCounter.next()
    let actor = try objectActor.next()
    if counter == nil, actor == nil { return .none }
    return try Self.id(counter.flatMap { Int64(exactly: $0) }, actor, actors)
  }

  private mutating func readKey(
    charging budget: inout LoadBudget
  ) throws(AutomergeError) -> DecodedOperation.Key {
    let counter = try keyCounter.next()
    let actor = try keyActor.next()
    if let string = try keyString.next(charging: &budget) {
      guard counter == nil, actor == nil else { throw Self.corrupt("has two keys") }
      return .string(string)
    }
    if counter == 0, actor == nil { return .head }
    return .element(try Self.id(counter, actor, actors))
  }

  private mutating func readValue(into op: inout DecodedOperation) throws(AutomergeError) {
    let metadata = try valueMetadata.next() ?? 0
    op.valueCode = UInt8(truncatingIfNeeded: metadata & 15)
    op.value = try value.range(metadata >> 4)
    try ValueCheck.check(code: op.valueCode, value.bytes, op.value)
    if op.action == .increment, op.valueCode != StoredValue.Code.int,
      op.valueCode != StoredValue.Code.uint
    {
      throw Self.corrupt("increments by a value that is not an integer")
    }
  }

  private mutating func readReferences(
    into op: inout DecodedOperation, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    op.references.removeAll(keepingCapacity: true)
    let count = try group.next() ?? 0
    guard count > 0 else { return }
    // The memory of the first reference is claimed with the operation. Only concurrent edits have
    // more references.
    try budget.claim(count - 1, of: 64, for: "references between operations")
    for _ in 0..<count {
      op.references.append(
        try Self.id(try referenceCounter.next(), try referenceActor.next(), actors))
    }
  }

  /// Returns the identity of a counter and an index into the chunk's actors.
  ///
  /// This function is static and takes the actors as an argument: as a method, each call copied the
  /// reader's columns, which took a third of the time to load a document.
  private static func id(
    _ counter: Int64?, _ actor: UInt64?, _ actors: [ActorIndex]
  ) throws(AutomergeError) -> OpID {
    guard let counter, let actor else { throw corrupt("has an incomplete identity") }
    guard counter > 0, let counter = UInt32(exactly: counter) else {
      throw corrupt("has a counter outside 1...4294967295")
    }
    guard actor < UInt64(actors.count) else {
      throw corrupt("names an actor that is not listed")
    }
    return OpID(counter: counter, actor: actors[Int(actor)])
  }

  private func checkEnd() throws(AutomergeError) {
    guard
      objectActor.isAtEnd, objectCounter.isAtEnd, keyActor.isAtEnd, keyCounter.isAtEnd,
      keyString.isAtEnd, idActor.isAtEnd, idCounter.isAtEnd, insert.isAtEnd,
      valueMetadata.isAtEnd, value.isAtEnd, group.isAtEnd, referenceActor.isAtEnd,
      referenceCounter.isAtEnd, expand.isAtEnd, markName.isAtEnd
    else {
      throw AutomergeError(
        .corruptData, "Some columns of operations are longer than the column of actions.")
    }
  }

  private static func corrupt(_ fault: String) -> AutomergeError {
    AutomergeError(.corruptData, "An operation \(fault); the data are damaged.")
  }
}
