/// The list of goals that have to hold, in frames that have a result each.
struct FrameStack {
  private var goals: [Goal] = []
  /// The frames around the innermost one.
  private var outer: [Frame] = []
  private(set) var innermost: Frame

  init(_ mode: Mode) {
    innermost = Frame(firstGoal: 0, mode: mode, owner: .root)
    goals.reserveCapacity(24)
  }

  /// The largest number of violations.
  ///
  /// A shared schema counts for each way that leads to it, so that the number may double with each
  /// level.
  private static let maximumCost = Int.max / 2

  /// `true` if the innermost frame has failed, and only its verdict is needed.
  var isDecided: Bool { innermost.mode == .verdict && innermost.outcome.cost > 0 }

  // MARK: Frames

  /// Begins anew, with a frame for all that is wanted; nothing is open.
  mutating func restart() {
    innermost = Frame(firstGoal: 0, mode: innermost.mode, owner: .root)
  }

  mutating func open(_ mode: Mode, for owner: Frame.Owner) {
    outer.append(innermost)
    innermost = Frame(firstGoal: goals.count, mode: mode, owner: owner)
  }

  /// Ends the innermost frame.
  ///
  /// - Returns: The frame.
  mutating func close() -> Frame {
    let frame = innermost
    if let next = outer.popLast() { innermost = next }
    return frame
  }

  /// Adds a result to the innermost frame.
  mutating func add(_ outcome: Outcome) {
    let (sum, overflows) = innermost.outcome.cost.addingReportingOverflow(outcome.cost)
    innermost.outcome.cost = overflows ? Self.maximumCost : min(sum, Self.maximumCost)
    if outcome.isOpen { innermost.outcome.isOpen = true }
  }

  // MARK: Goals

  /// The number of goals in all frames.
  var count: Int { goals.count }

  mutating func push(_ goal: Goal) { goals.append(goal) }

  /// The goal of the innermost frame that was added last; `nil` once its result is known.
  mutating func popGoal() -> Goal? {
    if isDecided { goals.removeLast(goals.count - innermost.firstGoal) }
    return goals.count > innermost.firstGoal ? goals.popLast() : nil
  }

  /// Reverses the goals from one on, without a copy of them as a slice makes it.
  mutating func reverse(from start: Int) {
    var (low, high) = (start, goals.count - 1)
    while low < high {
      goals.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}

/// The result that is wanted of a frame.
enum Mode: Sendable {
  /// The answer whether there is any violation.
  case verdict
  /// The number of violations.
  case count
  /// The violations themselves.
  case report
}

/// Something that has to hold.
struct Goal {
  // The place is first, so that no bytes lie between the others.
  let place: Int
  var schema: SchemaIndex
  /// The schema's applicator that is meant; `nil` for all of the schema.
  @PackedIndex var applicator: EntryIndex<Applicator>?
  /// The last steps to the value, and to the schema, where violations are reported.
  @PackedIndex var trail: EntryIndex<ValidationReport.Trail.Step>?
  @PackedIndex var route: EntryIndex<ValidationReport.Trail.Step>?

  init(schema: SchemaIndex, place: Int) { (self.schema, self.place) = (schema, place) }
}

struct Outcome {
  /// The number of violations; in a verdict, of those found before it stopped.
  var cost = 0
  /// `true` if content that has not arrived may change the outcome.
  var isOpen = false
}

/// A schema and a value.
struct Pair: Hashable {
  let place: Int
  let schema: SchemaIndex
  let isCount: Bool

  init(schema: SchemaIndex, place: Int, isCount: Bool = false) {
    (self.schema, self.place, self.isCount) = (schema, place, isCount)
  }
}

/// A set of goals of which all have to hold.
struct Frame {
  enum Owner {
    case root
    case shared(Pair)
    case alternative(Pair?)
  }

  let firstGoal: Int
  let mode: Mode
  let owner: Owner
  var outcome = Outcome()
}
