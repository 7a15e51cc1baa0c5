import IndexedTables
import SchemaGuides

/// A hash for each place of a schema, which is the same for equal places.
///
/// Places with different hashes differ. Places with the same hash are equal up to the next
/// references. Only the titles of references are hashed, so the same hash is a hint and not a
/// proof.
struct ShapeFingerprints: SchemaVisitor {
  private var hashes: IndexedTable<NodeID, Int>
  private var outlines: IndexedTable<NodeID, Int>

  /// The hashes so far of the places that were entered and not yet left.
  private var open: [(shape: Hasher, outline: Hasher)] = []

  /// Computes the hashes of a schema.
  ///
  /// - Complexity: Linear in the size of the graph.
  init(of graph: SchemaGraph) {
    hashes = IndexedTable(repeating: 0, for: graph.nodeIDs)
    outlines = hashes
    graph.walk(&self)
  }

  /// The hash of a place.
  subscript(node: SchemaGraph.Node) -> Int { hashes[node.id] }

  /// A hash of a place without its constraints.
  func outline(of node: SchemaGraph.Node) -> Int { outlines[node.id] }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    var hasher = Hasher()
    hasher.combine(node.kind)
    switch node.target {
    case .root: hasher.combine("#")
    case .definition(let definition): hasher.combine(definition.title)
    case nil: break
    }
    let outline = hasher
    hasher.combine(node.constraints)
    open.append((hasher, outline))
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    guard let last = open.popLast() else { return }
    hashes[node.id] = last.shape.finalize()
    outlines[node.id] = last.outline.finalize()
    guard let parent = open.indices.last else { return }
    combine(role, hashes[node.id], into: &open[parent].shape)
    combine(role, outlines[node.id], into: &open[parent].outline)
  }

  private func combine(_ role: SchemaRole, _ hash: Int, into parent: inout Hasher) {
    switch role {
    case .property(let name, let isOptional):
      parent.combine(ExactText(name))
      parent.combine(isOptional)
    case .patternProperty(let pattern): parent.combine(pattern)
    case .prefixItem(let isOptional): parent.combine(isOptional)
    case .items: parent.combine("items")
    case .root, .definition, .additionalProperties, .choice: break
    }
    parent.combine(hash)
  }
}
