import SchemaEncoding
import SchemaModel

/// One step of fitting a graph to a dialect.
protocol FittingPass: Sendable {
  /// The name of the fitting in diagnostics.
  var fitting: SchemaDiagnostic.Fitting { get }

  /// The answer forms that the pass introduces, which stored mappings name.
  var forms: [any AnswerForm.Type] { get }

  /// Indicates whether a graph may have to change for a dialect with some rules.
  func isNeeded(for rules: DialectRules) -> Bool

  /// Changes a graph.
  func run(on graph: inout FittingGraph) throws
}

extension FittingPass {
  var forms: [any AnswerForm.Type] { [] }
}

/// A pass that changes nodes one by one.
protocol NodePass: FittingPass {
  /// Finds the nodes that change, before the first one does.
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
/// Each finds the graph as the passes before have left it. Types are written out at several places
/// once their nodes have their forms. Alternatives are told apart by their forms, and only then do
/// sizes count.
let fittingPasses: [any FittingPass] = [
  NamePass(), OpenObjectPass(), DictionaryPass(), TuplePass(), AnyValuePass(), ChoicesPass(),
  SpellingPass(), NullPass(), OptionalPass(), RecursionPass(), RootPass(), AlternativesPass(),
  SizePass(),
]
