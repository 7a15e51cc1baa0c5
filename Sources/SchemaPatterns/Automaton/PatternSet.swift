package import IndexedTables

/// Several patterns that are run together on the same texts.
///
/// The patterns become one automaton, so that a text is read once for any number of patterns. The
/// set is a value with a table that grows during matches: keep the set in a variable to keep the
/// table. Copies do not share the table.
package struct PatternSet: Sendable {
  /// A pattern that a text matches.
  package struct Match: Sendable, Equatable {
    /// The index of the pattern in the set.
    package let index: Int
    /// `true` if the pattern matches; `false` if it cannot be run on the text.
    package let isCertain: Bool

    package init(index: Int, isCertain: Bool) {
      self.index = index
      self.isCertain = isCertain
    }
  }

  private var groups: [PatternGroupAutomaton] = []
  /// The instructions that one match may visit in each automaton.
  var visitLimit = PatternLimits.visits
  /// The patterns that are matched by backtracking.
  private var others: [(index: Int, matcher: SchemaPattern.Matcher)] = []
  /// The indices of the patterns that are not run.
  package private(set) var unknown: [Int] = []

  /// Prepares patterns.
  ///
  /// - Parameters:
  ///   - patterns: The patterns.
  ///   - budget: The budget of the document of the patterns; the initializer subtracts its work.
  /// - Complexity: Linear in the sizes of the patterns with counted repetitions written out.
  package init(_ patterns: [SchemaPattern], within budget: inout PatternBudget) {
    var builder = PatternGroupAutomaton.Builder()
    for (index, pattern) in patterns.enumerated() {
      guard let program = PatternCompiler.program(for: pattern.elements, within: &budget) else {
        unknown.append(index)
        continue
      }
      if program.needsBacktracking {
        if let matcher = SchemaPattern.Matcher(program, within: &budget) {
          others.append((index, matcher))
        } else {
          unknown.append(index)
        }
        continue
      }
      if !builder.hasRoom(for: program) {
        add(builder.finish(within: &budget), patterns, within: &budget)
        builder = PatternGroupAutomaton.Builder()
      }
      builder.append(program, ofPattern: index)
    }
    add(builder.finish(within: &budget), patterns, within: &budget)
  }

  private mutating func add(
    _ result: PatternGroupAutomaton.Builder.Result, _ patterns: [SchemaPattern],
    within budget: inout PatternBudget
  ) {
    switch result {
    case .automaton(let automaton): groups.append(automaton)
    case .tooManyClasses(let indices):
      for index in indices {
        if let matcher = patterns[index].matcher(within: &budget) {
          others.append((index, matcher))
        } else {
          unknown.append(index)
        }
      }
    }
  }

  /// Computes the transitions that texts need first, within a limit, so that copies of the set have
  /// them.
  package mutating func prepare(within budget: inout PatternBudget) {
    for group in groups.indices { groups[group].prepare(within: &budget) }
    for other in others.indices { others[other].matcher.prepare(within: &budget) }
  }

  /// The memory of the tables, as the number of their entries and of the members of their states.
  package var size: Int {
    groups.reduce(0) { $0 + $1.size } + others.reduce(0) { $0 + $1.matcher.size }
  }

  /// Finds the patterns that match a text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - visits: The instructions that may still be visited for several texts and sets; the
  ///     function subtracts its own visits. If none are left, no pattern can be run.
  /// - Returns: The patterns that match, and the patterns that cannot be run on the text, in order.
  /// - Complexity: O(*n*) in the length of the text and the number of results if the table already
  ///   has the transitions of the text. Otherwise times the sizes of the patterns, up to
  ///   ``PatternLimits/visits``.
  package mutating func matches(utf8 text: Span<UInt8>, within visits: inout WorkBudget) -> [Match]
  {
    var found: [Match] = unknown.map { Match(index: $0, isCertain: false) }
    for group in groups.indices {
      found += groups[group].matches(text, visitLimit, within: &visits)
    }
    for other in others.indices {
      let result = others[other].matcher.matches(utf8: text, within: &visits)
      guard result != false else { continue }
      found.append(Match(index: others[other].index, isCertain: result == true))
    }
    return found.sorted { $0.index < $1.index }
  }

  /// Returns the patterns that match a text, and the patterns that cannot be run on the text, in
  /// order.
  package mutating func matches(_ text: String) -> [Match] {
    let bytes = Array(text.utf8)
    var visits = WorkBudget.unlimited
    return matches(utf8: bytes.span, within: &visits)
  }
}

