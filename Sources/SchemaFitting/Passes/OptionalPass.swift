import SchemaEncoding

/// An optional property is required, and `null` says that it is absent.
struct OptionalPass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.optional

  func isNeeded(for rules: DialectRules) -> Bool { rules.optional == .nullable }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.role.isOptional && $0.kind != .never }.filter { graph.absence(of: $0) == nil }
  }

  func fit(_ property: NodeID, in graph: inout FittingGraph) {
    graph.set(mayBeNull(property, in: graph) ? .keptNull : .null, of: property)
    Self.note(at: property, in: &graph)
  }

  /// Notes what null says for a property.
  static func note(at property: NodeID, in graph: inout FittingGraph) {
    graph.note(
      .optional, at: property, "The property is optional: null says that it is absent.", remedy: nil
    )
  }

  private func mayBeNull(_ property: NodeID, in graph: FittingGraph) -> Bool {
    switch graph.kind(of: graph.resolving(property)) {
    case .null, .any, .anyOf: graph.shapes(of: property).contains { $0.kind == .null }
    default: false
    }
  }
}

extension SchemaRole {
  /// Whether this is a property that an object may lack.
  var isOptional: Bool { if case .property(_, true) = self { true } else { false } }

  /// The name of a property; `nil` for other roles.
  var propertyName: String? { if case .property(let name, _) = self { name } else { nil } }
}
