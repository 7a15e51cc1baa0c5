import IndexedTables
import SchemaGuides

/// The places of a schema that have a value.
///
/// A type that requires itself has no value, since each value is finite. A change below a place
/// without a value loses nothing.
struct Inhabitation {
  private var isInhabited: IndexedTable<NodeID, Bool>
  private let graph: SchemaGraph

  /// Starts with scalars and moves up to their containers until no place is added.
  ///
  /// - Complexity: Linear in the size of the graph.
  init(of graph: SchemaGraph) {
    self.graph = graph
    isInhabited = IndexedTable(repeating: false, for: graph.nodeIDs)
    var needs = Needs(graph: graph)
    graph.walk(&needs)
    var pending = needs.plain
    while let node = pending.popLast() {
      guard !isInhabited[node] else { continue }
      isInhabited[node] = true
      for parent in needs.parents[node] {
        needs.missing[parent] -= 1
        if needs.missing[parent] <= 0 { pending.append(parent) }
      }
    }
  }

  /// Returns `true` if some value is valid at a place.
  func contains(_ node: SchemaGraph.Node) -> Bool { isInhabited[graph.resolving(node).id] }

  /// The other places whose values each place needs.
  private struct Needs: SchemaVisitor {
    /// The number of places that a place needs and that are not known to have a value.
    var missing: IndexedTable<NodeID, Int>
    /// The places that need a place.
    var parents: IndexedTable<NodeID, [NodeID]>
    /// The places that need no other place.
    var plain: [NodeID] = []
    let graph: SchemaGraph

    init(graph: SchemaGraph) {
      missing = IndexedTable(repeating: 0, for: graph.nodeIDs)
      parents = IndexedTable(repeating: [], for: graph.nodeIDs)
      self.graph = graph
    }

    mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
      var children: [SchemaGraph.Node] = []
      switch node.kind {
      case .array, .tuple:
        let elements = node.prefixItems
        let least = node.elementCounts.least
        children = Array(elements.prefix(least))
        if least > elements.count, let items = node.items { children.append(items) }
      case .object: children = node.properties.filter { !$0.isOptional }.map(\.node)
      case .anyOf: children = node.choices
      case .never: break
      case .reference: children = [graph.resolving(node)]
      default: break
      }
      // A union needs a value of only one alternative. No place gives a value to `never`.
      let needsOne = node.kind == .anyOf || node.kind == .never
      missing[node.id] = needsOne ? 1 : children.count
      for child in children { parents[child.id].append(node.id) }
      if missing[node.id] == 0 { plain.append(node.id) }
    }
  }
}
