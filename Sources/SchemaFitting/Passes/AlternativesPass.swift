import IndexedTables
import SchemaEncoding
import SchemaModel

/// Wraps each alternative of a union in an object with one property, whose name identifies the
/// alternative.
///
/// A union changes if an answer to a changed alternative could also be an answer to another
/// alternative.
struct AlternativesPass: NodePass {
  func isNeeded(for rules: DialectRules) -> Bool { true }

  func changes(in graph: FittingGraph) -> [NodeID] { UnclearUnions(in: graph).names.keys.sorted() }

  func run(on graph: inout FittingGraph) {
    graph.beginPass()
    let unclear = UnclearUnions(in: graph)
    let unions = unclear.names.keys.sorted()
    if unions.isEmpty { return }
    for union in unclear.notCompared.sorted() {
      graph.note(
        .union, at: graph.current(union),
        "Not all alternatives were compared, because \(WorkBudget.reason).",
        remedy: "Give each alternative a property with a single choice that no other has.")
    }
    var before = NullableNodes()
    // Only properties that were declared optional are considered. For a declared required property
    // whose union has lost its `null`, `null` is a value.
    let properties = graph.nodes { $0.role.isOptional && $0.kind != .never }.filter {
      graph.change(of: $0).absence == .keptNull && graph.origin(of: $0).role.isOptional
        && before.contains($0, in: graph)
    }
    for union in unions { fit(graph.current(union), in: &graph) }
    // The object around an alternative also distinguishes the `null` of the alternative from the
    // `null` of an absent property.
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
      .union, at: union,
      "Alternatives whose answers could be confused are each written in an object.",
      remedy: "Give each alternative a property with a single choice that no other alternative has."
    )
  }
}
