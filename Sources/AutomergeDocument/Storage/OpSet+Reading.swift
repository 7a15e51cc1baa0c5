/// The values and widths of rows.
extension OpSet {
  func value(_ row: RowIndex, at clock: Clock? = nil) -> Value {
    let op = rows[row]
    if let type = op.action.objectType { return .Object(objectID(of: op.id), type) }
    if op.isCounter { return .Scalar(.Counter(counterValue(row, at: clock))) }
    return .Scalar(values.scalar(op.value))
  }

  /// Returns the public identity of an object.
  func objectID(of id: OpID) -> ObjId {
    guard !id.isNone else { return .ROOT }
    return ObjId(
      place: .made(counter: id.counter, actor: actors[id.actor]), actorHint: id.actor)
  }

  func width(ofElement element: RowIndex, in object: ObjectIndex, at clock: Clock? = nil) -> UInt32
  {
    guard let row = winner(registerKey(object, ObjectKey(element)), at: clock) else { return 0 }
    return width(ofVisible: row, in: object)
  }

  /// Returns the width of a visible row.
  ///
  /// In lists it is 1; in texts it is the width of the row's text.
  func width(ofVisible row: RowIndex, in object: ObjectIndex) -> UInt32 {
    guard objects[object].type == .Text else { return 1 }
    let op = rows[row]
    if op.action == .set, op.value.code == StoredValue.Code.string {
      return values.width(op.value)
    }
    return UInt32(textEncoding.width(of: "\u{FFFC}"))
  }
}

/// The values of keys and elements.
extension OpSet {
  func registerKey(_ object: ObjectIndex, _ key: ObjectKey) -> RegisterKey {
    RegisterKey(object: object, key: key, isElement: !isMap(object))
  }

  func registerKey(of row: RowIndex) -> RegisterKey {
    let object = rows[row].object
    return RegisterKey(object: object, key: key(of: row), isElement: !isMap(object))
  }

  /// Returns the key or the element whose value is a row.
  ///
  /// For an insertion, the element is the row itself.
  func key(of row: RowIndex) -> ObjectKey {
    let op = rows[row]
    return op.isInsert ? ObjectKey(row) : op.key
  }

  /// Returns the element of a row in a sequence; for an insertion, the element is the row itself.
  func element(of row: RowIndex) -> RowIndex? { key(of: row).element }

  /// Returns the visible rows of a register, in the order of identities.
  ///
  /// `clock`: The point in the history; `nil` for the current state.
  func visibleRows(_ key: RegisterKey, at clock: Clock? = nil) -> [RowIndex] {
    guard let clock else { return registers.visibleRows(key, in: rows) }
    var visible: [RowIndex] = []
    var next = registers.head(key)
    while let row = next {
      if isVisible(row, at: clock) { visible.append(row) }
      next = rows[row].next
    }
    return visible
  }

  func winner(_ key: RegisterKey, at clock: Clock? = nil) -> RowIndex? {
    if clock != nil { return visibleRows(key, at: clock).last }
    return registers.winner(key, in: rows)
  }

  /// Returns `true` if a row was visible at a point in the history.
  func isVisible(_ row: RowIndex, at clock: Clock) -> Bool {
    let op = rows[row]
    guard op.hasValue, clock.covers(op.id) else { return false }
    if op.successor.isNone { return true }
    return rows.successors(of: row).allSatisfy { successor in
      !clock.covers(successor) || op.isCounter && incrementAmount(of: successor) != nil
    }
  }
}

/// The values that readers of a document see.
extension OpSet {
  /// Returns the keys of a map that have a register, in the order of their bytes.
  func sortedKeys(of object: ObjectIndex) -> [StringIndex] {
    let keys = objects[object].keys
    return objects[object].keysAreSorted ? keys : keys.sorted(by: strings.precedes)
  }

  /// Returns the keys of a map that have a value, each with its winning row, in the order of their
  /// bytes.
  func entries(of object: ObjectIndex, at clock: Clock?) -> [(key: StringIndex, row: RowIndex)] {
    var entries: [(StringIndex, RowIndex)] = []
    for key in sortedKeys(of: object) {
      if let row = winner(registerKey(object, ObjectKey(key)), at: clock) {
        entries.append((key, row))
      }
    }
    return entries
  }

