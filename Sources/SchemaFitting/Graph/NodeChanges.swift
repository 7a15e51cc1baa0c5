import IndexedTables
import SchemaEncoding
import SchemaModel

/// The changes of the nodes of a graph.
struct NodeChanges {
  /// The change of a node.
  struct Change: BitwiseCopyable {
    /// The number of the inverse for the values, if these have another form.
    fileprivate var inverse: Int?

    /// The last place that the content has moved to, and the pass of this move.
    fileprivate var moved: (target: NodeID, pass: Int)?

    /// The form of an absent property in answers; `nil` if it has not changed.
    var absence: AnswerMapping.Absence?

    /// Indicates whether a property is renamed.
    fileprivate(set) var isRenamed = false

    /// Indicates whether a property contains the entries for the unnamed properties of its object.
    fileprivate(set) var holdsEntries = false

    /// Indicates whether the node is a string that contains values as JSON text.
    var isText = false

    /// Indicates whether a pass created the node, as a wrapper of a declared node or as a part of
    /// such a wrapper.
    fileprivate(set) var isMade = false

    fileprivate mutating func setInverse(_ number: Int?) { (inverse, isText) = (number, false) }

    fileprivate mutating func copy(_ other: Change, isProperty: Bool) {
      (inverse, isMade, isText) = (other.inverse, other.isMade, other.isText)
      guard isProperty else { return }
      (absence, isRenamed) = (other.absence, other.isRenamed)
      holdsEntries = other.holdsEntries
    }

    /// Records a move of the content; the root keeps its place.
    fileprivate mutating func move(to target: NodeID, in pass: Int, keepsPlace: Bool) {
      (inverse, isText, isMade) = (nil, false, true)
      if !keepsPlace { moved = (target, pass) }
    }

    /// Indicates whether the values of the node have another form.
    var changesValues: Bool { inverse != nil }

    /// Indicates whether the object around the node has another form because of this property.
    var changesProperty: Bool { absence != nil || isRenamed || holdsEntries }
  }

  /// The changes of the first nodes, while further nodes have none; empty until the first change.
  private var list = IndexedTable<NodeID, Change>(from: .root)

  /// The inverses, by their numbers.
  private var inverses: [Inverse] = []

  /// The declared names of renamed properties.
  private var names: [NodeID: String] = [:]

  /// The patterns of the keys of properties that contain entries; empty for all other keys.
  private var entryPatterns: [NodeID: [SchemaPattern]] = [:]

  /// The number of the current pass.
  private var pass = 0

  /// Indicates whether the graph is unchanged.
  var isEmpty: Bool { list.isEmpty }

  /// The nodes that may have changed.
  var nodes: Range<NodeID> { list.indices }

  // MARK: Reading

  subscript(node: NodeID) -> Change {
    get { node < list.endIndex ? list[node] : Change() }
    _modify {
      while list.endIndex <= node { list.append(Change()) }
      yield &list[node]
    }
  }

  /// The inverse for the values of a node; `nil` if only parts of the values may have another form.
  func inverse(of node: NodeID) -> Inverse? { self[node].inverse.map { inverses[$0] } }

  /// The declared name of a renamed property; `nil` for others.
  func declaredName(of property: NodeID) -> String? {
    self[property].isRenamed ? names[property] : nil
  }

  /// The patterns of the keys of a property that contains entries; empty for all other keys.
  func entryPatterns(of property: NodeID) -> [SchemaPattern] { entryPatterns[property] ?? [] }

  /// The present place of a node's content, which may have moved in the current pass.
  func currentPlace(of node: NodeID) -> NodeID {
    var node = node
    while let moved = self[node].moved, moved.pass == pass { node = moved.target }
    return node
  }

  // MARK: Changing

  /// Records that the graph changes.
  mutating func begin(with nodes: Range<NodeID>) {
    guard isEmpty else { return }
    list = IndexedTable(repeating: Change(), for: nodes)
  }

  /// Begins a pass.
  ///
  /// The earlier moves of nodes are no longer followed.
  mutating func beginPass() { pass += 1 }

  /// Records that a pass created a node.
  mutating func setMade(_ node: NodeID) { self[node].isMade = true }

  mutating func setInverse(of node: NodeID, _ inverse: Inverse?) {
    guard inverse != nil || node < list.endIndex else { return }
    self[node].setInverse(inverse.map { _ in inverses.count })
    if let inverse { inverses.append(inverse) }
  }

  /// Records that a property contains entries whose keys match patterns; any keys if there are no
  /// patterns.
  mutating func setHoldsEntries(of property: NodeID, matching patterns: [SchemaPattern]) {
    self[property].holdsEntries = true
    entryPatterns[property] = patterns
  }

  /// Records the declared name of a property that is being renamed, unless the property was renamed
  /// before.
  mutating func setDeclaredName(of property: NodeID, _ name: String) {
    guard !self[property].isRenamed else { return }
    self[property].isRenamed = true
    names[property] = name
  }

  /// Copies the changes of a node, and for a property also the changes of its name and its absence.
  ///
  /// A move of the source's content is not copied, because the content of the target has not moved.
  mutating func copy(_ source: NodeID, to target: NodeID, isProperty: Bool) {
    guard source < list.endIndex || target < list.endIndex else { return }
    let change = self[source]
    self[target].copy(change, isProperty: isProperty)
    if isProperty, change.isRenamed { names[target] = names[source] }
    if isProperty, change.holdsEntries { entryPatterns[target] = entryPatterns[source] }
  }

  /// Records that the content of a node has moved.
  ///
  /// The node then has no declared values.
  mutating func move(_ source: NodeID, to target: NodeID) {
    self[source].move(to: target, in: pass, keepsPlace: source == .root)
  }

  // MARK: Invariants

  /// Checks that only nodes of a graph have changes, that the inverses and names of the changes are
  /// present, and that content moves to other places without a cycle.
  func checkInvariants(for graph: Range<NodeID>) {
    #if DEBUG
    assert(nodes.upperBound <= graph.upperBound, "a node that does not exist has a change")
    for node in nodes {
      let change = list[node]
      assert(change.inverse.map(inverses.indices.contains) ?? true, "\(node) has no inverse")
      assert(!change.isRenamed || names[node] != nil, "\(node) has no declared name")
      guard var moved = change.moved else { continue }
      assert(node != .root && moved.pass <= pass, "\(node) cannot have moved")
      var steps = 0
      while let next = self[moved.target].moved, next.pass == moved.pass, steps <= list.count {
        moved = next
        steps += 1
      }
      assert(steps <= list.count, "the content of \(node) moves in a cycle")
    }
    #endif
  }
}
