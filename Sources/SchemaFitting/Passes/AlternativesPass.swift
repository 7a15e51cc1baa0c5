import SchemaEncoding
import SchemaModel

/// Each alternative of a union becomes the only property of an object, whose name tells the
/// alternatives apart.
///
/// A union changes if an answer to an alternative that has changed could be one to another.
struct AlternativesPass: NodePass {
  let fitting = SchemaDiagnostic.Fitting.union

  func isNeeded(for rules: DialectRules) -> Bool { true }

  func changes(in graph: FittingGraph) -> [NodeID] { UnclearUnions(in: graph).names.keys.sorted() }

  func run(on graph: inout FittingGraph) {
    graph.beginPass()
    let unions = changes(in: graph)
    if unions.isEmpty { return }
    var before = NullableNodes()
    let properties = graph.nodes { $0.role.isOptional && $0.kind != .never }.filter {
      graph.change(of: $0).absence == .keptNull && before.contains($0, in: graph)
    }
    for union in unions { fit(graph.current(union), in: &graph) }
    // The object around an alternative also tells its null from that of an absent property.
    var after = NullableNodes()
    for property in properties where !after.contains(property, in: graph) {
      graph.set(.null, of: property)
    }
  }

  func fit(_ union: NodeID, in graph: inout FittingGraph) {
    let names = UnclearUnions.names(of: union, in: graph)
    for (choice, name) in zip(graph.children(of: union), names) {
      graph.replace(
        choice,
        by: .object([(name, .moved(choice))]) {
          .form(WrappedForm(property: name, value: $0.value(at: 0)))
        })
    }
    graph.note(
      fitting, at: union,
      "Alternatives whose answers could be confused are each written in an object.",
      remedy: "Give each alternative a property with a single choice that no other alternative has."
    )
  }
}
