/// The results of shared schemas for values.
///
/// If a schema refers to itself for the same value, the inner evaluation is assumed to hold until
/// the outer one ends. If the outer evaluation fails, the assumption was wrong. Then all schemas
/// that were found to hold in the meantime are removed, since they may hold only by the assumption.
/// A failure never depends on an assumption: ``ProgramBuilder/dropParadoxes()`` removes the
/// keywords of documents for which a failure could depend on one, and graphs have no such keywords.
/// Hence a result does not depend on the schema and the value at which an evaluation begins or
/// stops.
struct Memory {
  private enum Event {
    case held(Pair)
    case satisfied(Pair)
  }

  /// A schema that is being evaluated for a value.
  private struct Assumption {
    /// The number of events before the assumption.
    let firstEvent: Int
    /// `true` if an evaluation has used the assumption.
    var isUsed = false
  }

  private var outcomes = OutcomeTable()
  private var assumptions: [Pair: Assumption] = [:]
  /// The satisfied alternatives and conditions of tracked schemas.
  private var satisfied: Set<Pair> = []
  /// The results that may depend on the assumptions, in order.
  private var events: [Event] = []

  /// The result of a schema for a value, if it is known or assumed.
  mutating func outcome(of pair: Pair) -> Outcome? {
    if let known = outcomes[pair] { return known }
    guard assumptions[pair] != nil else { return nil }
    assumptions[pair]?.isUsed = true
    return Outcome()
  }

  /// Assumes that a value satisfies a schema, when the evaluation of the schema begins.
  mutating func begin(_ pair: Pair) { assumptions[pair] = Assumption(firstEvent: events.count) }

  /// Keeps the result of a schema when its evaluation ends.
  mutating func end(_ pair: Pair, _ outcome: Outcome) {
    if let assumption = assumptions.removeValue(forKey: pair), assumption.isUsed, outcome.cost > 0 {
      forget(from: assumption.firstEvent)
    }
    if assumptions.isEmpty { events.removeAll(keepingCapacity: true) }
    keep(outcome, of: pair)
  }

  mutating func keep(_ outcome: Outcome, of pair: Pair) {
    outcomes[pair] = outcome
    if outcome.cost == 0, !assumptions.isEmpty { events.append(.held(pair)) }
  }

  private mutating func forget(from first: Int) {
    for event in events[first...] {
      switch event {
      case .held(let pair): outcomes[pair] = nil
      case .satisfied(let pair): satisfied.remove(pair)
      }
    }
    events.removeSubrange(first...)
  }

  /// Records that a value satisfies an alternative or a condition.
  mutating func noteSatisfied(_ pair: Pair) {
    guard satisfied.insert(pair).inserted, !assumptions.isEmpty else { return }
    events.append(.satisfied(pair))
  }

  func isSatisfied(_ pair: Pair) -> Bool { satisfied.contains(pair) }
}
