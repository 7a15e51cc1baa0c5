/// A regular language of bytes as a table: a number, a literal, or a string with a pattern.
///
/// From every state, the end of some string of the language can be reached; what could not is left
/// out. State 0 stands for none, and state 1 is the start.
struct LeafAutomaton: Sendable {
  static let dead: Int32 = 0
  static let start: Int32 = 1
  /// No string of the language can be reached.
  static let unreachable = Int32.max

  private(set) var byteClasses: [UInt8]
  /// The entries a state: one a class of bytes.
  private(set) var stride: Int
  private(set) var transitions: [Int32] = []
  private(set) var isAccepting: [Bool] = []
  /// The states of ``StringContent``, for strings that cannot be told from others token by token.
  private(set) var contents: [UInt8] = []
  /// The bytes that can follow in each state.
  private(set) var following: [ByteSet] = []
  /// The states in which a string may go on as any string may.
  private(set) var isUniversal: [Bool] = []
  /// The fewest bytes from each state to the end of a string.
  private var shortest: [Int32] = []

  /// A language that has no table of acceptable size.
  struct TooLarge: Error {}

  /// The largest number of states.
  static let maximumStates = 1 << 16
  /// The largest number of entries in a table.
  static let maximumEntries = 1 << 22

  /// Makes the table of a language.
  ///
  /// - Throws: ``TooLarge`` past ``maximumStates`` or ``maximumEntries``.
  init<Machine: ByteMachine>(_ machine: Machine) throws(TooLarge) {
    var machine = machine
    byteClasses = machine.byteClasses
    let classCount = Int(byteClasses.max() ?? 0)
    stride = classCount + 1
    var representatives = [UInt8](repeating: 0, count: stride)
    for byte in (0...255).reversed() {
      representatives[Int(byteClasses[byte])] = UInt8(truncatingIfNeeded: byte)
    }
    var indices: [Machine.State: Int32] = [machine.start: Self.start]
    var states = [machine.start]
    transitions = Array(repeating: 0, count: stride)
    var position = 0
    while position < states.count {
      let state = states[position]
      position += 1
      transitions.append(0)
      for symbol in 1..<max(stride, 1) {
        guard let next = machine.step(state, representatives[symbol]) else {
          transitions.append(0)
          continue
        }
        if let known = indices[next] {
          transitions.append(known)
        } else {
          states.append(next)
          let index = Int32(truncatingIfNeeded: states.count)
          indices[next] = index
          transitions.append(index)
        }
      }
      guard states.count <= Self.maximumStates, states.count * stride <= Self.maximumEntries
      else { throw TooLarge() }
    }
    isAccepting = [false]
    for state in states { isAccepting.append(machine.isAccepting(state)) }
    contents = Array(repeating: StringContent.invalid, count: isAccepting.count)
    trim()
  }

  /// Makes the table of a finite list of texts.
  ///
  /// - Parameter texts: The texts, in UTF-8, so that not all bytes occur.
  /// - Throws: ``TooLarge`` past ``maximumStates`` or ``maximumEntries``.
  init(literals texts: [[UInt8]]) throws(TooLarge) {
    let classes = [UInt8].classes(separating: texts.joined())
    let stride = Int(classes.max() ?? 0) + 1
    // The rows of state 0, which stands for none, and of the start.
    var transitions = [Int32](repeating: Self.dead, count: 2 * stride)
    var isAccepting = [false, false]
    for text in texts {
      var state = Int(Self.start)
      for byte in text {
        let place = state * stride + Int(classes[Int(byte)])
        if transitions[place] == Self.dead {
          guard isAccepting.count <= Self.maximumStates,
            isAccepting.count * stride <= Self.maximumEntries
          else { throw TooLarge() }
          transitions[place] = Int32(isAccepting.count)
          transitions.append(contentsOf: repeatElement(Self.dead, count: stride))
          isAccepting.append(false)
        }
        state = Int(transitions[place])
      }
      isAccepting[state] = true
    }
    self.init(
      byteClasses: classes, stride: stride, transitions: transitions, isAccepting: isAccepting,
      contents: Array(repeating: StringContent.invalid, count: isAccepting.count))
  }

  /// Makes an automaton of its tables, in which state 1 is the start.
  init(
    byteClasses: [UInt8], stride: Int, transitions: [Int32], isAccepting: [Bool], contents: [UInt8]
  ) {
    self.byteClasses = byteClasses
    self.stride = stride
    self.transitions = transitions
    self.isAccepting = isAccepting
    self.contents = contents
    trim()
  }

  var stateCount: Int { isAccepting.count }

  /// Indicates whether no string belongs to the language.
  var isEmpty: Bool { !isAccepting.contains(true) }

  /// The bytes that can follow in each state.
  private func followingBytes() -> [ByteSet] {
    var members = [ByteSet](repeating: ByteSet(), count: stride)
    for byte in 0...255 as ClosedRange<UInt8> {
      members[Int(byteClasses[Int(byte)])].insert(byte)
    }
    return (0..<stateCount).map { state in
      var set = ByteSet()
      for symbol in 0..<stride where transitions[state * stride + symbol] != Self.dead {
        set.formUnion(members[symbol])
      }
      return set
    }
  }

  // MARK: Distances

  /// The fewest bytes from each state to the end of a string, of bytes that are given.
  ///
  /// - Complexity: O(*n*) in the size of the table.
  func distances(using bytes: ByteSet) -> [Int32] {
    let usable = usableSymbols(bytes)
    return usable.dropFirst().contains(false) ? distances(usable) : shortest
  }

  /// For each class, indicates whether it has one of some bytes.
  func usableSymbols(_ bytes: ByteSet) -> [Bool] {
    var usable = [Bool](repeating: false, count: stride)
    for byte in 0...255 as ClosedRange<UInt8> where bytes.contains(byte) {
      usable[Int(byteClasses[Int(byte)])] = true
    }
    return usable
  }

  private func distances(_ usable: [Bool]) -> [Int32] {
    var predecessors = Predecessors(stateCount: stateCount)
    for state in 1..<max(stateCount, 1) {
      for symbol in 1..<max(stride, 1) where usable[symbol] {
        let target = Int(transitions[state * stride + symbol])
        if target != 0 { predecessors.append(state, to: target) }
      }
    }
    var distances = [Int32](repeating: Self.unreachable, count: stateCount)
    var queue: [Int] = []
    for state in 0..<stateCount where isAccepting[state] {
      distances[state] = 0
      queue.append(state)
    }
    var position = 0
    while position < queue.count {
      let state = queue[position]
      position += 1
      predecessors.forEach(of: state) { source in
        guard distances[source] == Self.unreachable else { return }
        distances[source] = distances[state] + 1
        queue.append(source)
      }
    }
    return distances
  }

  /// Removes the transitions to states from which no string can be completed.
  private mutating func trim() {
    shortest = distances([Bool](repeating: true, count: stride))
    for index in transitions.indices where shortest[Int(transitions[index])] == Self.unreachable {
      transitions[index] = Self.dead
    }
    following = followingBytes()
    isUniversal = universalStates()
  }
}
