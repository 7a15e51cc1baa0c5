/// An operation of a chunk; its actors are indices of the document's ``ActorTable``.
struct DecodedOperation {
  enum Key {
    case string(Range<Int>)
    case element(OpID)
    case head
  }

  /// The type code of a value, and its bytes in the column of values.
  struct Value {
    var code = StoredValue.Code.null
    var range = 0..<0
  }

  /// What an operation states of a mark; only the beginning of a mark has its name.
  struct Mark {
    var expands = false
    var name: Range<Int>?
  }

  var id = OpID.none
  var object = OpID.none
  var key = Key.head
  var isInsert = false
  var action = OpAction.set
  var value = Value()
  var mark = Mark()
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
