// Operations that are read from bytes.
extension OpSet {
  /// Returns the place to which an operation applies: the index of a key, or the row of an element.
  ///
  /// `fault`: Makes the error of an operation, from the part of the sentence that says its fault.
  mutating func key(
    of decoded: DecodedOperation, in object: ObjectIndex, _ bytes: OperationBytes,
    fault: (String) -> AutomergeError
  ) throws(AutomergeError) -> ObjectKey {
    switch decoded.key {
    case .string(let range):
      guard isMap(object), !decoded.isInsert else { throw fault("uses a key in a sequence") }
      return ObjectKey(strings.index(of: bytes.key(range)))
    case .head:
      guard !isMap(object), decoded.isInsert else { throw fault("has no key") }
      return ObjectKey(RowIndex.none)
    case .element(let id):
      // Only sequences have rows that are inserted.
      guard let row = rowIndices[id], rows[row].object == object, rows[row].isInsert
      else {
        throw fault("names an element that doesn't exist")
      }
      return ObjectKey(row)
    }
  }

  /// Returns the operation in the form in which it is performed, and stores its value.
  mutating func newOp(
    _ decoded: DecodedOperation, object: ObjectIndex, key: ObjectKey, _ bytes: OperationBytes
  ) throws(AutomergeError) -> NewOp {
    var op = NewOp(id: decoded.id, object: object, key: key, action: decoded.action)
    if decoded.action != .delete {
      op.value = try values.store(code: decoded.valueCode, bytes.values, decoded.value)
    }
    op.isInsert = decoded.isInsert
    op.expand = decoded.expand
    op.markName = decoded.markName.map { strings.index(of: bytes.mark($0)) }
    return op
  }
}
