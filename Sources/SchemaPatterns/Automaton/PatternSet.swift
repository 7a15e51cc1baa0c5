/// Several patterns that are run on the same texts together.
///
/// The patterns become one automaton, so that a text is read once, however many patterns there are.
/// The set is a value: keep it in a variable to keep its table. Copies do not share it.
package struct PatternSet: Sendable {
  /// A pattern that a text matches.
  package struct Match: Sendable, Equatable {
    /// The index of the pattern in the set.
    package let index: Int
    /// Whether the pattern matches; if not, it cannot be run on the text.
    package let isCertain: Bool

    package init(index: Int, isCertain: Bool) {
      self.index = index
      self.isCertain = isCertain
    }
  }

  private var groups: [PatternGroupAutomaton] = []
  /// The patterns that are matched by backtracking.
  private var others: [(index: Int, matcher: SchemaPattern.Matcher)] = []
  /// The indices of the patterns that are not run.
  package private(set) var unknown: [Int] = []

  /// Prepares patterns.
  ///
  /// - Parameter patterns: The patterns.
  /// - Complexity: As for a budget.
  package init(_ patterns: [SchemaPattern]) {
    var budget = PatternBudget(documentSize: patterns.count)
    self.init(patterns, within: &budget)
  }

  /// Prepares patterns.
  ///
  /// - Parameters:
  ///   - patterns: The patterns.
  ///   - budget: The budget of their document, which is reduced.
  /// - Complexity: Linear in the sizes of the patterns with counted repetitions written out.
  package init(_ patterns: [SchemaPattern], within budget: inout PatternBudget) {
    var builder = PatternGroupAutomaton.Builder()
    for (index, pattern) in patterns.enumerated() {
      guard let program = PatternCompiler.program(for: pattern.elements, within: &budget) else {
        unknown.append(index)
        continue
      }
      if program.needsBacktracking {
        if let matcher = SchemaPattern.Matcher(program) { others.append((index, matcher)) }
        continue
      }
      if !builder.hasRoom(for: program) {
        add(builder.finish(), patterns)
        builder = PatternGroupAutomaton.Builder()
      }
      builder.append(program, index)
    }
    add(builder.finish(), patterns)
  }

  private mutating func add(
    _ result: PatternGroupAutomaton.Builder.Result, _ patterns: [SchemaPattern]
  ) {
    switch result {
    case .automaton(let automaton): groups.append(automaton)
    case .tooManyClasses(let indices):
      for index in indices {
        if let matcher = patterns[index].matcher() {
          others.append((index, matcher))
        } else {
          unknown.append(index)
        }
      }
    }
  }

  /// Computes what texts need first, within a limit of work, so that copies need not.
  package mutating func prepare() {
    for group in groups.indices { groups[group].prepare() }
    for other in others.indices { others[other].matcher.prepare() }
  }

  /// The patterns that match a text in UTF-8, and those that cannot be run on it, in order.
  ///
  /// - Complexity: O(*n*) in the length of the text and the number of results, once the automaton
  ///   has met such texts; at first and at worst, times the sizes of the patterns.
  package mutating func matches(utf8 text: [UInt8]) -> [Match] {
    var found: [Match] = unknown.map { Match(index: $0, isCertain: false) }
    for group in groups.indices {
      for index in groups[group].matches(text) {
        found.append(Match(index: index, isCertain: true))
      }
    }
    for other in others.indices {
      let result = others[other].matcher.matches(utf8: text)
      guard result != false else { continue }
      found.append(Match(index: others[other].index, isCertain: result == true))
    }
    return found.sorted { $0.index < $1.index }
  }

  /// The patterns that match a text, and those that cannot be run on it, in order.
  package mutating func matches(_ text: String) -> [Match] { matches(utf8: Array(text.utf8)) }
}

/// A deterministic automaton of several patterns, whose transitions are computed when they are first
/// taken, each with the patterns that match by it.
private struct PatternGroupAutomaton: Sendable {
  private static let unknown: Int32 = -1

  private var simulation: PatternSimulation
  /// The index of the pattern that each `accept` instruction belongs to.
  private let owners: [Int32: Int]
  private let stride: Int
  private var transitions: [Int32] = []
  /// For each transition the index of its list of patterns.
  private var outputs: [Int32] = []
  private var lists: [[Int]] = []
  private var listIndices: [[Int]: Int32] = [:]
  private var states: [PatternState] = []
  private var indices: [PatternState: Int32] = [:]
  private var memberCount = 0
  private var start: Int32 = 0
  private var startOutput: Int32 = 0

