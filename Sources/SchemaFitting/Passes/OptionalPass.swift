import SchemaEncoding

/// Makes optional properties required.
///
/// `null` then stands for an absent property. An optional element of a tuple that may be `null`
/// itself becomes an array of at most one element, since two elements differ from one and `null`.
struct OptionalPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.optional == .nullable }

  func run(on editor: inout GraphEditor) {
    editor.beginPass()
    let properties = editor.graph.nodes(with: .optionalProperty).filter {
      editor.graph.kind(of: $0) != .never && editor.graph.change(of: $0).absence == nil
    }
    if properties.isEmpty { return }
    let nullable = NullableNodes(in: editor.graph)
    var lists: [NodeID] = []
    for property in properties {
      editor.noteOptional(property)
      let mayBeNull = nullable.contains(property, in: editor.graph)
      if mayBeNull, isElement(property, in: editor.graph) {
        lists.append(property)
      } else {
        editor.set(mayBeNull ? .keptNull : .null, of: property)
      }
    }
    // The graph must stay the same while nullable nodes are looked up.
    for property in lists { _ = editor.replaceByList(property) }
  }

  private func isElement(_ property: NodeID, in graph: FittingGraph) -> Bool {
    graph.parent(of: property).flatMap { graph.inverse(of: $0) }?.form is ElementsForm
  }
}
