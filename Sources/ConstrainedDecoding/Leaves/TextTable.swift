import IndexedTables

/// The texts of a ``TextMachine`` as a table over classes of scalars; state 0 is the start.
struct TextTable {
  /// The type of states, which have only an index.
  private enum State {}

  let classCount: Int
  /// Rows of states with an entry for each class; empty where no text can be completed.
  private var transitions: [PackedIndex<State>] = []
  /// For each state, indicates whether the text may end.
  var isComplete: [Bool] = []
  /// For each state, indicates whether a text can be completed; see ``trim()``.
  private(set) var isLive: [Bool] = []

  init(classCount: Int) { self.classCount = classCount }

  var stateCount: Int { isComplete.count }

  /// Indicates whether the machine has no text.
  var isEmpty: Bool { !isComplete.contains(true) }

  /// For each class, indicates whether its scalars occur in some text.
  var isUsed: [Bool] {
    var isUsed = [Bool](repeating: false, count: classCount)
    for (index, next) in transitions.enumerated() where next.wrappedValue != nil {
      isUsed[index % classCount] = true
    }
    return isUsed
  }

  /// The state after a scalar of a class; `nil` if no text can be completed then.
  func next(_ state: Int, _ symbol: Int32) -> Int? {
    transitions[state * classCount + Int(symbol)].wrappedValue?.value
  }

  /// Adds the transition of the next class; after the last class, of the first one in a new state.
  mutating func appendTransition(to next: Int?) {
    transitions.append(PackedIndex(wrappedValue: next.map { EntryIndex($0) }))
  }

  /// Removes the transitions to states from which no text can be completed.
  mutating func trim() {
    var predecessors = Predecessors(stateCount: stateCount)
    for (index, next) in transitions.enumerated() {
      guard let next = next.wrappedValue else { continue }
      predecessors.append(index / classCount, to: next.value)
    }
    var isLive = isComplete
    var pending = isLive.indices.filter { isLive[$0] }
    while let state = pending.popLast() {
      predecessors.forEach(of: state) { source in
        guard !isLive[source] else { return }
        isLive[source] = true
        pending.append(source)
      }
    }
    self.isLive = isLive
    for index in transitions.indices {
      if let next = transitions[index].wrappedValue, !isLive[next.value] {
        transitions[index] = PackedIndex()
      }
    }
  }
}