  /// Calls a closure with each element that has a value, its winning row and its width, until the
  /// closure returns `false`.
  func forEachElement(
    of object: ObjectIndex, at clock: Clock?, _ body: (RowIndex, RowIndex, UInt32) -> Bool
  ) {
    objects[object].sequence?.forEach { element, width in
      let key = RegisterKey(object: object, key: ObjectKey(element), isElement: true)
      guard let row = winner(key, at: clock) else { return true }
      return body(element, row, clock == nil ? width : self.width(ofVisible: row, in: object))
    }
  }

  /// Returns the text of a text object; an element that is not a string is read as U+FFFC.
  func text(of object: ObjectIndex, at clock: Clock?) -> String {
    var bytes: [UInt8] = []
    forEachElement(of: object, at: clock) { _, row, _ in
      appendText(of: row, to: &bytes)
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the current characters of a text, each with the width of its elements.
  ///
  /// A character can have several elements, such as a letter and an accent that was typed later.
  /// Characters that share an element are returned as one.
  func characters(of object: ObjectIndex) -> [(text: String, width: UInt64)] {
    var bytes: [UInt8] = []
    var elements: [(end: Int, width: UInt64)] = []
    forEachElement(of: object, at: nil) { _, row, width in
      appendText(of: row, to: &bytes)
      elements.append((bytes.count, UInt64(width)))
      return true
    }
    var characters: [(text: String, width: UInt64)] = []
    var next = ("", UInt64(0))
    var element = 0
    var end = 0
    for character in String(decoding: bytes, as: UTF8.self) {
      next.0.append(character)
      end += character.utf8.count
      while element < elements.count, elements[element].end <= end {
        next.1 += elements[element].width
        element += 1
      }
      if element > 0, elements[element - 1].end == end {
        characters.append(next)
        next = ("", 0)
      }
    }
    return characters
  }

  /// Appends the text of one visible element.
  func appendText(of row: RowIndex, to bytes: inout [UInt8]) {
    let op = rows[row]
    if op.action == .set, op.value.code == StoredValue.Code.string {
      values.append(op.value, to: &bytes)
    } else {
      bytes += [0xEF, 0xBF, 0xBC]
    }
  }

  /// Returns the number of keys, elements or text units.
  func length(of object: ObjectIndex, at clock: Clock?) -> UInt64 {
    if isMap(object) { return UInt64(entries(of: object, at: clock).count) }
    if clock == nil { return objects[object].sequence?.width ?? 0 }
    var length: UInt64 = 0
    forEachElement(of: object, at: clock) { _, _, width in
      length += UInt64(width)
      return true
    }
    return length
  }

  func element(at index: UInt64, of object: ObjectIndex, at clock: Clock?) -> RowIndex? {
    if clock == nil {
      guard let sequence = objects[object].sequence,
        let found = sequence.position(at: index)
      else { return nil }
      return sequence.element(at: found.position)
    }
    var end: UInt64 = 0
    var result: RowIndex?
    forEachElement(of: object, at: clock) { element, _, width in
      end += UInt64(width)
      if index < end { result = element }
      return result == nil
    }
    return result
  }

  /// Returns the position of an insertion: after the element before it, and after the subtrees of
  /// later insertions at the same place.
  func insertionPosition(of op: NewOp) -> SequenceTree.Position {
    guard let sequence = objects[op.object].sequence else { return SequenceTree.start }
    var place = SequenceTree.start
    if let element = op.key.element, let found = objects.position(of: element, in: op.object) {
      place = found.following
    }
    while let next = sequence.normalized(place), let element = sequence.element(at: next),
      actors.precedes(op.id, rows[element].id)
    {
      place = sequence.position(behind: next, laterThan: op.id.counter)
    }
    return place
  }

  /// Returns the path from the root to an object; the step from the root is first.
  func path(of object: ObjectIndex) -> [PathElement] {
    var path: [PathElement] = []
    var object = object
    while let row = objects[object].row {
      let parent = rows[row].object
      let prop: Prop
      if isMap(parent) {
        prop = .Key(strings[rows[row].key.string])
      } else {
        prop = .Index(element(of: row).flatMap { objects.widthBefore($0, in: parent) } ?? 0)
      }
      path.append(PathElement(obj: objectID(of: objects[parent].id), prop: prop))
      object = parent
    }
    return path.reversed()
  }
}
