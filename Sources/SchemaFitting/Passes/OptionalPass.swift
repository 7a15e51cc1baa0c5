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
    var nullable = NullableNodes()
    for property in properties {
      editor.set(nullable.contains(property, in: editor.graph) ? .keptNull : .null, of: property)
      editor.noteOptional(property)
    }
  }
}

/// The nodes whose values may be `null` in answers.
///
/// The graph must not change between calls.
struct NullableNodes {
  /// The results for unions, since many properties may refer to one union.
  private var unions: [NodeID: Bool] = [:]

  /// Indicates whether a value of a node may be `null`.
  mutating func contains(_ node: NodeID, in graph: FittingGraph) -> Bool {
    let value = graph.resolving(node)
    switch graph.kind(of: value) {
    case .null, .any: return graph.shapes(of: value).contains { $0.kind == .null }
    case .anyOf:
      if let known = unions[value] { return known }
      let isNull =
        graph.children(of: value).contains { graph.kind(of: $0) == .null }
        || graph.shapes(of: value).contains { $0.kind == .null }
      unions[value] = isNull
      return isNull
    default: return false
    }
  }
}
