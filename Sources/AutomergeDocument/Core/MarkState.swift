/// The marks that are open at a place of a text, while the edges of marks are visited in order.
struct MarkState {
  private let set: OpSet
  private let clock: Clock?
  /// The beginnings of the open marks, by name; the mark with the greatest identity is in effect.
  private var open: [StringIndex: SortedIndices<RowIndex>] = [:]
  /// Ends that precede their beginnings, as an old version wrote them; such marks are empty.
  private var strayEnds: Set<OpID> = []
  private var changedNames: Set<StringIndex> = []

  /// Creates the state at the beginning of a text, at a point in the history.
  init(set: OpSet, clock: Clock?) {
    self.set = set
    self.clock = clock
  }

  /// Opens or closes the mark of an edge.
  mutating func visit(_ edge: RowIndex) {
    let op = set.rows[edge]
    if let clock, !clock.covers(op.id) { return }
    // Only the beginning has the name. The beginning and the end have successive identities.
    if let name = set.rows.markName(of: edge) {
      let end = OpID(counter: op.id.counter &+ 1, actor: op.id.actor)
      guard !strayEnds.contains(end) else { return }
      let position = position(of: edge, amongOpenOf: name)
      open[name, default: SortedIndices<RowIndex>()].insert(edge, at: position)
      changedNames.insert(name)
    } else if !close(beginning: OpID(counter: op.id.counter - 1, actor: op.id.actor)) {
      strayEnds.insert(op.id)
    }
  }

  private mutating func close(beginning id: OpID) -> Bool {
    guard let row = set.rows.index(of: id), let name = set.rows.markName(of: row) else {
      return false
    }
    let position = position(of: row, amongOpenOf: name)
    guard open[name]?[position] == row else { return false }
    open[name]?.remove(at: position)
    changedNames.insert(name)
    return true
  }

  /// Returns the position of a beginning among the open marks with its name.
  ///
  /// A mark that is not open gets the position at which it would be inserted.
  private func position(
    of row: RowIndex, amongOpenOf name: StringIndex
  ) -> SortedIndices<RowIndex>.Position {
    let id = set.rows[row].id
    return open[name, default: SortedIndices<RowIndex>()].firstPosition {
      !set.actors.precedes(set.rows[$0].id, id)
    }
  }

  /// Returns the names whose mark in effect may have changed since the last call.
  mutating func takeChangedNames() -> Set<StringIndex> {
    defer { changedNames = [] }
    return changedNames
  }

  /// Returns the beginning of the mark in effect.
  func mark(_ name: StringIndex) -> RowIndex? { open[name]?.last }

  /// Returns the value of the mark in effect; `nil` if there is none, or if it removes others.
  func value(_ name: StringIndex) -> Value? {
    guard let row = mark(name) else { return nil }
    let value = set.values.scalar(set.rows[row].value)
    return value == .Null ? nil : .Scalar(value)
  }
}
