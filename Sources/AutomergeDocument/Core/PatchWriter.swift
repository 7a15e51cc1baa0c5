/// Writes the patches from one state of a document to another.
///
/// An object is written after the objects that contain it, so that the places of a path are those
/// of the new state. Within a sequence, the elements are written in order. When an element is
/// written, all elements before it are in their new state, so its index is its new index.
struct PatchWriter {
  let set: OpSet
  let places: ChangedPlaces
  /// The points of both states; `nil` for the current state.
  private let before: Clock?
  private let after: Clock?
  private var output: PatchOutput
  /// The paths of the objects in the new state; `nil` for an object that readers don't see there.
  private var ends: [ObjectIndex: PatchPaths.End?] = [.root: .root]
  private var whole = WholeObjects()
  private var past = Past()

  /// The objects that are written as a whole.
  private struct WholeObjects {
    private var all: Set<ObjectIndex> = []
    /// The objects that are still to be written; the last one is next.
    var waiting: [ObjectIndex] = []

    func contains(_ object: ObjectIndex) -> Bool { all.contains(object) }

    mutating func insert(_ object: ObjectIndex) {
      if all.insert(object).inserted { waiting.append(object) }
    }
  }

  /// What was read of a new state that is in the past, where each read visits whole sequences and
  /// registers.
  private struct Past {
    /// The index of each element of a sequence.
    var indices: [ObjectIndex: [RowIndex: UInt64]] = [:]
    /// The rows that readers see.
    var winners: [RegisterKey: RowIndex?] = [:]
  }

  init(set: OpSet, places: ChangedPlaces, before: Clock?, after: Clock?) {
    self.set = set
    self.places = places
    self.before = before
    self.after = after
    output = PatchOutput(strings: set.strings)
  }

  mutating func patches() -> [Patch] {
    // An object has a greater index than the object that contains it.
    for object in Set(places.objects.keys).union(places.markedTexts).sorted() {
      // An object that was not there, or whose parent was not there, is written as a whole.
      guard !whole.contains(object), let end = path(of: object) else { continue }
      output.begin(set.objectID(of: set.objects[object].id), at: end)
      switch set.objects[object].type {
      case .Map: writeMap(object)
      case .List, .Text: writeSequence(object)
      }
      whole.waiting.reverse()
      while let next = whole.waiting.popLast() { writeWhole(next) }
    }
    return output.finish()
  }
}

// The places of objects and elements in the new state.
extension PatchWriter {
  /// Returns the path of an object; `nil` if readers don't see the object.
  private mutating func path(of object: ObjectIndex) -> PatchPaths.End? {
    var unknown: [ObjectIndex] = []
    var next = object
    while ends[next] == nil, let row = set.objects[next].row {
      unknown.append(next)
      next = set.rows[row].object
    }
    var end = ends[next] ?? .none
    for object in unknown.reversed() {
      let parent = next
      next = object
      if let before = end, let row = set.objects[object].row,
        winner(set.registerKey(of: row)) == row
      {
        let step = PathElement(
          obj: set.objectID(of: set.objects[parent].id), prop: prop(set.key(of: row), in: parent))
        end = output.paths.append(step, after: before)
      } else {
        end = nil
      }
      ends[object] = .some(end)
    }
    return end
  }

  /// Returns the row that readers see in the new state.
  ///
  /// Reading the past visits all rows of a register, and many objects can be in one register.
  private mutating func winner(_ key: RegisterKey) -> RowIndex? {
    guard after != nil else { return set.winner(key) }
    if let winner = past.winners[key] { return winner }
    let winner = set.winner(key, at: after)
    past.winners[key] = .some(winner)
    return winner
  }

  private mutating func prop(_ key: ObjectKey, in object: ObjectIndex) -> Prop {
    if set.isMap(object) { return .Key(set.strings[key.string]) }
    return .Index(key.element.map { index(of: $0, in: object) } ?? 0)
  }

