/// The texts of a ``TextMachine`` as a table over classes of scalars.
///
/// State 0 is the start.
struct TextTable {
  /// No text can be completed.
  static let none: Int32 = -1

  let classCount: Int
  var transitions: [Int32] = []
  /// Whether the text may end in each state.
  var isComplete: [Bool] = []
  /// Whether a text can be completed from each state; see ``trim()``.
  private(set) var isLive: [Bool] = []

  init(classCount: Int) { self.classCount = classCount }

  var stateCount: Int { isComplete.count }

  /// Whether no text can be completed.
  var isEmpty: Bool { !isComplete.contains(true) }

  /// Whether a scalar of each class can occur at all.
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
    // Predecessors, as one list a state.
    var heads = [Int32](repeating: -1, count: stateCount)
    var links: [(source: Int32, next: Int32)] = []
    for (index, next) in transitions.enumerated() where next != Self.none {
      links.append((Int32(truncatingIfNeeded: index / classCount), heads[Int(next)]))
      heads[Int(next)] = Int32(truncatingIfNeeded: links.count - 1)
    }
    isLive = isComplete
    var pending = isLive.indices.filter { isLive[$0] }
    while let state = pending.popLast() {
      var link = heads[state]
      while link >= 0 {
        let source = Int(links[Int(link)].source)
        if !isLive[source] {
          isLive[source] = true
          pending.append(source)
        }
        link = links[Int(link)].next
      }
    }
    for index in transitions.indices {
      let next = transitions[index]
      if next != Self.none, !isLive[Int(next)] { transitions[index] = Self.none }
    }
  }
}
