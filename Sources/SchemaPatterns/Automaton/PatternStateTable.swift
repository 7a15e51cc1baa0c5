import IndexedTables

/// The states of a simulation and the transitions between them, each computed when it is first
/// taken.
///
/// The caller has to check ``isFull`` after each step, and so bounds the memory of the table.
struct PatternStateTable: Sendable {
  /// The index of a list of `accept` instructions.
  typealias Output = EntryIndex<[PatternInstruction.Index]>

  /// The empty list.
  static var noOutput: Output { Output(0) }

  private(set) var simulation: PatternSimulation
  /// The number of entries of a state: one for each class of scalars, and one for the end of the
  /// text.
  let stride: Int
  /// The states with the first indices.
  ///
  /// No transition leaves them.
  private let final: [PatternState]
  /// Rows of states with ``stride`` entries each, without a target where the transition is unknown.
  private(set) var transitions: [PackedIndex<PatternState>] = []
  private var states: [PatternState] = []
  private var indices: [PatternState: PatternState.Index] = [:]
  private(set) var memberCount = 0
  private(set) var start = PatternState.Index(0)
  /// For each transition, the index of the list of `accept` instructions that it reaches.
  ///
  /// The array is empty if the first match is the result.
  private var outputs: [Output] = []
  private var lists: [[PatternInstruction.Index]] = []
  private var listIndices: [[PatternInstruction.Index]: Output] = [:]
  /// The list of `accept` instructions that the empty text reaches.
  private(set) var startOutput = PatternStateTable.noOutput

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
    listIndices = [[]: Self.noOutput]
    memberCount = 0
    for state in final {
      let index = intern(state)
      for symbol in 0..<stride { transitions[entry(index, symbol)].wrappedValue = index }
    }
    start = intern(simulation.start())
    startOutput = simulation.stopsAtMatch ? Self.noOutput : outputOfLastStep()
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

  func state(_ index: PatternState.Index) -> PatternState { states[index] }

  /// Returns the index of a state, and adds the state if it is new.
  mutating func intern(_ state: PatternState) -> PatternState.Index {
    // One access to the dictionary finds or adds the index, because hashing a state takes time in
    // proportion to its members.
    let new = PatternState.Index(states.count)
    let index = Self.value(of: &indices[state, default: new])
    guard index == new else { return index }
    states.append(state)
    memberCount += state.memberCount
    transitions.append(contentsOf: repeatElement(PackedIndex(), count: stride))
    if !simulation.stopsAtMatch {
      outputs.append(contentsOf: repeatElement(Self.noOutput, count: stride))
    }
    return index
  }

  private static func value(of entry: inout PatternState.Index) -> PatternState.Index { entry }

  /// The place of a transition in ``transitions`` and ``outputs``.
  private func entry(_ state: PatternState.Index, _ symbol: Int) -> Int {
    state.value * stride + symbol
  }

  /// Returns the state that a transition leads to; `nil` if it is unknown.
  func knownStep(_ state: PatternState.Index, _ symbol: Int) -> PatternState.Index? {
    transitions[entry(state, symbol)].wrappedValue
  }

  /// Returns the state that a transition leads to, and computes it if it is unknown.
  mutating func step(_ state: PatternState.Index, _ symbol: Int) -> PatternState.Index {
    if let known = knownStep(state, symbol) { return known }
    let next = intern(simulation.step(states[state], symbol))
    let entry = entry(state, symbol)
    if !simulation.stopsAtMatch { outputs[entry] = outputOfLastStep() }
    transitions[entry].wrappedValue = next
    return next
  }

  /// Computes the transitions of the states nearest to the start, within a limit of work.
  mutating func prepare(within budget: inout PatternBudget) {
    let before = simulation.visits
    let limit = before + min(PatternLimits.preparedVisits, budget.visits.remaining)
    defer { budget.take(visits: simulation.visits - before) }
    var state = start
    while state.value < states.count, transitions.count <= PatternLimits.preparedEntries,
      simulation.visits <= limit
    {
      for symbol in 0..<stride { _ = step(state, symbol) }
      state = state + 1
    }
  }

  /// Returns the state after a class of scalars, or after the end, computed without the table.
  mutating func simulate(_ state: PatternState, _ symbol: Int) -> PatternState {
    simulation.step(state, symbol)
  }

  // MARK: Matches

  private mutating func outputOfLastStep() -> Output {
    let list = simulation.accepted
    if let known = listIndices[list] { return known }
    let index = lists.add(list)
    listIndices[list] = index
    memberCount += list.count
    return index
  }

  /// Returns the index of the list of `accept` instructions that a known transition reaches.
  func output(of state: PatternState.Index, _ symbol: Int) -> Output {
    outputs[entry(state, symbol)]
  }

  /// Returns a list of `accept` instructions.
  func list(_ output: Output) -> [PatternInstruction.Index] { lists[output] }
}

/// The transitions of a pattern that are computed before the first match.
///
/// The table is a class because a matcher is larger, as it can compute more transitions, and would
/// be copied for each text. Copying took a third of the time of a match.
package final class PreparedTable: Sendable {
  private let classes: ScalarClasses
  private let transitions: [PackedIndex<PatternState>]
  private let stride: Int
  private let start: PatternState.Index

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
      let next = transitions[state.value * stride + symbol].wrappedValue
      guard let next, next > LazyAutomaton.matched else { return Self.result(next) }
      state = next
    }
    return Self.result(transitions[state.value * stride + stride - 1].wrappedValue)
  }

  private static func result(_ state: PatternState.Index?) -> Bool? {
    state == LazyAutomaton.matched ? true : state == LazyAutomaton.dead ? false : nil
  }
}
