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

  /// The automata of patterns that were compared; `nil` for one that cannot be.
  private var automata: [SchemaPattern: SchemaPattern.ScalarAutomaton?] = [:]

  /// The budget of the comparisons of patterns with each other.
  ///
  /// All objects share it. Once it is spent, `PatternSimplification` leaves patterns as they are,
  /// without a diagnostic, and the entries of an object are described together, with a warning.
  private var comparisons: WorkBudget

  init(for declared: SchemaGraph) {
    let size = declared.storage.tables.nodes.count
    patterns = PatternBudget(documentSize: size)
    comparisons = WorkBudget(inProportionTo: size)
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

  /// All texts that a pattern matches; `nil` if they are more than some number, or are not known.
  mutating func allTexts(of pattern: SchemaPattern, atMost limit: Int) -> [String]? {
    pattern.allTexts(atMost: limit, within: &patterns)
  }

  /// Indicates whether a pattern is known to match every text.
  mutating func matchesEverything(_ pattern: SchemaPattern) -> Bool {
    pattern.matchesEverything(within: &patterns) == true
  }

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