  /// Returns the total width of the elements before an element.
  private mutating func index(of element: RowIndex, in object: ObjectIndex) -> UInt64 {
    guard after != nil else {
      return set.objects.widthBefore(element, in: object) ?? 0
    }
    if let indices = past.indices[object] { return indices[element] ?? 0 }
    var indices: [RowIndex: UInt64] = [:]
    var index: UInt64 = 0
    set.objects[object].sequence?.forEach { element, _ in
      indices[element] = index
      index += UInt64(set.width(ofElement: element, in: object, at: after))
      return true
    }
    past.indices[object] = indices
    return indices[element] ?? 0
  }
}

// The values of keys and elements.
extension PatchWriter {
  /// The values of a key or an element in both states.
  private struct Values {
    let old: RowIndex?
    let new: RowIndex?
    let isNewConflict: Bool
    /// The amount that is added to the counter that is the value in both states.
    let increment: Int64
  }

  private func values(_ key: RegisterKey, _ place: ChangedPlaces.Place) -> Values {
    let old = visibleRows(key, place, at: before)
    let new = visibleRows(key, place, at: after)
    var increment: Int64 = 0
    if let row = new.last, row == old.last, set.rows[row].isCounter {
      increment =
        isNearPresent
        ? (after == nil ? 1 : -1) &* (place.increments[row] ?? 0)
        : set.counterValue(row, at: after) &- set.counterValue(row, at: before)
    }
    return Values(
      old: old.last, new: new.last, isNewConflict: old.count < 2 && new.count > 1,
      increment: increment)
  }

  /// `true` if one state is the current one and all operations after the other state are known.
  private var isNearPresent: Bool { places.hasDetails && (before == nil || after == nil) }

  /// Returns the visible rows of a key or an element at a point.
  ///
  /// Reading the past visits all rows that a key ever had. Near the present, the rows that the
  /// operations hide are known, so an edit of a place doesn't pay for the earlier edits of it.
  private func visibleRows(
    _ key: RegisterKey, _ place: ChangedPlaces.Place, at clock: Clock?
  ) -> [RowIndex] {
    guard let clock, isNearPresent else { return set.visibleRows(key, at: clock) }
    var rows = set.visibleRows(key).filter { clock.covers(set.rows[$0].id) }
    let hidden = Set(place.replaced).filter { set.isVisible($0, at: clock) }
    guard !hidden.isEmpty else { return rows }
    rows += hidden
    return rows.sorted { set.actors.precedes(set.rows[$0].id, set.rows[$1].id) }
  }

  /// Returns the value of a row in the new state; an object is to be written as a whole.
  private mutating func expose(_ row: RowIndex) -> Value {
    if let object = set.objects.index(of: set.rows[row].id) { whole.insert(object) }
    return set.value(row, at: after)
  }
}

// Changed objects.
extension PatchWriter {
  private mutating func writeMap(_ object: ObjectIndex) {
    let keys = (places.objects[object] ?? [:]).sorted {
      set.strings.precedes($0.key.string, $1.key.string)
    }
    for (key, place) in keys {
      let values = values(set.registerKey(object, key), place)
      let string = set.strings[key.string]
      if let new = values.new {
        if new == values.old {
          writeSameValue(values, at: .Key(string))
        } else {
          output.put(expose(new), at: .Key(string))
        }
      } else if values.old != nil {
        output.deleteKey(string)
      }
    }
  }

  private mutating func writeSameValue(_ values: Values, at prop: Prop) {
    if values.isNewConflict { output.flagConflict(at: prop) }
    if values.increment != 0 { output.increment(at: prop, by: values.increment) }
  }

