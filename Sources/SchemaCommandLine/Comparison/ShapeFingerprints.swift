import SchemaKit

/// A hash for each place of a schema, the same for places that are equal.
///
/// Places with different hashes differ. Places with the same hash are equal up to the next
/// references, of which only the titles are hashed, so this is a hint and not a proof.
struct ShapeFingerprints: SchemaVisitor {
  /// The number of each place, by its index.
  private(set) var values: [UInt64]

  /// The hashes so far of the places that were entered and not yet left.
  private var open: [UInt64] = []

  /// Computes the hashes of a schema.
  ///
  /// - Parameter graph: The schema.
  /// - Complexity: Linear in the size of the graph.
  init(of graph: SchemaGraph) {
    values = [UInt64](repeating: 0, count: graph.nodeCount)
    graph.walk(&self)
  }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    var hash = Self.start
    Self.mix("\(node.kind)", into: &hash)
    for word in node.constraints.words { Self.mix(word, into: &hash) }
    switch node.target {
    case .root: Self.mix("#", into: &hash)
    case .definition(let definition): Self.mix(definition.title, into: &hash)
    case nil: break
    }
    open.append(hash)
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    guard let hash = open.popLast() else { return }
    values[node.index] = hash
    guard let parent = open.indices.last else { return }
    if case .property(let name, let isOptional) = role {
      Self.mix(name, into: &open[parent])
      if isOptional { Self.mix("?", into: &open[parent]) }
    }
    Self.mix("\(hash)", into: &open[parent])
  }

  // Fowler, Noll and Vo's hash (FNV-1a), which is the same in every process.
  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func mix(_ text: String, into hash: inout UInt64) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
  }
}