/// A deterministic automaton of several patterns, whose transitions are computed when they are
/// first taken.
///
/// Each transition has a list of the patterns that match when it is taken.
private struct PatternGroupAutomaton: Sendable {
  private var table: PatternStateTable
  /// The index of the pattern that each `accept` instruction belongs to.
  private let owners: [PatternInstruction.Index: Int]

  private init(_ simulation: PatternSimulation, _ owners: [PatternInstruction.Index: Int]) {
    table = PatternStateTable(simulation)
    self.owners = owners
  }

  var size: Int { table.size }

  /// Computes the transitions of the states nearest to the start, within a limit of work.
  mutating func prepare(within budget: inout PatternBudget) { table.prepare(within: &budget) }

  /// Returns the patterns that match a text in UTF-8.
  ///
  /// If the match exceeds the limit of visits, the result also has the patterns that may match.
  mutating func matches(
    _ text: Span<UInt8>, _ visitLimit: Int64, within visits: inout WorkBudget
  ) -> [PatternSet.Match] {
    guard !visits.isSpent else { return owners.values.map { .init(index: $0, isCertain: false) } }
    let before = table.simulation.visits
    defer { visits.spend(table.simulation.visits - before) }
    let limit = before + min(visitLimit, visits.remaining)
    var found = Matches()
    add(table.startOutput, to: &found)
    var state = table.start
    var index = 0
    while index <= text.count {
      let symbol = symbol(in: text, &index)
      let next = table.step(state, symbol)
      add(table.output(of: state, symbol), to: &found)
      state = next
      guard table.simulation.visits <= limit else {
        return owners.values.map { .init(index: $0, isCertain: found.patterns.contains($0)) }
      }
      guard table.isFull else { continue }
      let current = table.state(state)
      table.reset()
      found.lists.removeAll()
      state = table.intern(current)
    }
    return found.patterns.map { .init(index: $0, isCertain: true) }
  }

  private struct Matches {
    var patterns: Set<Int> = []
    /// The lists of the table that are already included.
    var lists: Set<PatternStateTable.Output> = []
  }

  private func add(_ list: PatternStateTable.Output, to found: inout Matches) {
    guard list != PatternStateTable.noOutput, found.lists.insert(list).inserted else { return }
    for instruction in table.list(list) {
      if let pattern = owners[instruction] { found.patterns.insert(pattern) }
    }
  }

  /// Returns the symbol at an index of a text, and advances the index.
  ///
  /// The last symbol is the end of the text.
  private func symbol(in text: Span<UInt8>, _ index: inout Int) -> Int {
    if index < text.count { return table.simulation.classes.next(in: text, &index) }
    index += 1
    return table.simulation.end
  }

  /// Concatenates the programs of patterns.
  struct Builder {
    enum Result {
      case automaton(PatternGroupAutomaton)
      case tooManyClasses([Int])
    }

    private var program = PatternProgram()
    private var setIndices: [ScalarSet: EntryIndex<ScalarSet>] = [:]
    private var starts: [PatternInstruction.Index] = []
    private var owners: [PatternInstruction.Index: Int] = [:]

    func hasRoom(for other: PatternProgram) -> Bool {
      program.instructions.count <= PatternLimits.instructions - other.instructions.count
    }

    /// Adds the program of a pattern.
    ///
    /// The builder must have room for it.
    ///
    /// The jumps of the program are relative, and its last instruction is the match.
    mutating func append(_ other: PatternProgram, ofPattern pattern: Int) {
      starts.append(EntryIndex(program.instructions.count))
      for instruction in other.instructions {
        if case .characters(let set) = instruction {
          program.instructions.append(.characters(self.index(of: other.sets[set])))
        } else {
          program.instructions.append(instruction)
        }
      }
      program.usesWordBoundaries = program.usesWordBoundaries || other.usesWordBoundaries
      owners[EntryIndex(program.instructions.count - 1)] = pattern
    }

    private mutating func index(of set: ScalarSet) -> EntryIndex<ScalarSet> {
      if let known = setIndices[set] { return known }
      let index = program.sets.add(set)
      setIndices[set] = index
      return index
    }

    func finish(within budget: inout PatternBudget) -> Result {
      guard
        let simulation = PatternSimulation(program, ofPatternsAt: starts, within: &budget)
      else { return .tooManyClasses(owners.values.sorted()) }
      return .automaton(PatternGroupAutomaton(simulation, owners))
    }
  }
}
