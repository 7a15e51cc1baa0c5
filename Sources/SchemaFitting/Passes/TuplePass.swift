import SchemaEncoding

/// An array of fixed length becomes an object with a property for each element.
struct TuplePass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.tuple

  func isNeeded(for rules: DialectRules) -> Bool { rules.tuples != .written }

  func changes(in graph: FittingGraph) -> [NodeID] { graph.nodes { $0.kind == .tuple } }

  func fit(_ tuple: NodeID, in graph: inout FittingGraph) {
    let items = graph.children(of: tuple)
    graph.note(
      fitting, at: tuple,
      "An array of \(items.count) elements with a schema each is written as an object.",
      remedy: "To use this form in your own type, declare a struct.")
    let names = items.indices.map { "item\($0 + 1)" }
    graph.replace(
      tuple,
      by: .object(
        zip(names, items).map { ($0, .moved($1)) }, description: graph[tuple].description
      ) { parts in
        .elements(
          names.enumerated().map {
            AnswerMapping.Element(property: $1, value: parts.value(at: $0))
          })
      })
  }
}
