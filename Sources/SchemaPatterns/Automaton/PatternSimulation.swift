import IndexedTables

/// The context before or after a position, as assertions distinguish it.
enum PatternSide: UInt8, Sendable, Hashable, CaseIterable {
  /// The start of the text if it is directly before the position, or the end of the text if it is
  /// directly after the position.
  case edge
  case word
  case other

  var isWord: Bool { self == .word }
}

/// The state of a program after the text so far.
struct PatternState: Sendable, Hashable {
  typealias Index = EntryIndex<PatternState>

  /// The instructions that wait for the next scalar or for the end, in order.
  var members: [PatternInstruction.Index]
  /// The context at the end of the text so far; `other` if no instruction in the state depends on
  /// the context.
  var previous: PatternSide
  /// `true` if a match can begin here by one of the instructions that are the same at all
  /// positions; they are not among the members.
  var canRestart = false

  /// `true` if no match is possible.
  var isDead: Bool { members.isEmpty && !canRestart }

  /// The number of members, where the instructions of a restart count as one.
  var memberCount: Int { members.count + (canRestart ? 1 : 0) }
}

/// Runs all paths through a program together.
///
/// The state after a scalar is the set of instructions that some path through the pattern has
/// reached. Paths that reach the same instruction are merged, so a step visits an instruction at
/// most twice, even if the pattern is ambiguous.
struct PatternSimulation: Sendable {
  let program: PatternProgram
  let classes: ScalarClasses
  /// The instructions at which matches begin, one for each pattern.
  private let starts: [PatternInstruction.Index]
  /// The starts at which a match can also begin after the start of the text.
  private var restarts: [PatternInstruction.Index] = []
  /// `true` if there is one pattern, so that the first match is the result.
  let stopsAtMatch: Bool
  /// The instructions that take the first scalar of a match.
  ///
  /// Empty if these instructions differ between positions, or if matches begin only at the start of
  /// the text.
  ///
  /// Each state contains these instructions. ``PatternState/canRestart`` represents all of them, so
  /// that a state of `(red|green|…)` has a member only for each choice that has begun.
  private var restartLeaves: [PatternInstruction.Index] = []
  private var isRestartLeaf: [Bool] = []
  /// For each class of scalars, the instructions after those in ``restartLeaves`` that take the
  /// class.
  private var restartTargets: [[PatternInstruction.Index]] = []

  /// The instructions that can reach a match; `nil` if they are not computed.
  ///
  /// See ``PatternLiveness``.
  private var liveness: PatternLiveness?

  /// The instructions visited so far.
  private(set) var visits: Int64 = 0

  // Reused between steps: an instruction has been visited in this step if its mark is equal to
  // `mark`.
  private var marks: [UInt32]
  private var mark: UInt32 = 0
  private var pending: [PatternInstruction.Index] = []
  private var leaves: [PatternInstruction.Index] = []
  /// The `accept` instructions that the last step reached.
  private(set) var accepted: [PatternInstruction.Index] = []

  private var hasMatched: Bool { stopsAtMatch && !accepted.isEmpty }

  /// Creates the simulation of one pattern; `nil` if the program needs backtracking, or if its sets
  /// exceed the budget.
  ///
  /// - Parameters:
  ///   - program: The pattern.
  ///   - isExact: `true` to find states from which no match can be reached.
  ///   - budget: The budget of the pattern's document; the initializer subtracts its work.
  init?(_ program: PatternProgram, isExact: Bool = false, within budget: inout PatternBudget) {
    self.init(
      program, starts: [EntryIndex(0)], stopsAtMatch: true, isExact: isExact, within: &budget)
  }

  /// Creates the simulation of several patterns, which the program contains one after the other;
  /// `nil` as for one pattern.
  init?(
    _ program: PatternProgram, ofPatternsAt starts: [PatternInstruction.Index],
    within budget: inout PatternBudget
  ) {
    self.init(program, starts: starts, stopsAtMatch: false, isExact: false, within: &budget)
  }

  private init?(
    _ program: PatternProgram, starts: [PatternInstruction.Index], stopsAtMatch: Bool,
    isExact: Bool, within budget: inout PatternBudget
  ) {
    guard !program.needsBacktracking, let classes = ScalarClasses(program, within: &budget)
    else { return nil }
    self.program = program
    self.classes = classes
    self.starts = starts
    self.stopsAtMatch = stopsAtMatch
    marks = Array(repeating: 0, count: program.instructions.count)
    if isExact { liveness = PatternLiveness(program, classes) }
    for start in starts
    where canBegin(at: start, after: .word) || canBegin(at: start, after: .other) {
      restarts.append(start)
    }
    // If a match can begin at every position, no instruction is dead.
    if !restarts.isEmpty { liveness = nil }
    prepareRestarts()
  }

  /// Finds ``restartLeaves``.
  private mutating func prepareRestarts() {
    guard !restarts.isEmpty else { return }
    accepted = []
    let afterWord = state(from: restarts, after: .word)
    guard accepted.isEmpty, afterWord.members.allSatisfy({ takesScalar($0) }) else { return }
    let afterOther = state(from: restarts, after: .other)
    guard accepted.isEmpty, afterWord.members == afterOther.members else { return }
    restartLeaves = afterOther.members
    isRestartLeaf = Array(repeating: false, count: program.instructions.count)
    for leaf in restartLeaves { isRestartLeaf[leaf.value] = true }
    for symbol in 0..<classes.count {
      pending = []
      for leaf in restartLeaves { addNext(leaf, symbol) }
      restartTargets.append(pending)
    }
    pending = []
  }

