/// The steps by which operations have changed an ``OpSet``, while they are recorded.
struct UndoLog {
  /// A recorded step, which undoing reverses.
  enum Step {
    /// A row was added; in its register, it was linked after `previous`.
    case row(RowIndex, previous: RowIndex?)
    /// A row got a successor that hides it.
    case replacement(of: RowIndex, wasReplaced: Bool)
    /// A counter got an increment as a successor. `previous` is the sum of its earlier increments,
    /// if any.
    case increment(of: RowIndex, previous: Int64?)
  }

  /// The steps since recording began; `nil` if nothing is recorded.
  private var steps: [Step]?

  /// The number of recorded steps, to which ``popLast(after:)`` returns.
  func checkpoint() -> Int { steps?.count ?? 0 }

  /// Starts to record, and discards earlier steps.
  mutating func begin() { steps = [] }

  /// Discards the recorded steps, and stops recording.
  mutating func end() { steps = nil }

  mutating func append(_ step: Step) { steps?.append(step) }

  /// Removes the last step and returns it; `nil` if there is none after a checkpoint.
  mutating func popLast(after checkpoint: Int) -> Step? {
    guard let count = steps?.count, count > checkpoint else { return nil }
    return steps?.popLast()
  }
}
