/// What a document knows of one object besides its operations.
struct ObjectState {
  let id: OpID
  let type: ObjType
  /// The operation that made the object; none for the root.
  let row: UInt32
  /// The keys of a map that have a register, including those without a visible value.
  var keys: [UInt32] = []
  var keysAreSorted = true
  /// Whether marks begin or end in the text, which makes insertions look for them.
  var hasMarks = false
  /// The elements of a list or text.
  var sequence: SequenceTree?
}
