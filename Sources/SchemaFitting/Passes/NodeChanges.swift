import IndexedTables
import SchemaEncoding

/// The changes of the nodes of a graph.
struct NodeChanges {
  /// The change of a node.
  struct Change: BitwiseCopyable {
    /// The number of the way back for its values, if they have another form.
    fileprivate var inverse: Int?

    /// Where the content has moved last, and in which pass.
    fileprivate var moved: (target: NodeID, pass: Int)?

    /// The form in which an answer says that a property is absent; `nil` if that has not changed.
    var absence: AnswerMapping.Absence?

    /// Indicates whether a property has another name than the declared one.
    fileprivate(set) var isRenamed = false

    /// Indicates whether a property has the entries for all those that the object does not name.
    var holdsEntries = false

    /// Indicates whether the node is a string that has the values as JSON text.
    var isText = false

    /// Indicates whether a pass made the node, which wraps a declared one or is a part of the
    /// wrapper.
    fileprivate(set) var isMade = false

    /// Indicates whether the values of the node have another form.
    var changesValues: Bool { inverse != nil }

    /// Indicates whether the object around the node has the property in another way.
    var changesProperty: Bool { absence != nil || isRenamed || holdsEntries }
  }

  /// The changes of all nodes; none as long as nothing has changed.
  private var list = IndexedTable<NodeID, Change>(from: .root)

  /// The inverses, by number.
  private var inverses: [Inverse] = []

  /// The names that renamed properties are declared with.
  private var names: [NodeID: String] = [:]

  /// The number of the present pass.
  private var pass = 0

  /// Indicates whether nothing has changed.
  var isEmpty: Bool { list.isEmpty }

  /// The nodes that may have changed.
  var nodes: Range<NodeID> { list.indices }

  // MARK: Reading

  /// The change of a node.
  subscript(node: NodeID) -> Change {
    get { isEmpty ? Change() : list[node] }
    set { list[node] = newValue }
  }

  /// The way back for the values of a node; `nil` if they have the same form, apart from their
  /// parts.
  func inverse(of node: NodeID) -> Inverse? {
    self[node].inverse.map { inverses[$0] }
  }

  /// The declared name of a property that has another one; `nil` for others.
  func declaredName(of property: NodeID) -> String? {
    self[property].isRenamed ? names[property] : nil
  }

  /// The place of a node whose content may have moved in the present pass.
  func currentPlace(of node: NodeID) -> NodeID {
    var node = node
    while let moved = self[node].moved, moved.pass == pass { node = moved.target }
    return node
  }

  // MARK: Changing

  /// Begins the changes of some nodes; others are appended.
  mutating func begin(with nodes: Range<NodeID>) {
    list = IndexedTable(repeating: Change(), for: nodes)
    list.reserveCapacity(2 * nodes.count)
  }

  /// Begins a pass, which finds the nodes where they are now.
  mutating func beginPass() { pass += 1 }

  mutating func append(isMade: Bool = false) {
    var change = Change()
    change.isMade = isMade
    list.append(change)
  }

  mutating func setInverse(of node: NodeID, _ inverse: Inverse?) {
    list[node].isText = false
    list[node].inverse = inverse.map { _ in inverses.count }
    if let inverse { inverses.append(inverse) }
  }

  /// Notes the declared name of a property that is renamed, unless it has been renamed before.
  mutating func setDeclaredName(of property: NodeID, _ name: String) {
    guard !list[property].isRenamed else { return }
    list[property].isRenamed = true
    names[property] = name
  }

  /// Copies what has changed of a node, and if it is a property, how the object has it.
  mutating func copy(_ source: NodeID, to target: NodeID, isProperty: Bool) {
    list[target].inverse = list[source].inverse
    list[target].isMade = list[source].isMade
    list[target].isText = list[source].isText
    guard isProperty else { return }
    list[target].absence = list[source].absence
    list[target].isRenamed = list[source].isRenamed
    if list[source].isRenamed { names[target] = names[source] }
    list[target].holdsEntries = list[source].holdsEntries
  }

  /// Notes that the content of a node has moved, so that it has no declared values any more.
  mutating func move(_ source: NodeID, to target: NodeID) {
    list[source].inverse = nil
    list[source].isText = false
    list[source].isMade = true
    // The root keeps its place.
    guard source != .root else { return }
    list[source].moved = (target, pass)
  }
}
