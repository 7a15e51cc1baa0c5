import SchemaEncoding
import SchemaModel

/// One step of fitting a graph to a dialect.
protocol FittingPass: Sendable {
  /// The answer forms that the pass introduces, which stored mappings name.
  var forms: [any AnswerForm.Type] { get }

  /// Indicates whether the pass may change graphs for a dialect with these rules.
  func isNeeded(for rules: DialectRules) -> Bool

  /// Changes a graph.
  func run(on graph: inout FittingGraph) throws
}

extension FittingPass {
  var forms: [any AnswerForm.Type] { [] }
}

/// A pass that changes nodes one by one.
protocol NodePass: FittingPass {
  /// Returns the nodes that the pass changes. The pass calls this function before its first change.
  func changes(in graph: FittingGraph) -> [NodeID]

  /// Changes a node.
  func fit(_ node: NodeID, in graph: inout FittingGraph)
}

extension NodePass {
  func run(on graph: inout FittingGraph) {
    graph.beginPass()
    for node in changes(in: graph) { fit(graph.current(node), in: &graph) }
  }
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
