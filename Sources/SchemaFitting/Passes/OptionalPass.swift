import SchemaEncoding

/// Makes optional properties required.
///
/// `null` then stands for an absent property.
struct OptionalPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.optional == .nullable }

  func run(on editor: inout GraphEditor) {
    editor.beginPass()
    let properties = editor.graph.nodes { $0.role.isOptional && $0.kind != .never }.filter {
      editor.graph.change(of: $0).absence == nil
    }
    if properties.isEmpty { return }
    let nullable = NullableNodes(in: editor.graph)
    for property in properties {
      editor.set(nullable.contains(property, in: editor.graph) ? .keptNull : .null, of: property)
      editor.noteOptional(property)
    }
  }
}
