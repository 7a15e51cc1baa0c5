/// The results of schemas for values to which several ways lead.
///
/// A schema that leads back to itself for the same value holds there unless something else fails,
/// so it counts as satisfied until it ends. If it fails, the schemas that were evaluated meanwhile
/// and hold may hold only by that assumption, so they are forgotten. A failure does not depend on
/// the assumption, since ``ProgramBuilder/dropParadoxes()`` drops the keywords of documents for
/// which it could, and graphs have none. Hence a result doesn't depend on where an evaluation
/// begins or stops.
struct Memory {
  private enum Event {
    case held(Pair)
    case satisfied(Pair)
  }

  /// A schema that is being evaluated for a value.
  private struct Assumption {
    /// The number of events before it.
    let firstEvent: Int
    /// `true` if something was evaluated with the assumption.
    var isUsed = false
  }

  private var outcomes: [Pair: Outcome] = [:]
  private var assumptions: [Pair: Assumption] = [:]
  /// The alternatives and conditions that are satisfied, of the schemas of which that is tracked.
  private var satisfied: Set<Pair> = []
  /// The results that rest on the assumptions, in order.
  private var events: [Event] = []

  /// The result of a schema for a value, if it is known or assumed.
  mutating func outcome(of pair: Pair) -> Outcome? {
    if let known = outcomes[pair] { return known }
    guard assumptions[pair] != nil else { return nil }
    assumptions[pair]?.isUsed = true
    return Outcome()
  }

  /// Assumes that a value satisfies a schema, which is evaluated now.
  mutating func begin(_ pair: Pair) {
    assumptions[pair] = Assumption(firstEvent: events.count)
  }

  /// Keeps the result of a schema that was begun.
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

  /// Notes that a value satisfies an alternative or a condition.
  mutating func noteSatisfied(_ pair: Pair) {
    guard satisfied.insert(pair).inserted, !assumptions.isEmpty else { return }
    events.append(.satisfied(pair))
  }

  func isSatisfied(_ pair: Pair) -> Bool { satisfied.contains(pair) }
}
