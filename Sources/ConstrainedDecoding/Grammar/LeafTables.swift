import IndexedTables

/// The table of one leaf for the single bytes of a vocabulary.
///
/// It is immutable, and all threads share it. The grammars of a vocabulary also share the tables of
/// leaves that ``SharedValues`` has.
final class LeafStateTable: Sendable {
  /// For each state, the next state for each class of bytes.
  fileprivate let transitions: FixedTable<Int32>
  /// The class of each byte.
  fileprivate let byteClasses: FixedTable<UInt8>
  fileprivate let states: FixedTable<GrammarTables.LeafState>
  fileprivate let stride: Int
  /// The largest distance of the states that texts can reach.
  fileprivate let longest: Distance
  /// The largest finite distance of a state.
  fileprivate let longestFinite: Distance

  init(_ leaf: LeafAutomaton, singleBytes: ByteSet) {
    let distances = leaf.distances(using: singleBytes)
    var states: [GrammarTables.LeafState] = []
    states.reserveCapacity(leaf.stateCount)
    var (longest, longestFinite): (Distance, Distance) = (0, 0)
    for (state, following) in leaf.following.enumerated() {
      let distance = distances[state]
      if leaf.isAccepting[state] || !following.isEmpty { longest = max(longest, distance) }
      if !distance.isInfinite { longestFinite = max(longestFinite, distance) }
      states.append(
        GrammarTables.LeafState(
          following: following, distance: distance, content: leaf.contents[state],
          isAccepting: leaf.isAccepting[state], isFinal: following.isEmpty,
          isUniversal: leaf.isUniversal[state]))
    }
    transitions = FixedTable(leaf.transitions)
    byteClasses = FixedTable(leaf.byteClasses)
    self.states = FixedTable(states)
    stride = leaf.stride
    self.longest = longest
    self.longestFinite = longestFinite
  }

  /// Indicates whether the leaf has no text.
  var isEmpty: Bool { !(0..<states.count).contains { states[$0].isAccepting } }

  /// The size of the table, in entries of 32 bits, of which each state has a number besides its
  /// transitions.
  func entryCount(perState: Int) -> Int { transitions.count + perState * states.count }

  fileprivate var byteCount: Int {
    transitions.byteCount + byteClasses.byteCount + states.byteCount
  }
}

/// The tables of a grammar's leaves.
struct LeafTables: Sendable {
  private var tables: [LeafStateTable] = []
  /// The addresses in ``tables``.
  private var leaves: [GrammarTables.Leaf] = []

  subscript(index: EntryIndex<GrammarTables.Leaf>) -> GrammarTables.Leaf { leaves[index] }

  mutating func add(_ table: LeafStateTable) {
    tables.append(table)
    leaves.append(GrammarTables.Leaf(table))
  }

  func start(of leaf: EntryIndex<GrammarTables.Leaf>) -> GrammarTables.LeafState {
    leaves[leaf].state(Int(LeafAutomaton.start))
  }

  /// The largest finite distance of a leaf's state.
  var longestDistance: Distance { tables.reduce(0) { max($0, $1.longestFinite) } }

  /// Returns the size in bytes, without the tables that are already counted.
  func byteCount(counted: inout Set<ObjectIdentifier>) -> Int {
    tables.reduce(leaves.byteCount) {
      counted.insert(ObjectIdentifier($1)).inserted ? $0 + $1.byteCount : $0
    }
  }
}

extension GrammarTables {
  /// A leaf of a grammar, by the addresses in its table.
  ///
  /// The addresses are valid as long as the grammar. States and classes come from the table, and
  /// are not checked. It is `@unchecked Sendable`, because the memory of a table is only written
  /// when the table is made.
  @safe
  struct Leaf: BitwiseCopyable, @unchecked Sendable {
    private let transitions: UnsafePointer<Int32>
    private let byteClasses: UnsafePointer<UInt8>
    private let states: UnsafePointer<LeafState>
    let stride: Int
    let stateCount: Int
    /// The largest distance of the leaf's states.
    let longest: Distance

    fileprivate init(_ table: LeafStateTable) {
      unsafe transitions = table.transitions.base
      unsafe byteClasses = table.byteClasses.base
      unsafe states = table.states.base
      stride = table.stride
      stateCount = table.states.count
      longest = table.longest
    }

    func state(_ state: Int) -> LeafState {
      assert(state >= 0 && state < stateCount)
      return unsafe states[state]
    }

    /// Returns the class of a byte.
    func symbol(of byte: UInt8) -> Int { unsafe Int(byteClasses[Int(byte)]) }

    /// Returns the state after a byte of a class.
    func target(_ state: Int, _ symbol: Int) -> Int {
      assert(state >= 0 && state < stateCount && symbol >= 0 && symbol < stride)
      return unsafe Int(transitions[state * stride + symbol])
    }

    /// Returns the state after a byte; ``LeafAutomaton/dead`` if the byte cannot follow.
    func step(_ state: Int, _ byte: UInt8) -> Int { target(state, symbol(of: byte)) }
  }
}
