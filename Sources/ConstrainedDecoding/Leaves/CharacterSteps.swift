/// For each state of a string's automaton, the states after one more character.
///
/// The automaton reads bytes, but a character can have several bytes. Counting characters needs the
/// steps from character to character.
///
/// Most states are within characters, and many of them lead to the same states. Such states form a
/// class, and counting uses classes instead of states.
struct CharacterSteps {
  private(set) var classes: [Int32] = []
  /// For each class, the states after the rest of a character, one class after the other; see
  /// ``targets(of:)``.
  private var list: [Int32] = []
  private var starts: [Int32] = [0]
  /// For each class, indicates whether the string may be closed in its states.
  private(set) var closes: [Bool] = []

  // `bytes`: The bytes that may occur; `nil` for all. `takesOneByte`: Indicates whether characters
  // of more than one byte are ignored. A character that has already begun is not ignored.
  init(_ leaf: LeafAutomaton, using bytes: ByteSet? = nil, takesOneByte: Bool = false) {
    let usable = leaf.usableSymbols(bytes ?? .all)
    let quote = Int(leaf.byteClasses[Int(UInt8(ascii: "\""))])
    let stride = leaf.stride
    /// For each state, the last source state from which it was reached; at first the dead state,
    /// from which no state is reached.
    var marks = [Int32](repeating: LeafAutomaton.dead, count: leaf.stateCount)
    var pending: [Int] = []
    /// The class of each list of targets. The last entry of the list indicates whether the string
    /// may be closed.
    var known: [[Int32]: Int32] = [:]
    for state in 0..<leaf.stateCount {
      let content = leaf.contents[state]
      var targets: [Int32] = []
      var mayClose = false
      if content != StringContent.invalid {
        pending.append(state)
        let closed = Int(leaf.transitions[state * stride + quote])
        mayClose = usable[quote] && closed != 0 && leaf.isAccepting[closed]
      }
      while let current = pending.popLast() {
        for symbol in 1..<max(stride, 1) where usable[symbol] {
          let target = leaf.transitions[current * stride + symbol]
          let next = leaf.contents[Int(target)]
          guard target != LeafAutomaton.dead, next != StringContent.invalid,
            marks[Int(target)] != state
          else { continue }
          marks[Int(target)] = Int32(truncatingIfNeeded: state)
          if next == StringContent.start {
            targets.append(target)
          } else if !takesOneByte || content != StringContent.start {
            pending.append(Int(target))
          }
        }
      }
      targets.sort()
      let key = targets + [mayClose ? 1 : 0]
      if let known = known[key] {
        classes.append(known)
        continue
      }
      let added = Int32(closes.count)
      known[key] = added
      classes.append(added)
      closes.append(mayClose)
      list += targets
      starts.append(Int32(list.count))
    }
  }

  var classCount: Int { closes.count }

  /// The total number of steps of all classes.
  var count: Int { list.count }

  /// Returns the states after one more character, or after the rest of the current character.
  func targets(of state: Int) -> ArraySlice<Int32> { targets(ofClass: Int(classes[state])) }

  func targets(ofClass index: Int) -> ArraySlice<Int32> {
    list[Int(starts[index])..<Int(starts[index + 1])]
  }

  /// Returns for each state the largest value of the state itself and of all states that can be
  /// reached from it.
  ///
  /// - Complexity: O(*n* log *n*) in the states and steps.
  func largestAhead(_ values: [Int32]) -> [Int32] {
    var predecessors = Predecessors(stateCount: classes.count)
    for state in classes.indices {
      for target in targets(of: state) { predecessors.append(state, to: Int(target)) }
    }
    var result = values
    var isDone = [Bool](repeating: false, count: classes.count)
    for first in values.indices.sorted(by: { values[$0] > values[$1] }) where !isDone[first] {
      isDone[first] = true
      var pending = [first]
      while let state = pending.popLast() {
        result[state] = values[first]
        predecessors.forEach(of: state) { source in
          guard !isDone[source] else { return }
          isDone[source] = true
          pending.append(source)
        }
      }
    }
    return result
  }
}
