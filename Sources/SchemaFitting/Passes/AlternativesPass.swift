import IndexedTables
import SchemaEncoding
import SchemaModel

/// Wraps each alternative of a union in an object with one property, whose name identifies the
/// alternative.
///
/// A union changes if an answer to a changed alternative could also be an answer to another
/// alternative.
struct AlternativesPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { true }

  func run(on editor: inout GraphEditor) {
    editor.beginPass()
    guard editor.graph.isChanged, !editor.graph.nodes(with: .union).isEmpty else { return }
    let unclear = UnclearUnions(in: editor.graph)
    let unions = unclear.names.keys.sorted()
    if unions.isEmpty { return }
    for union in unclear.notCompared.sorted() {
      editor.note(
        .union, at: editor.graph.current(union),
        "Not all alternatives were compared, because \(WorkBudget.reason).",
        remedy: "Give each alternative a property with a single choice that no other has.")
    }
    let before = NullableNodes(in: editor.graph)
    // Only properties that were declared optional are considered. For a declared required property
    // whose union has lost its `null`, `null` is a value.
    let properties = editor.graph.nodes(with: .optionalProperty).filter {
      editor.graph.kind(of: $0) != .never
        && editor.graph.change(of: $0).absence == .keptNull
        && editor.graph.origin(of: $0).role.isOptional
        && before.contains($0, in: editor.graph)
    }
    for union in unions { fit(editor.graph.current(union), in: &editor) }
    // The object around an alternative also distinguishes the `null` of the alternative from the
    // `null` of an absent property.
    let after = NullableNodes(in: editor.graph)
    for property in properties where !after.contains(property, in: editor.graph) {
      editor.set(.null, of: property)
    }
  }

  private func fit(_ union: NodeID, in editor: inout GraphEditor) {
    let names = UnclearUnions.names(of: union, in: editor.graph)
    for (choice, name) in zip(editor.graph.children(of: union), names) {
      editor.wrap(choice, inProperty: name)
    }
    editor.note(
      .union, at: union,
      "Alternatives whose answers could be confused are each written in an object.",
      remedy: "Give each alternative a property with a single choice that no other alternative has."
    )
  }
}
