/// Reads the columns of operations, row by row.
///
/// The columns of one part of an operation are read together, by one of the nested types.
struct OperationReader {
  private typealias Column = ColumnSpecification.Operation

  /// A kind of chunk with operations.
  enum Source {
    case change, document
  }

  private let actors: [ActorIndex]
  private let source: Source
  private var place: PlaceColumns
  /// The identities of the operations.
  ///
  /// Only document chunks have these columns, because the operations of a change have successive
  /// identities.
  private var id: IdentityColumns
  private var action: UnsignedDecoder
  private var value: ValueColumns
  private var references: ReferenceColumns
  private var mark: MarkColumns

  /// Creates a reader.
  ///
  /// `actors`: The index within the document, for each actor of the chunk. `source`: The chunk.
  init(_ columns: ColumnReader, actors: [ActorIndex], of source: Source) {
    self.actors = actors
    self.source = source
    place = PlaceColumns(columns)
    id = IdentityColumns(
      actor: columns[Column.idActor], counter: columns[Column.idCounter])
    action = UnsignedDecoder(columns[Column.action])
    value = ValueColumns(columns)
    references = ReferenceColumns(columns, source == .document ? .successors : .predecessors)
    mark = MarkColumns(columns)
  }

  /// The bytes that the ranges of operations refer to.
  var bytes: OperationBytes {
    OperationBytes(values: value.bytes, keys: place.keys, marks: mark.names)
  }

  /// Returns the number of operations, which is the length of the column of actions.
  func operationCount() throws(AutomergeError) -> UInt64 { try action.count() }

  /// Reads the next operation.
  ///
  /// In a change, `op` keeps its identity.
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
    try place.next(into: &op, among: actors, charging: &budget)
    try value.next(into: &op)
    try mark.next(into: &op.mark, charging: &budget)
    if source == .document { op.id = try id.next(among: actors) }
    try references.next(into: &op.references, among: actors, charging: &budget)
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

  private func checkEnd() throws(AutomergeError) {
    guard
      place.isAtEnd, id.isAtEnd, value.isAtEnd, references.isAtEnd, mark.isAtEnd
    else {
      throw AutomergeError(
        .corruptData, "Some columns of operations are longer than the column of actions.")
    }
  }

  private static func corrupt(_ fault: String) -> AutomergeError {
    AutomergeError(.corruptData, "An operation \(fault); the data are damaged.")
  }

  /// Returns the identity of a counter and an index into the actors of the chunk.
  ///
  /// This function is static and takes the actors as an argument: as a method of the reader, each
  /// call copied all columns, which took a third of the time to load a document.
  private static func identity(
    counter: Int64?, actor: UInt64?, among actors: [ActorIndex]
  ) throws(AutomergeError) -> OpID {
    guard let counter, let actor else { throw corrupt("has an incomplete identity") }
    guard counter > 0, let counter = UInt32(exactly: counter) else {
      throw corrupt("has a counter outside 1...4294967295")
    }
    guard actor < UInt64(actors.count) else { throw corrupt("names an actor that is not listed") }
    return OpID(counter: counter, actor: actors[Int(actor)])
  }
}

// The columns of one part of an operation.
extension OperationReader {
  /// The identities of operations; each has a counter and an actor.
  private struct IdentityColumns {
    private var actor: UnsignedDecoder
    private var counter: DeltaDecoder

    init(actor: ByteReader, counter: ByteReader) {
      self.actor = UnsignedDecoder(actor)
      self.counter = DeltaDecoder(counter)
    }

    var isAtEnd: Bool { actor.isAtEnd && counter.isAtEnd }

    mutating func next(among actors: [ActorIndex]) throws(AutomergeError) -> OpID {
      let counter = try counter.next()
      return try identity(counter: counter, actor: try actor.next(), among: actors)
    }
  }

  /// The objects that the operations change; the root has neither a counter nor an actor.
  private struct ObjectColumns {
    private var actor: UnsignedDecoder
    private var counter: UnsignedDecoder

    init(_ columns: ColumnReader) {
      actor = UnsignedDecoder(columns[Column.objectActor])
      counter = UnsignedDecoder(columns[Column.objectCounter])
    }

    var isAtEnd: Bool { actor.isAtEnd && counter.isAtEnd }

    mutating func next(among actors: [ActorIndex]) throws(AutomergeError) -> OpID {
      let counter = try counter.next()
      let actor = try actor.next()
      if counter == nil, actor == nil { return .none }
      return try identity(
        counter: counter.flatMap { Int64(exactly: $0) }, actor: actor, among: actors)
    }
  }

