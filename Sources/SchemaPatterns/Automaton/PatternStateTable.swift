/// The states of a simulation and the transitions between them, each computed when it is first
/// taken.
///
/// The caller has to check ``isFull`` after each step, and so bounds the memory of the table.
struct PatternStateTable: Sendable {
  private static let unknown: Int32 = -1

  private(set) var simulation: PatternSimulation
  /// The number of entries of a state: one for each class of scalars, and one for the end of the
  /// text.
  let stride: Int
  /// The states with the first indices.
  ///
  /// No transition leaves them.
  private let final: [PatternState]
  /// Rows of states with ``stride`` entries each; -1 for an unknown transition.
  private(set) var transitions: [Int32] = []
  private var states: [PatternState] = []
  private var indices: [PatternState: Int32] = [:]
  private(set) var memberCount = 0
  private(set) var start: Int32 = 0
  /// For each transition, the index of the list of `accept` instructions that it reaches.
  ///
  /// The array is empty if the first match is the result.
  private var outputs: [Int32] = []
  private var lists: [[Int32]] = []
  private var listIndices: [[Int32]: Int32] = [:]
  private var startOutput: Int32 = 0

  init(_ simulation: PatternSimulation, final: [PatternState] = []) {
    self.simulation = simulation
    self.final = final
    stride = simulation.classes.count + 1
    reset()
  }

  /// Removes all states except the final states and the start.
  mutating func reset() {
    transitions.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    outputs.removeAll(keepingCapacity: true)
    lists = [[]]
    listIndices = [[]: 0]
    memberCount = 0
    for state in final {
      let index = intern(state)
      for symbol in 0..<stride { transitions[Int(index) * stride + symbol] = index }
    }
    start = intern(simulation.start())
    startOutput = simulation.stopsAtMatch ? 0 : outputOfLastStep()
  }

  var stateCount: Int { states.count }

  /// The memory of the table, as the number of transitions and of members of states.
  var size: Int { transitions.count + memberCount }

  /// `true` if the table has reached the limit of its size.
  ///
  /// A few states are always allowed.
  var isFull: Bool {
    states.count > 8
      && (transitions.count > PatternLimits.tableEntries
        || memberCount > PatternLimits.tableEntries)
  }

  func state(_ index: Int32) -> PatternState { states[Int(index)] }

  /// Returns the index of a state, and adds the state if it is new.
  mutating func intern(_ state: PatternState) -> Int32 {
    let index = Int32(truncatingIfNeeded: states.count)
    let known = { (known: inout Int32?) in
      defer { known = known ?? index }
      return known
    }(&indices[state])
    if let known { return known }
    states.append(state)
    memberCount += state.members.count
    transitions.append(contentsOf: repeatElement(Self.unknown, count: stride))
    if !simulation.stopsAtMatch { outputs.append(contentsOf: repeatElement(0, count: stride)) }
    return index
  }

  /// Returns the entry of a transition, and computes it if it is unknown.
  mutating func entry(_ state: Int32, _ symbol: Int) -> Int {
    let entry = Int(state) * stride + symbol
    guard transitions[entry] == Self.unknown else { return entry }
    let next = intern(simulation.step(states[Int(state)], symbol))
    if !simulation.stopsAtMatch { outputs[entry] = outputOfLastStep() }
    transitions[entry] = next
    return entry
  }

  /// Computes the transitions of the states nearest to the start, within a limit of work.
  mutating func prepare(within budget: inout PatternBudget) {
    let before = simulation.visits
    let limit = before + min(PatternLimits.preparedVisits, budget.visits)
    defer { budget.visits -= simulation.visits - before }
    var state = start
    while state < states.count, transitions.count <= PatternLimits.preparedEntries,
      simulation.visits <= limit
    {
      for symbol in 0..<stride { _ = entry(state, symbol) }
      state += 1
    }
  }

  /// Returns the state after a class of scalars, or after the end, computed without the table.
  mutating func simulate(_ state: PatternState, _ symbol: Int) -> PatternState {
    simulation.step(state, symbol)
  }

  // MARK: Matches

  private mutating func outputOfLastStep() -> Int32 {
    let list = simulation.accepted
    if let known = listIndices[list] { return known }
    let index = Int32(truncatingIfNeeded: lists.count)
    lists.append(list)
    listIndices[list] = index
    memberCount += list.count
    return index
  }

  /// Returns the index of the list of `accept` instructions that a transition reaches.
  ///
  /// Without a transition, returns the index of the list that is reached before the first scalar.
  func output(ofEntry entry: Int?) -> Int32 { entry.map { outputs[$0] } ?? startOutput }

  /// Returns a list of `accept` instructions.
  ///
  /// The first list is empty.
  func list(_ index: Int32) -> [Int32] { lists[Int(index)] }
}

/// The transitions of a pattern that are computed before the first match.
///
/// The table is a class because a matcher is larger, as it can compute more transitions, and would
/// be copied for each text. Copying took a third of the time of a match.
package final class PreparedTable: Sendable {
  private let classes: ScalarClasses
  private let transitions: [Int32]
  private let stride: Int
  private let start: Int32

  init(_ table: PatternStateTable) {
    classes = table.simulation.classes
    transitions = table.transitions
    stride = table.stride
    start = table.start
  }

  /// Returns `true` if a text in UTF-8 contains a match, or `nil` if the text needs a transition
  /// that is not computed.
  package func match(_ text: Span<UInt8>) -> Bool? {
    var state = start
    var index = 0
    while index < text.count {
      let symbol = classes.next(in: text, &index)
      state = transitions[Int(state) * stride + symbol]
      guard state > LazyAutomaton.matched else { return Self.result(state) }
    }
    return Self.result(transitions[Int(state) * stride + stride - 1])
  }

  private static func result(_ state: Int32) -> Bool? {
    state == LazyAutomaton.matched ? true : state == LazyAutomaton.dead ? false : nil
  }
}
