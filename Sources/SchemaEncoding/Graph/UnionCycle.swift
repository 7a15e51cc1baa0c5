/// The search for a union that contains itself directly, such as `A` with the choices `A` and `B`.
///
/// Such a union does not describe any value: a model, a validator or a grammar would follow it
/// forever. A cycle through a property or an element ends with the value, and is allowed.
struct UnionCycle {
  /// A node of such a cycle, if there is one.
  ///
  /// - Complexity: Linear in the number of nodes, without recursion.
  static func find(in tables: GraphTables) -> Int? {
    CycleSearch.closingSteps(
      among: tables.nodes.count,
      from: tables.nodes.indices.lazy.filter { tables.nodes[$0].kind == .anyOf }, limit: 1
    ) { alternatives(of: $0, in: tables) }.first?.target
  }

  /// The alternatives of a union, or the target of a reference; none for other nodes.
  private static func alternatives(of node: Int, in tables: GraphTables) -> [Int] {
    let record = tables.nodes[node]
    switch record.link {
    case .children(let children): return record.kind == .anyOf ? Array(children) : []
    case .definition(let definition): return [tables.definitions[definition].node]
    case .root: return [0]
    }
  }
}
