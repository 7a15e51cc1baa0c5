import IndexedTables

/// The list of goals, in frames.
///
/// Each frame has a result.
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
  /// The violations of a shared schema count for each path to the schema, so the number may double
  /// with each level.
  private static let maximumCost = Int.max / 2

  /// `true` if the innermost frame has failed, and only its verdict is needed.
  var isDecided: Bool { innermost.mode == .verdict && innermost.outcome.cost > 0 }

  // MARK: Frames

  /// Begins again, with one empty frame.
  mutating func restart() { innermost = Frame(firstGoal: 0, mode: innermost.mode, owner: .root) }

  mutating func open(_ mode: Mode, for owner: Frame.Owner) {
    outer.append(innermost)
    innermost = Frame(firstGoal: goals.count, mode: mode, owner: owner)
  }

  /// Ends the innermost frame.
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

  /// Removes the last goal of the innermost frame, and returns it; `nil` if the result of the frame
  /// is known.
  mutating func popGoal() -> Goal? {
    if isDecided { goals.removeLast(goals.count - innermost.firstGoal) }
    return goals.count > innermost.firstGoal ? goals.popLast() : nil
  }

  /// Reverses the goals from a position on.
  ///
  /// A slice would copy the goals.
  mutating func reverse(from start: Int) {
    var (low, high) = (start, goals.count - 1)
    while low < high {
      goals.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}

/// The kind of result that a frame computes.
enum Mode: Sendable {
  /// Whether there is a violation.
  case verdict
  /// The number of violations.
  case count
  /// The list of violations.
  case report
}

/// A schema that has to hold for a value.
struct Goal {
  // The place is first, so that the structure has no padding between its properties.
  let place: ContentPlace
  var schema: SchemaIndex
  /// The applicator of the schema to evaluate; `nil` for the complete schema.
  @PackedIndex var applicator: EntryIndex<Applicator>?
  /// The last step of the path to the value, if violations are reported.
  @PackedIndex var contentPath: EntryIndex<ValidationReport.PathStep>?
  /// The last step of the path to the schema through references, if alternatives are listed.
  @PackedIndex var keywordPath: EntryIndex<ValidationReport.PathStep>?

  init(schema: SchemaIndex, place: ContentPlace) { (self.schema, self.place) = (schema, place) }
}

struct Outcome {
  /// The number of violations; in the mode `.verdict`, the number of violations before the
  /// evaluation stopped.
  var cost = 0
  /// `true` if content that has not arrived may change the outcome.
  var isOpen = false
}

/// A schema and a value.
struct Pair: Hashable {
  let place: ContentPlace
  let schema: SchemaIndex
  let isCount: Bool

  init(schema: SchemaIndex, place: ContentPlace, isCount: Bool = false) {
    (self.schema, self.place, self.isCount) = (schema, place, isCount)
  }
}

/// A set of goals that all have to hold.
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
