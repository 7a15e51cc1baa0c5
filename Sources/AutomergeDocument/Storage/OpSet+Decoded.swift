// Operations that were read from bytes.
extension OpSet {
  /// Performs the operations of a change, and claims the memory by which the set grows.
  ///
  /// Call ``ChangeGraph/check(_:of:)`` first. If this function throws, some of the operations may
  /// have been performed.
  ///
  /// Returns the operations in the document's form, and the counter of the last one.
  mutating func perform(
    _ change: DecodedChange, of actor: ActorIndex, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> (operations: ChangeOperations, lastCounter: UInt32) {
    let actors = [actor] + indices(of: change.otherActors)
    var reader = OperationReader(change.columns, actors: actors, of: .change)
    let bytes = reader.bytes
    var operations = ChangeOperations()
    var decoded = DecodedOperation()
    var counter = UInt64(change.header.firstOperation)
    var memory = self.memory
    while try reader.next(into: &decoded, charging: &budget) {
      guard let exact = UInt32(exactly: counter) else {
        throw change.invalid("uses counters beyond 4294967295, the last of the format")
      }
      decoded.id = OpID(counter: exact, actor: actor)
      try perform(decoded, bytes, of: change, into: &operations)
      counter += 1
      try budget.claim(of: self.memory - memory, for: "operations")
      memory = self.memory
    }
    useCounters(upTo: UInt32(counter - 1))
    return (operations, UInt32(counter - 1))
  }

  /// Performs one operation of a change, and stores it in the document's form.
  private mutating func perform(
    _ decoded: DecodedOperation, _ bytes: OperationBytes, of change: DecodedChange,
    into operations: inout ChangeOperations
  ) throws(AutomergeError) {
    guard let object = objects.index(of: decoded.object) else {
      throw change.invalid("changes an object that doesn't exist")
    }
    let key = try key(of: decoded, in: object, bytes) { change.invalid($0) }
    var predecessors: [RowIndex] = []
    for reference in decoded.references {
      guard !decoded.isInsert, let row = rows.index(of: reference), rows[row].object == object,
        self.key(of: row) == key
      else { throw change.invalid("replaces a value that is not at its place") }
      predecessors.append(row)
    }
    guard
      decoded.isAfterItsPlace,
      decoded.references.allSatisfy({ $0.counter < decoded.id.counter })
    else {
      throw change.invalid(
        "has an operation with a counter that is not greater than those of its references")
    }
    if decoded.action == .delete, decoded.isInsert || predecessors.isEmpty {
      throw change.invalid("deletes nothing")
    }
    let op = try newOp(decoded, object: object, key: key, bytes)
    let row = perform(op, replacing: predecessors).row
    operations.operations.append(
      ChangeOperation(
        row: row, object: object, key: key, predecessorCount: UInt32(predecessors.count)))
    operations.predecessors += decoded.references
  }

  /// Returns the key or the element to which an operation applies, and adds the key if it is new.
  ///
  /// `fault`: Returns the error for the predicate of a sentence, such as "has no key".
  mutating func key(
    of decoded: DecodedOperation, in object: ObjectIndex, _ bytes: OperationBytes,
    fault: (String) -> AutomergeError
  ) throws(AutomergeError) -> ObjectKey {
    switch decoded.key {
    case .string(let range):
      guard isMap(object), !decoded.isInsert else { throw fault("uses a key in a sequence") }
      return ObjectKey(index(of: bytes.key(range)))
    case .head:
      guard !isMap(object), decoded.isInsert else { throw fault("has no key") }
      return ObjectKey(nil)
    case .element(let id):
      // Only rows of sequences are insertions.
      guard let row = rows.index(of: id), rows[row].object == object, rows[row].isInsert
      else { throw fault("names an element that doesn't exist") }
      return ObjectKey(row)
    }
  }

  /// Returns the operation in the form in which it is performed, and stores its value.
  mutating func newOp(
    _ decoded: DecodedOperation, object: ObjectIndex, key: ObjectKey, _ bytes: OperationBytes
  ) throws(AutomergeError) -> NewOp {
    var op = NewOp(id: decoded.id, object: object, key: key, action: decoded.action)
    if decoded.action != .delete {
      op.value = try store(code: decoded.value.code, bytes.values, decoded.value.range)
    }
    op.isInsert = decoded.isInsert
    op.expand = decoded.mark.expands
    op.markName = decoded.mark.name.map { index(of: bytes.mark($0)) }
    return op
  }
}
