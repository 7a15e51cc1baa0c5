/// The objects of a document in order of arrival; the root is first.
///
/// The table also has the sequences of lists and texts, and the leaf of each of their elements.
struct ObjectTable {
  private var states = [ObjectState(id: .none, type: .Map, row: nil)]
  private var indices: [OpID: ObjectIndex] = [:]
  private var leafOf = LeafTable()
  /// A number that grows with each operation after which a path may lead to another object.
  private(set) var structureEpoch: UInt64 = 0

  /// The memory of the objects without the elements of sequences, in bytes.
  var memory: Int { states.count * 256 }

  var count: Int { states.count }

  subscript(object: ObjectIndex) -> ObjectState { states[object.value] }

  /// Returns the object that an operation made.
  ///
  /// ``OpID/none`` stands for the root.
  func index(of id: OpID) -> ObjectIndex? { id.isNone ? .root : indices[id] }

  /// Returns the position of an element in its sequence.
  func position(of element: RowIndex, in object: ObjectIndex) -> SequenceTree.Position? {
    states[object.value].sequence?.position(of: element, in: leafOf)
  }

  /// Returns the total width of the elements before an element.
  func widthBefore(_ element: RowIndex, in object: ObjectIndex) -> UInt64? {
    position(of: element, in: object).flatMap { states[object.value].sequence?.widthBefore($0) }
  }
}

// Objects.
extension ObjectTable {
  /// Adds the object that an operation makes.
  mutating func append(_ id: OpID, _ type: ObjType, row: RowIndex) {
    indices[id] = ObjectIndex(states.count)
    var state = ObjectState(id: id, type: type, row: row)
    if type != .Map { state.sequence = SequenceTree() }
    states.append(state)
  }

  /// Removes the last object, which must be empty.
  mutating func removeLast() {
    if let state = states.popLast() { indices[state.id] = nil }
  }

  /// Marks the paths of objects as changed.
  mutating func invalidatePaths() { structureEpoch += 1 }
}

// Keys of maps.
extension ObjectTable {
  mutating func append(_ key: StringIndex, to object: ObjectIndex, by strings: StringTable) {
    if let last = states[object.value].keys.last, states[object.value].keysAreSorted {
      states[object.value].keysAreSorted = strings.precedes(last, key)
    }
    states[object.value].keys.append(key)
  }

  mutating func remove(_ key: StringIndex, from object: ObjectIndex) {
    if states[object.value].keys.last == key {
      states[object.value].keys.removeLast()
    } else {
      states[object.value].keys.removeAll { $0 == key }
    }
  }
}

// Elements of sequences.
extension ObjectTable {
  /// Inserts an element into its sequence; `nil` stands for the end.
  ///
  /// Returns the position of the element.
  mutating func insert(
    _ element: RowIndex, width: UInt32, at position: SequenceTree.Position?,
    in object: ObjectIndex, rows: RowTable
  ) -> SequenceTree.Position? {
    guard let place = position ?? states[object.value].sequence?.end else { return nil }
    return states[object.value].sequence?.insert(
      element, width: width, at: place, rows: rows, leafOf: &leafOf)
  }

  /// Removes an element; ``compact(_:rows:)`` has to follow.
  mutating func remove(_ element: RowIndex, from object: ObjectIndex, rows: RowTable) {
    guard let position = position(of: element, in: object) else { return }
    states[object.value].sequence?.remove(at: position, rows: rows)
  }

  mutating func setWidth(_ width: UInt32, of element: RowIndex, in object: ObjectIndex) {
    guard let position = position(of: element, in: object) else { return }
    states[object.value].sequence?.setWidth(width, at: position)
  }

  /// Shrinks a sequence after elements were removed.
  mutating func compact(_ object: ObjectIndex, rows: RowTable) {
    guard object.value < states.count else { return }
    states[object.value].sequence?.compact(rows: rows, leafOf: &leafOf)
  }

  /// Notes that a text has edges of marks.
  mutating func noteMarks(in object: ObjectIndex) { states[object.value].hasMarks = true }
}

// Invariants.
extension ObjectTable {
  /// Checks that each object is found by its identity, and what each sequence has by itself.
  func checkInvariants(rows: RowTable, strings: StringTable) {
    #if DEBUG
    assert(indices.count == states.count - 1, "an object is not found by its identity")
    for (place, object) in states.enumerated() {
      assert(index(of: object.id)?.value == place, "object \(place) is not found by its identity")
      assert((object.sequence == nil) == (object.type == .Map), "object \(place) has another type")
      assert(object.row.map { rows[$0].id } ?? .none == object.id, "object \(place) has no row")
      assert(Set(object.keys).count == object.keys.count, "object \(place) has a key twice")
      assert(
        !object.keysAreSorted
          || zip(object.keys, object.keys.dropFirst()).allSatisfy(strings.precedes),
        "the keys of object \(place) are not sorted")
      object.sequence?.checkInvariants(rows: rows, leafOf: leafOf)
    }
    #endif
  }
}

/// The state of one object, except its operations; only an ``ObjectTable`` changes it.
struct ObjectState {
  let id: OpID
  let type: ObjType
  /// The operation that made the object; `nil` for the root.
  @OptionalIndex private(set) var row: RowIndex?
  /// The keys of a map that have a register, including keys without a visible value.
  fileprivate(set) var keys: [StringIndex] = []
  fileprivate(set) var keysAreSorted = true
  /// `true` if the text has edges of marks.
  ///
  /// Only then do insertions look for marks.
  fileprivate(set) var hasMarks = false
  /// The elements of a list or text.
  fileprivate(set) var sequence: SequenceTree?

  fileprivate init(id: OpID, type: ObjType, row: RowIndex?) {
    self.id = id
    self.type = type
    self.row = row
  }
}
