import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What passes may still use of the limits that all parts of a graph share.
struct FittingRoom {
  /// The number of bytes of schemas that may still be put into descriptions of JSON text.
  private(set) var schemas = 6 << 10

  /// The budget of the patterns of all objects.
  private var patterns: PatternBudget

  init(for declared: SchemaGraph) {
    patterns = PatternBudget(documentSize: declared.storage.tables.nodes.count)
  }

  /// The schema of a declared node as text, if it is small and there is room for it.
  ///
  /// Once a schema finds no room, none follows: many would make a document many times as large.
  mutating func schemaText(of node: SchemaGraph.Node, in declared: SchemaGraph) -> String? {
    guard schemas > 0, let text = PartText.schema(of: node, in: declared) else { return nil }
    // Each takes time in proportion to the graph, so there are not many small ones either.
    schemas -= max(text.utf8.count, 200)
    return schemas >= 0 ? text : nil
  }

  /// Takes the room for schemas away.
  mutating func endSchemas() { schemas = 0 }

  /// Prepares patterns together, within the budget of all objects.
  mutating func patternSet(_ patterns: [SchemaPattern]) -> PatternSet {
    PatternSet(patterns, within: &self.patterns)
  }
}
