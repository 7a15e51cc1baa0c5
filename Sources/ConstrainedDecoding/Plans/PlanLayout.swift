import IndexedTables

/// The places of a plan, and the tables to which they refer by index.
struct PlanLayout: Sendable {
  private(set) var places: [PlanPlace] = []
  private(set) var literals: [PlanLiteral] = []
  private(set) var tokenSets: [[Int]] = []
  private(set) var texts: [PlanText] = []
  private(set) var values: [PlanValue] = []
  private(set) var grammars: [PlanGrammar] = []
  private(set) var roles: [PlanPart.Role] = []
  private(set) var splits: [[PlaceIndex]] = []
  private(set) var automata: [MarkerAutomaton] = []

  mutating func add(_ place: PlanPlace) -> PlaceIndex { places.add(place) }

  mutating func add(_ literal: PlanLiteral) -> EntryIndex<PlanLiteral> { literals.add(literal) }

  mutating func addTokens(_ tokens: [Int]) -> EntryIndex<[Int]> { tokenSets.add(tokens) }

  mutating func add(_ text: PlanText) -> EntryIndex<PlanText> { texts.add(text) }

  mutating func add(_ value: PlanValue) -> EntryIndex<PlanValue> { values.add(value) }

  mutating func add(_ grammar: PlanGrammar) -> EntryIndex<PlanGrammar> { grammars.add(grammar) }

  mutating func add(_ role: PlanPart.Role) -> EntryIndex<PlanPart.Role> { roles.add(role) }

  mutating func addSplit(_ targets: [PlaceIndex]) -> EntryIndex<[PlaceIndex]> {
    splits.add(targets)
  }

  mutating func add(_ automaton: MarkerAutomaton) -> EntryIndex<MarkerAutomaton> {
    automata.add(automaton)
  }

  /// Sets the places to which a split leads; these places are added after the split.
  mutating func setTargets(of split: EntryIndex<[PlaceIndex]>, _ targets: [PlaceIndex]) {
    splits[split] = targets
  }

  mutating func setTarget(
    of text: EntryIndex<PlanText>, marker: EntryIndex<PlanMarker>, _ place: PlaceIndex
  ) {
    texts[text.value].targets[marker.value] = place
  }

  func automaton(of text: PlanText) -> MarkerAutomaton { automata[text.automaton] }

  /// The only part, if it is a value without a limit.
  var onlyValue: PlanTables.OnlyValue? {
    var only: PlanTables.OnlyValue?
    for (number, place) in places.enumerated() {
      switch place {
      case .open, .close, .end: continue
      case .literal, .tokens, .text, .split: return nil
      case .value(let value, let next):
        guard only == nil, values[value].limit == nil else { return nil }
        only = .init(place: PlaceIndex(number), next: next, grammar: values[value].grammar)
      }
    }
    return only
  }

  /// The size in bytes, without the grammars.
  var byteCount: Int {
    places.byteCount + literals.reduce(0) { $0 + $1.bytes.byteCount }
      + texts.reduce(0) { $0 + $1.targets.byteCount }
  }
}
