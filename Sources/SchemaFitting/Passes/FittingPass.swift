import SchemaEncoding
import SchemaModel

/// One step of fitting a graph to a dialect.
protocol FittingPass: Sendable {
  /// Indicates whether the pass may change graphs for a dialect with these rules.
  func isNeeded(for rules: DialectRules) -> Bool

  /// Changes a graph.
  func run(on editor: inout GraphEditor) throws
}

/// The passes, in the order in which they run.
///
/// Each pass starts with the graph of the pass before it. Types are copied to several places only
/// after their nodes have their final forms. The comparison of alternatives needs these forms, and
/// the limits of size apply to the result.
let fittingPasses: [any FittingPass] = [
  NamePass(), OpenObjectPass(), DictionaryPass(), TuplePass(), AnyValuePass(), ChoicesPass(),
  SpellingPass(), NullPass(), OptionalPass(), RecursionPass(), RootPass(), AlternativesPass(),
  SizePass(),
]
