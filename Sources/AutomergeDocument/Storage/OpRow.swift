/// A stored operation.
///
/// Rows lie in one flat array and refer to each other by index.
/// Deletions have no row: they live in the successors of what they delete.
struct OpRow {
  /// Stands for "no row": the end of a register, and the beginning of a sequence.
  static let none = UInt32.max

  let id: OpID
  /// The index of the object.
  let object: UInt32
  /// In a map the index of the key; in a sequence the row of the element: for an insertion the
  /// element before, else the element that the operation changes.
  let key: UInt32
  /// The next row of the register, in the order of identities.
  var next = OpRow.none
  /// The leaf of the sequence that holds the element.
  var leaf: UInt32 = 0
  /// The first operation that replaces this one; more are in ``OpSet/successorLists``.
  var successor = OpID.none
  /// Whether a successor hides the row from readers at present, which increments of counters don't.
  var isReplaced = false
  let value: StoredValue
  let action: OpAction
  let isInsert: Bool
  let expand: Bool

  var isCounter: Bool { action == .set && value.code == StoredValue.Code.counter }

  /// Whether the row is of a kind that readers can see.
  var hasValue: Bool { action == .set || action.makesObject }

  /// Whether readers see the row at present.
  var isVisible: Bool { hasValue && !isReplaced }
}
