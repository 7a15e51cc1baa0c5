/// Edits of map entries and list elements.
extension DocumentCore {
  /// Sets the value of a key or an element, unless it already has that value.
  mutating func put(
    _ object: ObjectIndex, _ key: ObjectKey, _ value: ScalarValue
  ) throws(AutomergeError) {
    let stored = try store(value)
    let visible = set.visibleRows(set.registerKey(object, key))
    if visible.count == 1, let row = visible.last, isSet(row, to: stored) {
      removeLast(stored)
      return
    }
    perform(
      OpSet.NewOp(id: try takeID(), object: object, key: key, action: .set, value: stored),
      replacing: visible)
  }

  /// Returns `true` if readers already see exactly this value.
  ///
  /// The value of a counter includes its increments. An edit would remove them, together with the
  /// increments that other replicas make at the same time.
  private func isSet(_ row: RowIndex, to value: StoredValue) -> Bool {
    let op = set.rows[row]
    guard op.action == .set else { return false }
    guard op.isCounter, value.code == StoredValue.Code.counter else {
      return set.values.areEqual(op.value, value)
    }
    return set.counterValue(row, at: nil) == set.values.integer(value)
  }

  /// Sets a new object, and returns its identity.
  mutating func putObject(
    _ object: ObjectIndex, _ key: ObjectKey, _ type: ObjType
  ) throws(AutomergeError) -> ObjId {
    let visible = set.visibleRows(set.registerKey(object, key))
    let id = try takeID()
    perform(
      OpSet.NewOp(id: id, object: object, key: key, action: OpAction(making: type)),
      replacing: visible)
    return set.objectID(of: id)
  }

  /// Deletes the value of a key or an element; does nothing if there is no value.
  mutating func delete(_ object: ObjectIndex, _ key: ObjectKey) throws(AutomergeError) {
    let visible = set.visibleRows(set.registerKey(object, key))
    if !visible.isEmpty { try delete(object, key, visible) }
  }

  private mutating func delete(
    _ object: ObjectIndex, _ key: ObjectKey, _ rows: [RowIndex]
  ) throws(AutomergeError) {
    perform(
      OpSet.NewOp(id: try takeID(), object: object, key: key, action: .delete), replacing: rows)
  }

  /// Adds an amount to the counter of a key or an element.
  mutating func increment(
    _ object: ObjectIndex, _ key: ObjectKey, by amount: Int64
  ) throws(AutomergeError) {
    let visible = set.visibleRows(set.registerKey(object, key))
    guard visible.contains(where: { set.rows[$0].isCounter }) else {
      throw AutomergeError(
        .notACounter, "There is no counter to increment; put a counter there first.")
    }
    let value = try store(.Int(amount))
    perform(
      OpSet.NewOp(id: try takeID(), object: object, key: key, action: .increment, value: value),
      replacing: visible)
  }
}

// Insertions.
extension DocumentCore {
  /// The place of an insertion: the element before it, which is `nil` at the beginning, and the
  /// position in the tree.
  struct InsertionPoint {
    var element: RowIndex?
    var position: SequenceTree.Position
  }

  /// Returns the place of an insertion before an index.
  ///
  /// For an index within a wide element, the place is after that element.
  func insertionPoint(
    _ object: ObjectIndex, _ index: UInt64
  ) throws(AutomergeError) -> InsertionPoint {
    guard let sequence = set.objects[object].sequence, index <= sequence.width else {
      throw OpSet.outOfBounds(index, length: set.length(of: object, at: nil))
    }
    var point = InsertionPoint(element: nil, position: SequenceTree.start)
    if index > 0, let found = sequence.position(at: index - 1),
      let element = sequence.element(at: found.position)
    {
      point.element = element
      point.position = found.position.following
    }
    if set.objects[object].hasMarks { moveBehindMarks(&point, sequence) }
    return point
  }

  /// Returns the index that inserted content gets: the end of the element for an index within a
  /// wide element, otherwise the same index.
  func insertionIndex(_ object: ObjectIndex, _ index: UInt64) -> UInt64 {
    guard index > 0, let last = visibleElement(at: index - 1, of: object) else { return 0 }
    return last.before + last.width
  }