  /// Returns `true` if a match can begin after a scalar.
  private mutating func canBegin(
    at start: PatternInstruction.Index, after side: PatternSide
  ) -> Bool {
    accepted = []
    return !state(from: [start], after: side).isDead || !accepted.isEmpty
  }

  /// The state after a match: any further text is accepted.
  var matched: PatternState {
    PatternState(members: [EntryIndex(program.instructions.count - 1)], previous: .other)
  }

  /// Indicates whether a state is ``matched``; never if there are no patterns.
  func isMatched(_ state: PatternState) -> Bool {
    guard let last = state.members.last else { return false }
    return last.value + 1 == program.instructions.count
  }

  /// The symbol of the end of the text.
  ///
  /// Its number follows the numbers of the classes of scalars.
  var end: Int { classes.count }

  mutating func start() -> PatternState {
    accepted = []
    return state(from: starts, after: .edge)
  }

  /// Returns the state after one more scalar, given by its class, or after the end.
  ///
  /// After the end, the state is ``matched`` or dead.
  mutating func step(_ state: PatternState, _ symbol: Int) -> PatternState {
    if isMatched(state) { return state }
    let isEnd = symbol == end
    let next: PatternSide = isEnd ? .edge : classes.isWord(symbol) ? .word : .other
    accepted = []
    pending.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    for member in state.members where !takesScalar(member) { pending.append(member) }
    if !pending.isEmpty {
      // The next scalar is now known, so the assertions that depend on it are evaluated.
      beginVisit()
      visit(after: state.previous, before: next)
      if hasMatched { return matched }
    }
    if isEnd { return PatternState(members: [], previous: .other) }
    // The leaves are the instructions after those members that are assertions. The other members
    // take a scalar themselves.
    for leaf in leaves { addNext(leaf, symbol) }
    for member in state.members { addNext(member, symbol) }
    pending += restartLeaves.isEmpty ? restarts : restartTargets[symbol]
    return reached(after: next)
  }

  /// Returns `true` if an instruction takes a scalar, or `false` if it is an assertion about the
  /// next scalar.
  private func takesScalar(_ instruction: PatternInstruction.Index) -> Bool {
    if case .characters = program.instructions[instruction] { true } else { false }
  }

  /// Adds the instruction after a given instruction to ``pending``, if the given instruction takes
  /// a symbol.
  private mutating func addNext(_ instruction: PatternInstruction.Index, _ symbol: Int) {
    guard case .characters(let set) = program.instructions[instruction],
      classes.contains(symbol, inSet: set)
    else { return }
    pending.append(instruction + 1)
  }

  private mutating func state(
    from seeds: [PatternInstruction.Index], after previous: PatternSide
  ) -> PatternState {
    pending = seeds
    return reached(after: previous)
  }

  /// Returns the state that ``pending`` leads to.
  private mutating func reached(after previous: PatternSide) -> PatternState {
    beginVisit()
    leaves = []
    visit(after: previous, before: nil)
    if hasMatched { return matched }
    if let liveness { leaves.removeAll { !liveness.contains($0, after: previous) } }
    if !restartLeaves.isEmpty { leaves.removeAll { isRestartLeaf[$0.value] } }
    leaves.sort()
    let hasAssertion = leaves.contains { !takesScalar($0) }
    defer { leaves = [] }
    return PatternState(
      members: leaves, previous: hasAssertion ? previous : .other,
      canRestart: !restartLeaves.isEmpty)
  }

  private mutating func beginVisit() {
    if mark == .max {
      marks = Array(repeating: 0, count: marks.count)
      mark = 0
    }
    mark += 1
  }

  /// Follows ``pending`` to the instructions that take a scalar, which become ``leaves``.
  ///
  /// - Parameters:
  ///   - previous: The context before the position.
  ///   - next: The context after the position; `nil` if it is not known, and assertions that depend
  ///     on it then become leaves.
  private mutating func visit(after previous: PatternSide, before next: PatternSide?) {
    while let position = pending.popLast() {
      let index = position.value
      guard marks[index] != mark else { continue }
      marks[index] = mark
      visits += 1
      switch program.instructions[index] {
      case .characters: leaves.append(position)
      case .branch(let distance):
        pending.append(position + Int(distance))
        pending.append(position + 1)
      case .jump(let distance): pending.append(position + Int(distance))
      case .start: if previous == .edge { pending.append(position + 1) }
      case .end:
        if next == nil { leaves.append(position) }
        if next == .edge { pending.append(position + 1) }
      case .wordBoundary(let isNegated):
        guard let next else {
          leaves.append(position)
          continue
        }
        if (previous.isWord != next.isWord) != isNegated { pending.append(position + 1) }
      case .accept:
        accepted.append(position)
        if stopsAtMatch { return }
      // ``BoundedMatcher`` runs programs with these instructions.
      case .lookahead, .groupStart, .groupEnd, .reference: continue
      }
    }
  }
}
