import SchemaEncoding

/// An optional property is required, and `null` says that it is absent.
struct OptionalPass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.optional

  func isNeeded(for rules: DialectRules) -> Bool { rules.optional == .nullable }

  func run(on graph: inout FittingGraph) {
    graph.beginPass()
    let properties = graph.nodes { $0.role.isOptional && $0.kind != .never }.filter {
      graph.change(of: $0).absence == nil
    }
    // Many properties may refer to one union.
    var unions: [NodeID: Bool] = [:]
    for property in properties {
      let value = graph.resolving(property)
      let isNull = unions[value] ?? mayBeNull(value, in: graph)
      if graph.kind(of: value) == .anyOf { unions[value] = isNull }
      graph.set(isNull ? .keptNull : .null, of: property)
      graph.noteOptional(property)
    }
  }

  private func mayBeNull(_ node: NodeID, in graph: FittingGraph) -> Bool {
    switch graph.kind(of: node) {
    case .anyOf where graph.children(of: node).contains { graph.kind(of: $0) == .null }: return true
    case .null, .any, .anyOf: return graph.shapes(of: node).contains { $0.kind == .null }
    default: return false
    }
  }
}
