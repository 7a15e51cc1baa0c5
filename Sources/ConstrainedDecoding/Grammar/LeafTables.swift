import IndexedTables

/// The automata of a grammar's leaves.
struct LeafTables: Sendable {
  private var leaves: [GrammarTables.Leaf] = []
  private(set) var states: [GrammarTables.LeafState] = []
  private(set) var transitions: [Int32] = []
  private(set) var byteClasses: [UInt8] = []

  subscript(index: EntryIndex<GrammarTables.Leaf>) -> GrammarTables.Leaf { leaves[index] }

  mutating func add(_ leaf: LeafAutomaton, singleBytes: ByteSet) {
    let distances = leaf.distances(using: singleBytes)
    let firstState = states.count
    var longest: Distance = 0
    for (state, following) in leaf.following.enumerated() {
      let isReached = leaf.isAccepting[state] || !following.isEmpty
      if isReached { longest = max(longest, distances[state]) }
      states.append(
        GrammarTables.LeafState(
          following: following, distance: distances[state], content: leaf.contents[state],
          isAccepting: leaf.isAccepting[state], isFinal: following.isEmpty,
          isUniversal: leaf.isUniversal[state]))
    }
    leaves.append(
      GrammarTables.Leaf(
        firstTransition: transitions.count, firstClass: byteClasses.count, stride: leaf.stride,
        firstState: firstState, stateCount: leaf.stateCount, longest: longest))
    transitions.append(contentsOf: leaf.transitions)
    byteClasses.append(contentsOf: leaf.byteClasses)
  }

  /// Returns the state of a leaf after a byte; ``LeafAutomaton/dead`` if the byte cannot follow.
  func step(_ leaf: GrammarTables.Leaf, _ state: Int, _ byte: UInt8) -> Int {
    let symbol = Int(byteClasses[leaf.firstClass + Int(byte)])
    return Int(transitions[leaf.firstTransition + state * leaf.stride + symbol])
  }

  func state(_ leaf: GrammarTables.Leaf, _ state: Int) -> GrammarTables.LeafState {
    states[leaf.firstState + state]
  }

  func start(of leaf: EntryIndex<GrammarTables.Leaf>) -> GrammarTables.LeafState {
    state(leaves[leaf], Int(LeafAutomaton.start))
  }

  var byteCount: Int {
    leaves.byteCount + states.byteCount + transitions.byteCount + byteClasses.byteCount
  }
}
