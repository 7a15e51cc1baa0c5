import IndexedTables

/// The search for a union that contains itself directly, such as `A` with the choices `A` and `B`.
///
/// Such a union does not describe any value: a model, a validator or a grammar would follow it
/// forever. A cycle through a property or an element ends with the value, and is allowed.
struct UnionCycle {
  /// A node of such a cycle, if there is one.
  ///
  /// - Complexity: Linear in the number of nodes, without recursion.
  static func find(in tables: GraphTables) -> NodeID? {
    CycleSearch.closingSteps(
      among: tables.nodes.indices,
      from: tables.nodes.indices.lazy.filter { tables.nodes[$0].kind == .anyOf }, limit: 1
    ) { node in
      switch tables.nodes[node].kind {
      case .anyOf: Array(tables.nodes[node].children)
      case .reference: [tables.resolving(node)]
      default: []
      }
    }.first?.target
  }
}
