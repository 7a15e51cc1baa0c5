import SchemaPatterns

/// A state machine over scalars for the texts that match some patterns and do not match others.
struct TextMachine {
  /// The first scalar and the class of each interval of scalars, in order from 0.
  let intervals: [(start: UInt32, class: Int32)]
  private var automata: [SchemaPattern.ScalarAutomaton]
  /// The index of the first pattern that must not match.
  private let firstExcluded: Int
  /// For each class of scalars, its class in each pattern.
  private let symbols: [[Int32]]
  private var combinations: [[Int32]] = []
  private var combinationIndices: [[Int32]: Int32] = [:]

  // `automata`: The patterns that a text has to match, followed by the patterns that it must not
  // match. `excluded`: The number of patterns that the text must not match.
  init(_ automata: [SchemaPattern.ScalarAutomaton], excluded: Int = 0) {
    self.automata = automata
    firstExcluded = automata.count - excluded
    (intervals, symbols) = Self.combine(automata.map(\.intervals))
  }

  /// Returns the common refinement of the intervals of all automata.
  private static func combine(
    _ all: [[(start: UInt32, class: Int32)]]
  ) -> (intervals: [(start: UInt32, class: Int32)], symbols: [[Int32]]) {
    var starts: Set<UInt32> = [0]
    for intervals in all { starts.formUnion(intervals.map(\.start)) }
    var positions = [Int](repeating: 0, count: all.count)
    var indices: [[Int32]: Int32] = [:]
    var symbols: [[Int32]] = []
    var result: [(start: UInt32, class: Int32)] = []
    for start in starts.sorted() {
      var tuple: [Int32] = []
      for (index, intervals) in all.enumerated() {
        while positions[index] + 1 < intervals.count,
          intervals[positions[index] + 1].start <= start
        {
          positions[index] += 1
        }
        tuple.append(intervals[positions[index]].class)
      }
      let symbol = indices[tuple] ?? Int32(symbols.count)
      if indices.updateValue(symbol, forKey: tuple) == nil { symbols.append(tuple) }
      result.append((start, symbol))
    }
    return (result, symbols)
  }

  // MARK: Steps

  private mutating func intern(_ states: [Int32]) -> Int32 {
    if states.count == 1 { return states[0] }
    if let known = combinationIndices[states] { return known }
    let index = Int32(combinations.count)
    combinationIndices[states] = index
    combinations.append(states)
    return index
  }

  /// Returns the state of each pattern.
  ///
  /// With one pattern, it is the state itself; with several, the state is the number of a
  /// combination.
  private func patternStates(_ state: Int32) -> [Int32] {
    automata.count == 1 ? [state] : combinations[Int(state)]
  }

  private mutating func step(_ state: Int32, _ symbol: Int) -> Int32? {
    let classes = symbols[symbol]
    let dead = SchemaPattern.ScalarAutomaton.dead
    if automata.count == 1 {
      let next = automata[0].step(state, class: classes[0])
      return next == dead && firstExcluded > 0 ? nil : next
    }
    var states = patternStates(state)
    for index in automata.indices {
      states[index] = automata[index].step(states[index], class: classes[index])
      if states[index] == dead, index < firstExcluded { return nil }
    }
    return intern(states)
  }

  /// Indicates whether the text may end here.
  private mutating func isComplete(_ state: Int32) -> Bool {
    let states = patternStates(state)
    for index in automata.indices {
      guard automata[index].isAccepting(states[index]) == (index < firstExcluded) else {
        return false
      }
    }
    return true
  }

  private var isTooLarge: Bool {
    automata.contains(where: \.isTooLarge) || combinations.count > LeafAutomaton.maximumStates
  }

  // MARK: Tables

  /// Returns the table of the machine, with the states from which a text can be completed.
  ///
  /// - Throws: ``LeafAutomaton/TooLarge`` if there are too many states.
  mutating func table() throws(LeafAutomaton.TooLarge) -> TextTable {
    let start = intern(automata.map(\.start))
    var indices: [Int32: Int] = [start: 0]
    var states = [start]
    var table = TextTable(classCount: symbols.count)
    var position = 0
    while position < states.count {
      let state = states[position]
      position += 1
      table.isComplete.append(isComplete(state))
      for symbol in symbols.indices {
        guard let next = step(state, symbol) else {
          table.appendTransition(to: nil)
          continue
        }
        let index = indices[next] ?? states.count
        if index == states.count {
          indices[next] = index
          states.append(next)
        }
        table.appendTransition(to: index)
      }
      guard states.count <= LeafAutomaton.maximumStates,
        states.count * symbols.count <= LeafAutomaton.maximumEntries, !isTooLarge
      else { throw LeafAutomaton.TooLarge() }
    }
    table.trim()
    return table
  }
}