  private mutating func writeSequence(_ object: ObjectIndex) {
    let isText = set.objects[object].type == .Text
    var elements: [(index: UInt64, width: UInt64, values: Values)] = []
    for (key, place) in places.objects[object] ?? [:] {
      guard let element = key.element else { continue }
      let values = values(set.registerKey(object, key), place)
      if values.old == nil, values.new == nil { continue }
      let width = values.new.map { UInt64(set.width(ofVisible: $0, in: object)) } ?? 0
      elements.append((index(of: element, in: object), width, values))
    }
    // The elements without a width that have the same index are before the element with a width.
    elements.sort { ($0.index, $0.width == 0 ? 0 : 1) < ($1.index, $1.width == 0 ? 0 : 1) }
    var insertions = TextInsertions(marks: markEdges(of: object), at: after)
    for (index, width, values) in elements {
      if values.old == values.new {
        if !isText { writeSameValue(values, at: .Index(index)) }
        continue
      }
      if !isText, values.old != nil, let new = values.new {
        output.put(expose(new), at: .Index(index))
        continue
      }
      if let old = values.old {
        output.delete(UInt64(set.width(ofVisible: old, in: object)), at: index)
      }
      if let new = values.new { write(new, width, at: index, in: object, &insertions) }
    }
    writeMarks(of: object, insertions)
  }

  /// Writes an inserted element of a list or text.
  private mutating func write(
    _ row: RowIndex, _ width: UInt64, at index: UInt64, in object: ObjectIndex,
    _ insertions: inout TextInsertions
  ) {
    if set.objects[object].type == .List {
      return output.insert(expose(row), width: 1, at: index, marks: [:])
    }
    guard width > 0 else { return }
    let marks = insertions.add(width, at: index)
    if set.rows[row].action.makesObject {
      output.insert(expose(row), width: width, at: index, marks: marks)
    } else {
      var bytes: [UInt8] = []
      set.appendText(of: row, to: &bytes)
      output.insert(bytes, width: width, at: index, marks: marks, set.textEncoding)
    }
  }
}

// Marks.
extension PatchWriter {
  /// Writes the marks that differ between the states, except those that insertions have.
  private mutating func writeMarks(of object: ObjectIndex, _ insertions: TextInsertions) {
    var marks: [Mark] = []
    if places.markedTexts.contains(object) {
      let length = set.length(of: object, at: after)
      marks = insertions.edges.changes(from: before, to: after, length: length)
    }
    if insertions.haveMarks {
      marks = marks.compactMap { $0.trimmed(by: insertions.ranges) }
    } else if !insertions.ranges.isEmpty {
      var reader = MarkReader(set: set, clock: after)
      set.objects[object].sequence?.forEach { element, _ in
        reader.visit(element, in: object)
        return true
      }
      marks += reader.finish()
    }
    output.setMarks(marks)
  }

  /// Returns the edges of the marks of a text, with their indices in the new state.
  private mutating func markEdges(of object: ObjectIndex) -> MarkEdges {
    var edges: [(edge: RowIndex, index: UInt64)] = []
    if set.objects[object].hasMarks, let sequence = set.objects[object].sequence {
      if after == nil {
        sequence.forEachMark(in: set.rows) { edge, index in edges.append((edge, index)) }
      } else {
        var marks: [RowIndex] = []
        sequence.forEach { element, _ in
          if set.rows[element].action == .mark { marks.append(element) }
          return true
        }
        edges = marks.map { ($0, index(of: $0, in: object)) }
      }
    }
    return MarkEdges(edges, in: set)
  }
}

// Objects that are written as a whole.
extension PatchWriter {
  private mutating func writeWhole(_ object: ObjectIndex) {
    guard let end = path(of: object) else { return }
    let waiting = whole.waiting.count
    output.begin(set.objectID(of: set.objects[object].id), at: end)
    if set.isMap(object) {
      for entry in set.entries(of: object, at: after) {
        output.put(expose(entry.row), at: .Key(set.strings[entry.key]))
      }
    } else {
      var elements: [(row: RowIndex, width: UInt64)] = []
      set.forEachElement(of: object, at: after) { _, row, width in
        elements.append((row, UInt64(width)))
        return true
      }
      var insertions = TextInsertions(marks: markEdges(of: object), at: after)
      var index: UInt64 = 0
      for (row, width) in elements {
        write(row, width, at: index, in: object, &insertions)
        index += width
      }
      if !insertions.haveMarks { writeMarks(of: object, insertions) }
    }
    whole.waiting[waiting...].reverse()
  }
}
