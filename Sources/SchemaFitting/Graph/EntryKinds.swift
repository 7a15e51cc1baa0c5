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

extension GraphEditor {
  /// Returns a new node for an entry with an unnamed property of an object.
  ///
  /// The schema of the values moves into this node.
  ///
  /// - Parameters:
  ///   - kind: The unnamed properties.
  ///   - kinds: All unnamed properties of the object.
  ///   - keys: Further sentences about the key; see ``forbiddenKeys(of:)`` and
  ///     ``statedKeys(of:)``.
  ///   - object: The object.
  /// - Returns: The node.
  mutating func newEntry(
    of kind: EntryKind, among kinds: [EntryKind], keys: [String],
    of object: NodeID
  ) -> NewNode {
    var sentences = ["The key, which no other entry has."]
    let constraints = keyConstraints(of: kind, &sentences)
    let others = kinds.lazy.filter { $0.value != kind.value }.flatMap(\.patterns)
    if kind.patterns.isEmpty {
      if !others.isEmpty {
        warn(
          .dictionary, at: object,
          "The document states only in words that other keys match none of the patterns.")
      }
      sentences += others.map { "It does not match the regular expression '\($0.source)'." }
    } else {
      sentences += commonKeys(of: kind, with: others, at: object)
    }
    sentences += keys
    return .object([
      NewNode.Property(
        name: AnswerMapping.Entry.key,
        node: .made(
          .string, description: sentences.joined(separator: " "), constraints: constraints)),
      NewNode.Property(name: AnswerMapping.Entry.value, node: .moved(kind.value)),
    ])
  }

  /// The largest number of keys that are listed.
  private static let mostKeys = 64

  /// The constraints of the keys of entries.
  ///
  /// Keys without constraints that state them are described.
  private mutating func keyConstraints(
    of kind: EntryKind, _ sentences: inout [String]
  ) -> GuideConstraints? {
    guard let first = kind.patterns.first else { return nil }
    if graph.rules[.choices] == .written, let keys = keys(of: kind.patterns) {
      return .only(.choices(keys))
    }
    if kind.patterns.count == 1, let (minimum, maximum) = first.lengths {
      return .only(.length(minimum: minimum, maximum: maximum))
    }
    if let pattern = SchemaPattern(anyOf: kind.patterns) { return .only(.pattern(pattern)) }
    let list = kind.patterns.map { "'\($0.source)'" }.joined(separator: ", ")
    sentences.append("It matches one of the regular expressions \(list).")
    return nil
  }

  /// The keys that match patterns, if there are few.
  private mutating func keys(of patterns: [SchemaPattern]) -> [String]? {
    var keys: [String] = []
    for pattern in patterns {
      guard let texts = room.allTexts(of: pattern, atMost: Self.mostKeys) else { return nil }
      keys += texts.filter { text in !keys.contains { ExactText($0) == ExactText(text) } }
      guard keys.count <= Self.mostKeys else { return nil }
    }
    return keys.isEmpty ? nil : keys
  }

  /// The largest number of patterns that a description names because they may match its keys.
  private static let mostNamedPatterns = 16

  /// Returns the sentences about the values whose keys also match patterns of other entries.
  ///
  /// Many such patterns, and patterns that were not compared, are described together.
  private mutating func commonKeys(
    of kind: EntryKind, with others: some Sequence<SchemaPattern>, at object: NodeID
  ) -> [String] {
    let words =
      "states only in words that a value whose key matches several patterns must satisfy the "
      + "schemas of all of them."
    let together = "If it also fits the keys of other entries, the value also fits these entries."
    var common: [SchemaPattern] = []
    for other in others {
      guard let overlaps = mayOverlap(other, kind.patterns) else {
        warn(
          .dictionary, at: object,
          "Not all patterns were compared, because \(WorkBudget.reason), so the document \(words)")
        return [together]
      }
      if overlaps { common.append(other) }
      if common.count > Self.mostNamedPatterns { break }
    }
    if common.isEmpty { return [] }
    warn(.dictionary, at: object, "The document \(words)")
    if common.count > Self.mostNamedPatterns { return [together] }
    return common.map {
      "If it also matches '\($0.source)', the value also fits entries with such keys."
    }
  }

  /// Indicates whether a text may match a pattern and one of some others; `nil` if the budget is
  /// spent.
  private mutating func mayOverlap(_ pattern: SchemaPattern, _ others: [SchemaPattern]) -> Bool? {
    for other in others {
      guard let overlaps = room.mayOverlap(pattern, other) else { return nil }
      if overlaps { return true }
    }
    return false
  }

  /// The sentences about the keys that entries of an object must not have, without those that the
  /// object states itself.
  mutating func forbiddenKeys(of object: NodeID) -> [String] {
    var names: [String] = []
    var sentences: [String] = []
    for child in graph.children(of: object) where graph.kind(of: child) == .never {
      switch graph.role(of: child) {
      case .property(let name, _) where graph.isDeclared(child): names.append("'\(name.excerpt)'")
      case .patternProperty(let pattern):
        sentences.append("It does not match the regular expression '\(pattern.source)'.")
      default: continue
      }
    }
    if !names.isEmpty { sentences.append("It is not \(names.joined(separator: " or ")).") }
    if !sentences.isEmpty {
      warn(
        .dictionary, at: object,
        "The document states only in words which keys the entries must not have.")
    }
    return sentences
  }

  /// The sentences of an object about the keys of its entries.
  func statedKeys(of object: NodeID) -> [String] {
    let words = graph.constraints(of: object)?.words ?? []
    return words.filter { $0.keyword == "propertyNames" }.map(\.sentence)
  }
}
