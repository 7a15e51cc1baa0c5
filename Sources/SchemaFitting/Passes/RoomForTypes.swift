import SchemaEncoding
import SchemaGuides

/// How much of a document is left for copies of types.
struct RoomForTypes {
  private var sizes: [NodeID: Amount] = [:]
  private let limits: DocumentLimits
  private let maximumSize: Int
  private var used = Amount()

  /// How much a type takes, or a document has.
  private struct Amount {
    var bytes = 0
    var counts = LimitMeter.Counts()
  }

  /// About how many bytes JSON text has in place of a type.
  private static let textSize = 80

  /// Creates room for what a dialect's limits allow, and what stays in proportion to the declared
  /// document.
  ///
  /// - Parameters:
  ///   - bodies: The types.
  ///   - graph: The graph.
  init(for bodies: [NodeID], in graph: FittingGraph) {
    limits = graph.rules.limits
    let counts = graph.encoder.counts(of: bodies.map(\.index), in: graph.graph())
    for (body, counts) in zip(bodies, counts) {
      sizes[body] = Amount(bytes: graph.estimatedSize(of: body), counts: counts)
    }
    maximumSize = graph.maximumSize()
  }

  /// Takes the room for a type, if there is enough.
  mutating func take(_ body: NodeID) -> Bool {
    guard let size = sizes[body] else { return false }
    var sum = used
    sum.bytes += max(0, size.bytes - Self.textSize)
    sum.counts.add(size.counts)
    // What the declared types exceed by themselves is no reason to leave out a copy.
    guard sum.bytes <= maximumSize, sum.counts.isWithin(limits, growingFrom: used.counts) else {
      return false
    }
    used = sum
    return true
  }

  /// Takes the room for a type that is written in any case.
  mutating func takeDeclared(_ body: NodeID) {
    guard let size = sizes[body] else { return }
    used.bytes += size.bytes
    used.counts.add(size.counts)
  }
}

extension FittingGraph {
  /// About how many bytes a node takes in a document, with its parts.
  fileprivate func estimatedSize(of node: NodeID) -> Int {
    var size = 0
    var pending = [node]
    while let node = pending.popLast() {
      size += self[node].estimatedSize
      if let constraints = constraints(of: node) {
        size += 100
        for choice in constraints.choices ?? [] { size += 8 + (choice.string?.utf8.count ?? 12) }
      }
      // JSON text may stand in its place, with a schema.
      if kind(of: node) == .reference { size += 32 }
      pending += children(of: node)
    }
    return size
  }
}
