/// The keys and elements whose values may differ between two points in the history.
struct ChangedPlaces {
  /// The effects of the operations between the points on the value of a key or an element.
  struct Place {
    /// The rows that the operations hide.
    var replaced: [RowIndex] = []
    /// The amounts that the operations add to counters.
    var increments: [RowIndex: Int64] = [:]
  }

  private(set) var objects: [ObjectIndex: [ObjectKey: Place]] = [:]
  /// The texts in which the operations have marked ranges.
  private(set) var markedTexts: Set<ObjectIndex> = []
  /// `false` if some places are listed without what the operations have done to them.
  private(set) var hasDetails = true

  /// Adds the place of an operation of the document.
  ///
  /// `row`: The row of the operation; `nil` for a deletion.
  mutating func add(_ row: RowIndex?, replacing predecessors: [RowIndex], in set: OpSet) {
    guard let first = row ?? predecessors.first else { return }
    let object = set.rows[first].object
    if let row, set.rows[row].action == .mark, set.rows[row].isInsert {
      markedTexts.insert(object)
      return
    }
    var place = Place()
    swap(&place, &objects[object, default: [:]][set.key(of: first), default: Place()])
    let amount = row.flatMap { set.incrementAmount(of: set.rows[$0].id) }
    for predecessor in predecessors {
      if let amount, set.rows[predecessor].isCounter {
        place.increments[predecessor, default: 0] &+= amount
      } else {
        place.replaced.append(predecessor)
      }
    }
    objects[object]?[set.key(of: first)] = place
  }

  /// Adds all keys of a map, or all elements and marks of a sequence.
  mutating func addAll(of object: ObjectIndex, in set: OpSet) {
    hasDetails = false
    var places: [ObjectKey: Place] = [:]
    for key in set.objects[object].keys { places[ObjectKey(key)] = Place() }
    set.objects[object].sequence?.forEach { element, _ in
      if set.rows[element].action != .mark { places[ObjectKey(element)] = Place() }
      return true
    }
    objects[object] = places
    if set.objects[object].hasMarks { markedTexts.insert(object) }
  }
}

extension OpSet {
  /// Calls a closure with the row and the predecessors of each operation of an applied change; a
  /// deletion has no row.
  func forEachOperation(
    of change: DecodedChange, by actor: ActorIndex, _ body: (RowIndex?, [RowIndex]) -> Void
  ) throws(AutomergeError) {
    let actors = [actor] + change.otherActors.compactMap { self.actors.existingIndex(of: $0) }
    var reader = OperationReader(change.columns, actors: actors, of: .change)
    // The change is part of the document, so its memory is not limited again.
    var budget = LoadBudget.unlimited
    var decoded = DecodedOperation()
    var counter = change.header.firstOperation
    while try reader.next(into: &decoded, charging: &budget) {
      let row = rows.index(of: OpID(counter: counter, actor: actor))
      body(row, decoded.references.compactMap { rows.index(of: $0) })
      counter &+= 1
    }
  }
}