  private init(_ simulation: PatternSimulation, _ owners: [Int32: Int]) {
    self.simulation = simulation
    self.owners = owners
    stride = simulation.classes.count + 1
    reset()
  }

  private mutating func reset() {
    transitions.removeAll(keepingCapacity: true)
    outputs.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    lists = [[]]
    listIndices = [[]: 0]
    memberCount = 0
    start = intern(simulation.start())
    startOutput = outputOfLastStep()
  }

  private var isFull: Bool {
    states.count > 8
      && (transitions.count > PatternLimits.tableEntries
        || memberCount > PatternLimits.tableEntries)
  }

  private mutating func intern(_ state: PatternState) -> Int32 {
    if let index = indices[state] { return index }
    let index = Int32(truncatingIfNeeded: states.count)
    indices[state] = index
    states.append(state)
    memberCount += state.members.count
    transitions.append(contentsOf: repeatElement(Self.unknown, count: stride))
    outputs.append(contentsOf: repeatElement(0, count: stride))
    return index
  }

  private mutating func outputOfLastStep() -> Int32 {
    let list = simulation.accepted.compactMap { owners[$0] }
    if let known = listIndices[list] { return known }
    let index = Int32(truncatingIfNeeded: lists.count)
    lists.append(list)
    listIndices[list] = index
    memberCount += list.count
    return index
  }

  /// The entry of a transition, which is computed if it is not known.
  private mutating func entry(_ state: Int32, _ symbol: Int) -> Int {
    let entry = Int(state) * stride + symbol
    if transitions[entry] == Self.unknown {
      let next = intern(simulation.step(states[Int(state)], symbol))
      outputs[entry] = outputOfLastStep()
      transitions[entry] = next
    }
    return entry
  }

  /// Computes the transitions of the states nearest to the start, within a limit of work.
  mutating func prepare() {
    let limit = simulation.visits + PatternLimits.preparedVisits
    var state: Int32 = 0
    while state < states.count, transitions.count <= PatternLimits.preparedEntries,
      simulation.visits <= limit
    {
      for symbol in 0..<stride { _ = entry(state, symbol) }
      state += 1
    }
  }

  /// The patterns that match a text in UTF-8.
  mutating func matches(_ text: [UInt8]) -> Set<Int> {
    var found = Set(lists[Int(startOutput)])
    var applied: Set<Int32> = [0, startOutput]
    var state = start
    var index = 0
    while index <= text.count {
      let isEnd = index == text.count
      let symbol =
        isEnd ? simulation.end : simulation.classes.of(LazyAutomaton.decode(text, &index))
      if isEnd { index += 1 }
      let entry = entry(state, symbol)
      if applied.insert(outputs[entry]).inserted { found.formUnion(lists[Int(outputs[entry])]) }
      state = transitions[entry]
      guard isFull else { continue }
      let current = states[Int(state)]
      reset()
      applied = [0]
      state = intern(current)
    }
    return found
  }

  /// Puts the programs of patterns one after the other.
  struct Builder {
    enum Result {
      case automaton(PatternGroupAutomaton)
      case tooManyClasses([Int])
    }

    private var program = PatternProgram()
    private var setIndices: [ScalarSet: Int32] = [:]
    private var starts: [Int32] = []
    private var owners: [Int32: Int] = [:]

    func hasRoom(for other: PatternProgram) -> Bool {
      program.instructions.count <= PatternLimits.instructions - other.instructions.count
    }

    mutating func append(_ other: PatternProgram, _ index: Int) {
      starts.append(Int32(truncatingIfNeeded: program.instructions.count))
      for instruction in other.instructions {
        if case .characters(let set) = instruction {
          program.instructions.append(.characters(self.index(of: other.sets[Int(set)])))
        } else {
          program.instructions.append(instruction)
        }
      }
      program.usesWordBoundaries = program.usesWordBoundaries || other.usesWordBoundaries
      owners[Int32(truncatingIfNeeded: program.instructions.count - 1)] = index
    }

    private mutating func index(of set: ScalarSet) -> Int32 {
      if let known = setIndices[set] { return known }
      let index = Int32(truncatingIfNeeded: program.sets.count)
      setIndices[set] = index
      program.sets.append(set)
      return index
    }

    func finish() -> Result {
      guard let simulation = PatternSimulation(program, ofPatternsAt: starts) else {
        return .tooManyClasses(owners.values.sorted())
      }
      return .automaton(PatternGroupAutomaton(simulation, owners))
    }
  }
}
