import IndexedTables
import SchemaGuides

/// A hash for each place of a schema, the same for places that are equal.
///
/// Places with different hashes differ. Places with the same hash are equal up to the next
/// references, of which only the titles are hashed, so this is a hint and not a proof.
struct ShapeFingerprints: SchemaVisitor {
  private var hashes: IndexedTable<NodeID, Int>

  /// The hashes so far of the places that were entered and not yet left.
  private var open: [Hasher] = []

  /// Computes the hashes of a schema.
  ///
  /// - Complexity: Linear in the size of the graph.
  init(of graph: SchemaGraph) {
    hashes = IndexedTable(repeating: 0, for: graph.nodeIDs)
    graph.walk(&self)
  }

  /// The hash of a place.
  subscript(node: SchemaGraph.Node) -> Int { hashes[node.id] }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    var hasher = Hasher()
    hasher.combine(node.kind)
    hasher.combine(node.constraints)
    switch node.target {
    case .root: hasher.combine("#")
    case .definition(let definition): hasher.combine(definition.title)
    case nil: break
    }
    open.append(hasher)
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    guard let hash = open.popLast()?.finalize() else { return }
    hashes[node.id] = hash
    guard let parent = open.indices.last else { return }
    switch role {
    case .property(let name, let isOptional):
      open[parent].combine(ExactText(name))
      open[parent].combine(isOptional)
    case .patternProperty(let pattern): open[parent].combine(pattern)
    default: break
    }
    open[parent].combine(hash)
  }
}
