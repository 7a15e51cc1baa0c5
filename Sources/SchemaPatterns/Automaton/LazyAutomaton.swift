/// A deterministic automaton whose transitions are computed when they are first taken.
///
/// Its memory is bounded by ``isFull``, which the caller has to check before each step.
struct LazyAutomaton: Sendable {
  static let dead: Int32 = 0
  static let matched: Int32 = 1
  private static let unknown: Int32 = -1

  private(set) var simulation: PatternSimulation
  /// Entries a state: one a class of scalars, and one for the end of the text.
  let stride: Int
  /// Rows of states, ``stride`` entries each.
  private(set) var transitions: [Int32] = []
  private var states: [PatternState] = []
  private var indices: [PatternState: Int32] = [:]
  private(set) var memberCount = 0
  private(set) var start: Int32 = 0
  /// The instructions that one match may visit.
  var visitLimit = PatternLimits.visits

  init(_ simulation: PatternSimulation) {
    self.simulation = simulation
    stride = simulation.classes.count + 1
    reset()
  }

  /// Forgets all states but the first ones.
  mutating func reset() {
    transitions.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    memberCount = 0
    // Their indices are ``dead`` and ``matched``, and they never end.
    for state in [PatternState(members: [], previous: .other), simulation.matched] {
      let index = intern(state)
      for symbol in 0..<stride { transitions[Int(index) * stride + symbol] = index }
    }
    start = intern(simulation.start())
  }

  var stateCount: Int { states.count }

  /// Whether the table has reached its bound; a few states are always allowed.
  var isFull: Bool {
    states.count > 8
      && (transitions.count > PatternLimits.tableEntries
        || memberCount > PatternLimits.tableEntries)
  }

  func state(_ index: Int32) -> PatternState { states[Int(index)] }

  /// The index of a state, which is added if it is new.
  mutating func intern(_ state: PatternState) -> Int32 {
    if let index = indices[state] { return index }
    let index = Int32(states.count)
    indices[state] = index
    states.append(state)
    memberCount += state.members.count
    transitions.append(contentsOf: repeatElement(Self.unknown, count: stride))
    return index
  }

  /// The state after a class of scalars, or after the end.
  mutating func step(_ state: Int32, _ symbol: Int) -> Int32 {
    let entry = Int(state) * stride + symbol
    let known = transitions[entry]
    if known != Self.unknown { return known }
    let next = intern(simulation.step(states[Int(state)], symbol))
    transitions[entry] = next
    return next
  }

  /// Computes the transitions of the states nearest to the start, within a limit of work.
  mutating func prepare() {
    let limit = simulation.visits + PatternLimits.preparedVisits
    var state = start
    while state < states.count, transitions.count <= PatternLimits.preparedEntries,
      simulation.visits <= limit
    {
      for symbol in 0..<stride { _ = step(state, symbol) }
      state += 1
    }
  }

  /// The state after a class of scalars, computed without the table.
  mutating func simulate(_ state: PatternState, _ symbol: Int) -> PatternState {
    simulation.step(state, symbol)
  }
}
