/// The texts of a ``TextMachine`` as a table over classes of scalars.
///
/// State 0 is the start.
struct TextTable {
  /// The state from which no text can be completed.
  static let none: Int32 = -1

  let classCount: Int
  var transitions: [Int32] = []
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
    for (index, next) in transitions.enumerated() where next != Self.none {
      isUsed[index % classCount] = true
    }
    return isUsed
  }

  func next(_ state: Int, _ symbol: Int32) -> Int32 {
    transitions[state * classCount + Int(symbol)]
  }

  /// Removes the transitions to states from which no text can be completed.
  mutating func trim() {
    var predecessors = Predecessors(stateCount: stateCount)
    for (index, next) in transitions.enumerated() where next != Self.none {
      predecessors.append(index / classCount, to: Int(next))
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
      let next = transitions[index]
      if next != Self.none, !isLive[Int(next)] { transitions[index] = Self.none }
    }
  }
}