  /// Moves an insertion past the edges of marks at its place, as the marks require.
  ///
  /// If an edge expands, inserted text becomes part of the mark: the text goes after a beginning,
  /// and before an end. If an edge does not expand, the text goes before a beginning, and after an
  /// end. A mark whose text is deleted gets no text: at the end of the mark, the insertion returns
  /// to the place before its beginning.
  private func moveBehindMarks(_ point: inout InsertionPoint, _ sequence: SequenceTree) {
    // The places that the visited edges allow. The end of a mark removes the places since the
    // beginning of that mark. The identity of the end gives the identity of the beginning.
    var candidates: [InsertionPoint] = []
    var afterBeginnings: [OpID: Int] = [:]
    var next = sequence.positionOfMark(from: point.position)
    while let position = next, let element = sequence.element(at: position),
      sequence.width(at: position) == 0
    {
      next = sequence.positionOfMark(from: position.following)
      let op = set.rows[element]
      guard op.action == .mark, op.successor.isNone else { continue }
      let isBeginning = set.rows.markName(of: element) != nil
      let beginning = OpID(counter: op.id.counter &- 1, actor: op.id.actor)
      if !isBeginning, let place = afterBeginnings[beginning], place < candidates.count,
        candidates[place].element.map({ set.rows[$0].id }) == beginning
      {
        candidates.removeSubrange(place...)
      } else if op.expand == isBeginning {
        if isBeginning { afterBeginnings[op.id] = candidates.count }
        candidates.append(InsertionPoint(element: element, position: position.following))
      }
    }
    if let last = candidates.last { point = last }
  }

  /// Inserts a value at a place, and moves the place behind the value.
  mutating func insert(
    _ object: ObjectIndex, at point: inout InsertionPoint, action: OpAction = .set,
    value: StoredValue = .null, expand: Bool = false, markName: StringIndex? = nil
  ) throws(AutomergeError) -> OpID {
    let id = try takeID()
    var op = OpSet.NewOp(id: id, object: object, key: ObjectKey(point.element), action: action)
    op.value = value
    op.isInsert = true
    op.expand = expand
    op.markName = markName
    let entered = perform(op, at: point.position)
    point.element = entered.row
    if let position = entered.position { point.position = position.following }
    return id
  }

  mutating func insert(
    _ object: ObjectIndex, _ index: UInt64, _ value: ScalarValue
  ) throws(AutomergeError) {
    var point = try insertionPoint(object, index)
    _ = try insert(object, at: &point, value: try store(value))
  }

  /// Inserts a new object before an index, and returns its identity.
  mutating func insertObject(
    _ object: ObjectIndex, _ index: UInt64, _ type: ObjType
  ) throws(AutomergeError) -> ObjId {
    var point = try insertionPoint(object, index)
    let id = try insert(object, at: &point, action: OpAction(making: type))
    return set.objectID(of: id)
  }

  /// Replaces a range of elements by values.
  mutating func splice(
    _ object: ObjectIndex, _ start: UInt64, _ deleteCount: Int64, _ values: [ScalarValue]
  ) throws(AutomergeError) {
    try replaceRange(object, start, deleteCount) { core, point throws(AutomergeError) in
      for value in values {
        _ = try core.insert(object, at: &point, value: try core.store(value))
      }
    }
  }

  /// Inserts elements at an index, and then deletes the elements or text units that follow.
  ///
  /// In this order, text that replaces the whole text of an expanding mark gets the mark. In the
  /// other order, the mark would be empty when the text is inserted, and an empty mark gets no
  /// text.
  ///
  /// `count`: A negative count stands for the elements before the index; the range then begins with
  /// them. A count that exceeds the rest deletes the rest.
  mutating func replaceRange(
    _ object: ObjectIndex, _ start: UInt64, _ count: Int64,
    inserting insert: (inout DocumentCore, inout InsertionPoint) throws(AutomergeError) -> Void
  ) throws(AutomergeError) {
    let length = set.length(of: object, at: nil)
    guard start <= length else { throw OpSet.outOfBounds(start, length: length) }
    guard count >= 0 || count.magnitude <= start else {
      throw AutomergeError(
        .indexOutOfBounds,
        "There are \(start) elements before the index, so \(count.magnitude) can't be deleted.")
    }
    let first = insertionIndex(object, count < 0 ? start - count.magnitude : start)
    var point = try insertionPoint(object, first)
    try insert(&self, &point)
    let inserted = set.length(of: object, at: nil) - length
    try deleteElements(object, from: first + inserted, count.magnitude)
  }

  /// Deletes elements of a total width, beginning with the element at an index.
  private mutating func deleteElements(
    _ object: ObjectIndex, from index: UInt64, _ count: UInt64
  ) throws(AutomergeError) {
    var rest = count
    while rest > 0, let next = visibleElement(at: index, of: object) {
      try delete(object, ObjectKey(next.element))
      rest -= min(rest, next.width)
    }
  }

  /// Returns the element that contains an index, its width, and the width of the elements before
  /// it.
  private func visibleElement(
    at index: UInt64, of object: ObjectIndex
  ) -> (element: RowIndex, width: UInt64, before: UInt64)? {
    guard let sequence = set.objects[object].sequence,
      let found = sequence.position(at: index), let element = sequence.element(at: found.position)
    else { return nil }
    return (element, UInt64(sequence.width(at: found.position)), found.before)
  }
}
