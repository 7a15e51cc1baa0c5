import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// The remaining amounts of the limits that all parts of a graph share.
struct FittingRoom {
  /// The remaining number of bytes for schemas in the descriptions of JSON text.
  private(set) var schemas = 6 << 10

  /// The budget of the patterns of all objects.
  private var patterns: PatternBudget

  /// The texts of patterns that were asked for; see ``allTexts(of:)``.
  ///
  /// Objects that extend one object have the same patterns.
  private var texts: [SchemaPattern: [String]?] = [:]

  /// The patterns that were asked for, each with whether it is known to match every text.
  private var matchingEverything: [SchemaPattern: Bool] = [:]

  /// The automata of patterns that were compared; `nil` for one that cannot be.
  private var automata: [SchemaPattern: SchemaPattern.ScalarAutomaton?] = [:]

  /// The budget of the comparisons of patterns with each other.
  ///
  /// All objects share it. Once it is spent, `PatternSimplification` leaves patterns as they are,
  /// without a diagnostic, and the entries of an object are described together, with a warning.
  private var comparisons: WorkBudget

  /// The budget of the schemas of patterns that named properties must also satisfy.
  private var narrowings: WorkBudget

  init(for declared: SchemaGraph) {
    let size = declared.storage.tables.nodes.count
    patterns = PatternBudget(documentSize: size)
    comparisons = WorkBudget(inProportionTo: size)
    narrowings = WorkBudget(inProportionTo: size)
  }

  /// The text of the schema of a declared node, if the schema is small and there is room for it.
  ///
  /// After the first schema without room, no further schema is added. Otherwise many small schemas
  /// could make the document many times as large.
  mutating func schemaText(of node: SchemaGraph.Node, in declared: SchemaGraph) -> String? {
    guard schemas > 0, let text = PartText.schema(of: node, in: declared) else { return nil }
    // Writing a schema takes time in proportion to the graph. So each schema counts at least 200
    // bytes, to limit the number of schemas.
    schemas -= max(text.utf8.count, 200)
    return schemas >= 0 ? text : nil
  }

  /// Removes the room for schemas.
  mutating func endSchemas() { schemas = 0 }

  /// The largest number of texts that ``allTexts(of:)`` returns.
  static let mostTexts = 64

  /// All texts that a pattern matches; `nil` if they are more than ``mostTexts``, or are not known.
  mutating func allTexts(of pattern: SchemaPattern) -> [String]? {
    if let known = texts[pattern] { return known }
    let found = pattern.allTexts(atMost: Self.mostTexts, within: &patterns)
    texts[pattern] = .some(found)
    return found
  }

  /// Indicates whether a pattern is known to match every text.
  mutating func matchesEverything(_ pattern: SchemaPattern) -> Bool {
    if let known = matchingEverything[pattern] { return known }
    let found = pattern.matchesEverything(within: &patterns) == true
    matchingEverything[pattern] = found
    return found
  }

  /// Takes the work of adding the schemas of patterns to a named property.
  ///
  /// - Returns: `false` if the budget is spent.
  mutating func takeNarrowings(_ count: Int) -> Bool { narrowings.take(count) }

  /// Indicates whether a text may match two patterns.
  ///
  /// - Returns: `nil` if the budget of comparisons is spent.
  mutating func mayOverlap(_ first: SchemaPattern, _ second: SchemaPattern) -> Bool? {
    guard comparisons.take() else { return nil }
    guard first != second, var one = takeAutomaton(of: first) else { return true }
    defer { automata[first] = one }
    guard var two = takeAutomaton(of: second) else { return true }
    defer { automata[second] = two }
    return SchemaPattern.mayOverlap(&one, &two, within: &comparisons)
  }

  /// The automaton of a pattern, taken out of the table so that it changes in place.
  ///
  /// The caller puts it back. Many patterns are compared with many others.
  private mutating func takeAutomaton(
    of pattern: SchemaPattern
  ) -> SchemaPattern.ScalarAutomaton? {
    if let known = automata[pattern] {
      if known != nil { automata[pattern] = nil }
      return known
    }
    let automaton = pattern.scalarAutomaton(within: &patterns)
    if automaton == nil { automata[pattern] = .some(nil) }
    return automaton
  }

  /// Prepares patterns together, within the budget of all objects.
  mutating func patternSet(_ patterns: [SchemaPattern]) -> PatternSet {
    PatternSet(patterns, within: &self.patterns)
  }
}
