import SchemaEncoding

/// An optional property is required, and `null` says that it is absent.
struct OptionalPass: NodePass {
  let fitting = SchemaDiagnostic.Fitting.optional

  func isNeeded(for rules: DialectRules) -> Bool { rules.optional == .nullable }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.role.isOptional && $0.kind != .never }.filter {
      graph.change(of: $0).absence == nil
    }
  }

  func fit(_ property: NodeID, in graph: inout FittingGraph) {
    graph.set(mayBeNull(property, in: graph) ? .keptNull : .null, of: property)
    graph.noteOptional(property)
  }

  private func mayBeNull(_ property: NodeID, in graph: FittingGraph) -> Bool {
    let node = graph.resolving(property)
    switch graph.kind(of: node) {
    case .anyOf where graph.children(of: node).contains { graph.kind(of: $0) == .null }: return true
    case .null, .any, .anyOf: return graph.shapes(of: node).contains { $0.kind == .null }
    default: return false
    }
  }
}