  /// The keys of maps and the elements of sequences.
  ///
  /// A key is a string. An element has a counter and an actor, and the beginning of a sequence has
  /// the counter 0 and no actor.
  private struct KeyColumns {
    private var actor: UnsignedDecoder
    private var counter: DeltaDecoder
    private var string: StringDecoder

    init(_ columns: ColumnReader) {
      actor = UnsignedDecoder(columns[Column.keyActor])
      counter = DeltaDecoder(columns[Column.keyCounter])
      string = StringDecoder(columns[Column.keyString])
    }

    var bytes: [UInt8] { string.bytes }
    var isAtEnd: Bool { actor.isAtEnd && counter.isAtEnd && string.isAtEnd }

    mutating func next(
      among actors: [ActorIndex], charging budget: inout LoadBudget
    ) throws(AutomergeError) -> DecodedOperation.Key {
      let counter = try counter.next()
      let actor = try actor.next()
      if let string = try string.next(charging: &budget) {
        guard counter == nil, actor == nil else { throw corrupt("has two keys") }
        return .string(string)
      }
      if counter == 0, actor == nil { return .head }
      return .element(try identity(counter: counter, actor: actor, among: actors))
    }
  }

  /// The places of the operations.
  private struct PlaceColumns {
    private var object: ObjectColumns
    private var key: KeyColumns
    private var insert: BooleanDecoder

    init(_ columns: ColumnReader) {
      object = ObjectColumns(columns)
      key = KeyColumns(columns)
      insert = BooleanDecoder(columns[Column.insert])
    }

    var keys: [UInt8] { key.bytes }
    var isAtEnd: Bool { object.isAtEnd && key.isAtEnd && insert.isAtEnd }

    mutating func next(
      into op: inout DecodedOperation, among actors: [ActorIndex],
      charging budget: inout LoadBudget
    ) throws(AutomergeError) {
      op.object = try object.next(among: actors)
      op.key = try key.next(among: actors, charging: &budget)
      op.isInsert = try insert.next()
    }
  }

  /// The parts of marks.
  private struct MarkColumns {
    private var expand: BooleanDecoder
    private var name: StringDecoder

    init(_ columns: ColumnReader) {
      expand = BooleanDecoder(columns[Column.expand])
      name = StringDecoder(columns[Column.markName])
    }

    var names: [UInt8] { name.bytes }
    var isAtEnd: Bool { expand.isAtEnd && name.isAtEnd }

    mutating func next(
      into mark: inout DecodedOperation.Mark, charging budget: inout LoadBudget
    ) throws(AutomergeError) {
      mark.expands = try expand.next()
      mark.name = try name.next(charging: &budget)
    }
  }

  /// The values; the metadata of a value are its length and its type code.
  private struct ValueColumns {
    private var metadata: UnsignedDecoder
    private var reader: ByteReader

    init(_ columns: ColumnReader) {
      metadata = UnsignedDecoder(columns[Column.valueMetadata])
      reader = columns[Column.value]
    }

    var bytes: [UInt8] { reader.bytes }
    var isAtEnd: Bool { metadata.isAtEnd && reader.isAtEnd }

    /// Reads the value of an operation, whose action has been read.
    mutating func next(into op: inout DecodedOperation) throws(AutomergeError) {
      let metadata = try metadata.next() ?? 0
      op.value.code = UInt8(truncatingIfNeeded: metadata & 15)
      op.value.range = try reader.range(metadata >> 4)
      try ValueCheck.check(code: op.value.code, reader.bytes, op.value.range)
      if op.action == .increment, op.value.code != StoredValue.Code.int,
        op.value.code != StoredValue.Code.uint
      {
        throw corrupt("increments by a value that is not an integer")
      }
    }
  }

  /// The predecessors or successors of the operations.
  private struct ReferenceColumns {
    /// The number of references of each operation.
    private var count: UnsignedDecoder
    private var references: IdentityColumns

    init(_ columns: ColumnReader, _ specification: Column.References) {
      count = UnsignedDecoder(columns[specification.group])
      references = IdentityColumns(
        actor: columns[specification.actor], counter: columns[specification.counter])
    }

    var isAtEnd: Bool { count.isAtEnd && references.isAtEnd }

    /// Replaces the content of an array by the references of the next operation.
    mutating func next(
      into ids: inout [OpID], among actors: [ActorIndex], charging budget: inout LoadBudget
    ) throws(AutomergeError) {
      ids.removeAll(keepingCapacity: true)
      let count = try count.next() ?? 0
      guard count > 0 else { return }
      // The memory of the first reference is claimed with the operation. Only concurrent edits have
      // more references.
      try budget.claim(count - 1, of: 64, for: "references between operations")
      for _ in 0..<count { ids.append(try references.next(among: actors)) }
    }
  }
}
