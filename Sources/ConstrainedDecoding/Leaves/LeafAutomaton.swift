/// A regular language of byte strings as a table, for example of numbers, literals, or strings with
/// a pattern.
///
/// From every state except the dead state, a string of the language can be completed. State 0 is
/// the dead state, and state 1 is the start.
struct LeafAutomaton: Sendable {
  static let dead: Int32 = 0
  static let start: Int32 = 1
  /// The entry of ``shortest`` for a state from which no string can be completed.
  private static let unreachable = Int32.max

  private(set) var byteClasses: [UInt8]
  /// The number of entries for each state: one for each class of bytes.
  private(set) var stride: Int
  private(set) var transitions: [Int32] = []
  private(set) var isAccepting: [Bool] = []
  /// For each state of a JSON string, its state of ``StringContent``; ``StringContent/invalid`` for
  /// other states.
  private(set) var contents: [UInt8] = []
  /// For each state, the bytes that can follow.
  private(set) var following: [ByteSet] = []
  /// Indicates whether each state is universal; see ``universalStates()``.
  private(set) var isUniversal: [Bool] = []
  /// For each state, the smallest number of bytes that complete a string, or ``unreachable``.
  private var shortest: [Int32] = []

  /// The error for a language whose table would be too large.
  struct TooLarge: Error {}

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
  /// - Throws: ``TooLarge`` past ``maximumStates`` or ``maximumEntries``.
  init(literals texts: [[UInt8]]) throws(TooLarge) {
    let classes = [UInt8].classes(separating: texts.joined())
    let stride = Int(classes.max() ?? 0) + 1
    // The rows of state 0, which is the dead state, and of the start.
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

  /// Makes an automaton from its tables, in which state 1 is the start.
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

  /// Indicates whether the language has no string.
  var isEmpty: Bool { !isAccepting.contains(true) }

  /// For each state, the bytes that can follow.
  private func followingBytes() -> [ByteSet] {
    var members = [ByteSet](repeating: ByteSet(), count: stride)
    for byte in 0...255 as ClosedRange<UInt8> { members[Int(byteClasses[Int(byte)])].insert(byte) }
    return (0..<stateCount).map { state in
      var set = ByteSet()
      for symbol in 0..<stride where transitions[state * stride + symbol] != Self.dead {
        set.formUnion(members[symbol])
      }
      return set
    }
  }

  // MARK: Distances

  /// Returns for each state the smallest number of bytes that complete a string, if only some bytes
  /// may be used.
  ///
  /// - Complexity: O(*n*) in the size of the table.
  func distances(using bytes: ByteSet) -> [Distance] {
    let usable = usableSymbols(bytes)
    let distances = usable.dropFirst().contains(false) ? distances(usable) : shortest
    return distances.map { $0 == Self.unreachable ? .infinite : Distance($0) }
  }

  /// Indicates for each class whether it contains one of some bytes.
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
