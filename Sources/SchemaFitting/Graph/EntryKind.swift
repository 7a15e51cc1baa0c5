import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Unnamed properties of an object whose values have one schema.
struct EntryKind {
  /// The patterns that the names match, one or more; empty for all names that match no pattern of
  /// the object.
  private(set) var patterns: [SchemaPattern] = []

  /// The schema of the values.
  let value: NodeID

  /// Adds the names that match a pattern.
  fileprivate mutating func add(_ pattern: SchemaPattern) { patterns.append(pattern) }
}

extension FittingGraph {
  /// The unnamed properties that an object may have, by the schemas of their values.
  func entryKinds(of object: NodeID) -> [EntryKind] {
    var kinds: [EntryKind] = []
    // The kinds with patterns, by the hashes of their values.
    var known: [Int: [Int]] = [:]
    for child in children(of: object) where kind(of: child) != .never {
      switch role(of: child) {
      case .additionalProperties: kinds.append(EntryKind(value: child))
      case .patternProperty(let pattern):
        let hash = hash(ofValues: child)
        let same = hash.flatMap { hash in
          known[hash]?.first { haveSameValues(kinds[$0].value, child) }
        }
        if same == nil {
          if let hash { known[hash, default: []].append(kinds.count) }
          kinds.append(EntryKind(value: child))
        }
        kinds[same ?? kinds.count - 1].add(pattern)
      default: return kinds
      }
    }
    return kinds
  }

  /// Indicates whether two nodes have the same content.
  func haveSameValues(_ first: NodeID, _ second: NodeID) -> Bool {
    var (one, two) = (ContentWalk(first, in: self), ContentWalk(second, in: self))
    while let part = one.next() {
      guard part == two.next() else { return false }
    }
    return two.next() == nil && !one.isCut && !two.isCut
  }

  /// Returns a hash that nodes with the same content share; `nil` if a node has too much content to
  /// be compared.
  private func hash(ofValues node: NodeID) -> Int? {
    var hasher = Hasher()
    var walk = ContentWalk(node, in: self)
    while let part = walk.next() { hasher.combine(part) }
    return walk.isCut ? nil : hasher.finalize()
  }

  /// Indicates whether a node allows every value.
  func allowsEverything(_ node: NodeID) -> Bool {
    kind(of: node) == .any && (constraints(of: node)?.isEmpty ?? true)
  }
}

/// A walk over the content of a node, which tells it apart from all other content.
private struct ContentWalk: IteratorProtocol {
  /// A node, without the parts inside it.
  struct Part: Hashable {
    /// The role in the node around it; `nil` for the first node.
    let role: SchemaRole?
    let kind: SchemaKind
    let description: String?
    let constraints: GuideConstraints?
    let target: NodeID?
    let childCount: Int
  }

  /// The largest number of nodes of a walk.
  ///
  /// An object in the values of another is compared for both, so without a limit the work could
  /// grow with the square of the depth.
  private static let mostNodes = 1_000

  private let graph: FittingGraph
  private var pending: [(node: NodeID, role: SchemaRole?)]
  private var count = 0

  init(_ node: NodeID, in graph: FittingGraph) {
    self.graph = graph
    pending = [(node, nil)]
  }

  /// Indicates whether the walk ended before all nodes were visited.
  var isCut: Bool { !pending.isEmpty && count == Self.mostNodes }

  mutating func next() -> Part? {
    guard count < Self.mostNodes, let (node, role) = pending.popLast() else { return nil }
    count += 1
    let children = graph.children(of: node)
    for child in children { pending.append((child, graph.role(of: child))) }
    return Part(
      role: role, kind: graph.kind(of: node), description: graph[node].description,
      constraints: graph.constraints(of: node),
      target: graph.kind(of: node) == .reference ? graph.resolving(node) : nil,
      childCount: children.count)
  }
}
