/// The search for a union that contains itself directly, such as `A` with the choices `A` and `B`.
///
/// Such a union does not describe any value: a model, a validator or a grammar would follow it
/// forever. A cycle through a property or an element ends with the value, and is allowed.
struct UnionCycle {
  private enum State { case new, open, done }

  /// A node of such a cycle, if there is one.
  ///
  /// - Complexity: Linear in the number of nodes, without recursion.
  static func find(in tables: GraphTables) -> Int? {
    var states = [State](repeating: .new, count: tables.nodes.count)
    for start in tables.nodes.indices where tables.nodes[start].kind == .anyOf {
      var path: [(node: Int, rest: ArraySlice<Int>)] = []
      var next: Int? = start
      while true {
        if let node = next {
          switch states[node] {
          case .open: return node
          case .done: break
          case .new:
            states[node] = .open
            path.append((node, alternatives(of: node, in: tables)[...]))
          }
        }
        guard let last = path.indices.last else { break }
        next = path[last].rest.popFirst()
        if next == nil { states[path.removeLast().node] = .done }
      }
    }
    return nil
  }

  /// The nodes that a value of a node may be described by instead.
  private static func alternatives(of node: Int, in tables: GraphTables) -> [Int] {
    let record = tables.nodes[node]
    switch record.kind {
    case .anyOf: return Array(record.children)
    case .reference:
      return [record.first < 0 ? 0 : Int(tables.definitions[Int(record.first)].node)]
    default: return []
    }
  }
}
