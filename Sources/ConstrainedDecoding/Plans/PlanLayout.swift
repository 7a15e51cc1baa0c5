/// The places of a plan, and what they refer to by index.
struct PlanLayout: Sendable {
  private(set) var places: [PlanPlace] = []
  private(set) var literals: [[UInt8]] = []
  /// The fewest tokens for the rest of each literal.
  private(set) var literalCosts: [[Int64]] = []
  private(set) var tokenSets: [[Int]] = []
  private(set) var texts: [PlanText] = []
  private(set) var values: [PlanValue] = []
  private(set) var grammars: [TokenGrammar] = []
  /// The fewest tokens of a value of each grammar.
  private(set) var valueCosts: [Int64] = []
  private(set) var roles: [PlanPart.Role] = []
  private(set) var targets: [[Int32]] = []
  private(set) var automata: [MarkerAutomaton] = []

  /// Adds a place, and returns its number.
  mutating func add(_ place: PlanPlace) -> Int32 {
    places.append(place)
    return Int32(truncatingIfNeeded: places.count - 1)
  }

  /// Adds a literal, and returns its number, as the functions below do.
  mutating func addLiteral(_ bytes: [UInt8], costs: [Int64]) -> Int {
    literals.append(bytes)
    literalCosts.append(costs)
    return literals.count - 1
  }

  mutating func addTokens(_ tokens: [Int]) -> Int {
    tokenSets.append(tokens)
    return tokenSets.count - 1
  }

  mutating func addText(_ text: PlanText) -> Int {
    texts.append(text)
    return texts.count - 1
  }

  mutating func addValue(_ value: PlanValue) -> Int {
    values.append(value)
    return values.count - 1
  }

  mutating func addGrammar(_ grammar: TokenGrammar, cost: Int64) -> Int {
    grammars.append(grammar)
    valueCosts.append(cost)
    return grammars.count - 1
  }

  mutating func addRole(_ role: PlanPart.Role) -> Int {
    roles.append(role)
    return roles.count - 1
  }

  mutating func addTargets(_ list: [Int32]) -> Int {
    targets.append(list)
    return targets.count - 1
  }

  mutating func addAutomaton(_ automaton: MarkerAutomaton) -> Int {
    automata.append(automaton)
    return automata.count - 1
  }

  /// Sets the places that a split leads to, which come before it.
  mutating func setTargets(ofSplit place: Int32, _ list: [Int32]) {
    targets[Int(places[Int(place)].index)] = list
  }

  /// Sets the place behind a marker of a text.
  mutating func setTarget(ofText text: Int, marker: Int, _ place: Int32) {
    texts[text].targets[marker] = place
  }

  /// The size in bytes, without the grammars.
  var byteCount: Int {
    places.byteCount + literals.reduce(0) { $0 + $1.byteCount }
      + texts.reduce(0) { $0 + $1.targets.byteCount }
  }
}
