import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A graph that is being fitted, for reading.
///
/// Only a ``GraphEditor`` changes it. A changed node keeps its place, and new nodes are appended.
/// Unreachable nodes stay in the tables, with the kind `.never`, which no pass changes.
struct FittingGraph {
  /// The encoder that writes the fitted graph.
  let encoder: SchemaEncoder

  /// The rules of the dialect, stored here because each access through the encoder would copy them.
  let rules: DialectRules

  /// The nodes and definitions.
  var tables: FittingTables

  /// The changes of the nodes, from which the mapping of answers is made.
  var changes = NodeChanges()

  init(_ declared: SchemaGraph, for encoder: SchemaEncoder) {
    self.encoder = encoder
    rules = encoder.rules
    tables = FittingTables(declared)
  }

  // MARK: Nodes

  /// The graph that is fitted.
  var declared: SchemaGraph { tables.declared }

  /// The name of the dialect, for diagnostics.
  var dialect: String { encoder.dialect.name }

  subscript(node: NodeID) -> NodeRecord { tables[node] }

  /// All nodes, including unreachable nodes.
  var nodes: Range<NodeID> { tables.nodes }

  /// The nodes that meet a condition on their records.
  func nodes(where condition: (borrowing NodeRecord) -> Bool) -> [NodeID] {
    tables.nodes(where: condition)
  }

  /// The nodes with a feature.
  ///
  /// If the graph has never had the feature, no node is examined.
  func nodes(with feature: NodeFeatures) -> [NodeID] { tables.nodes(with: feature) }

  func kind(of node: NodeID) -> SchemaKind { tables[node].kind }

  func role(of node: NodeID) -> SchemaRole { tables[node].role }

  func children(of node: NodeID) -> Range<NodeID> { tables.children(of: node) }

  func parent(of node: NodeID) -> NodeID? { tables[node].parent }

  func constraints(of node: NodeID) -> GuideConstraints? { tables[node].constraints?.merged }

  /// The numbers of elements that an array or a tuple may have; `most` is `nil` for any number.
  func elementCounts(of array: NodeID) -> (least: Int, most: Int?) {
    tables.elementCounts(of: array)
  }

  /// The schema of the elements of a tuple that have no schema of their own; `nil` if there are
  /// none.
  func furtherElements(of tuple: NodeID) -> NodeID? {
    children(of: tuple).last.flatMap { role(of: $0) == .items ? $0 : nil }
  }

  /// The form of a node in the document.
  func form(of node: NodeID) -> WrittenForm { tables.form(of: node, by: encoder) }

  /// The target of a reference; the node itself if it is not a reference.
  func resolving(_ node: NodeID) -> NodeID { tables.resolving(node) }

  /// For each union, the unions with this union among their alternatives.
  func outerUnions(of unions: [NodeID]) -> [NodeID: [NodeID]] {
    var outer: [NodeID: [NodeID]] = [:]
    for union in unions {
      for choice in children(of: union) where kind(of: resolving(choice)) == .anyOf {
        outer[resolving(choice), default: []].append(union)
      }
    }
    return outer
  }

  /// A node and all nodes in it, in the order of the document.
  func descendants(of node: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var pending = [node]
    while let node = pending.popLast() {
      found.append(node)
      pending += children(of: node).reversed()
    }
    return found
  }

  /// The references in a node, in the order of the document.
  func references(in node: NodeID) -> [NodeID] {
    descendants(of: node).filter { kind(of: $0) == .reference }
  }

  /// Indicates whether the root or the body of a definition contains a node.
  func isWritten(_ node: NodeID) -> Bool {
    var node = node
    while let parent = parent(of: node) {
      guard children(of: parent).contains(node) else { return false }
      node = parent
    }
    return true
  }

  // MARK: Declared nodes

  /// The declared node that a node was made from.
  func origin(of node: NodeID) -> SchemaGraph.Node { declared[originID(of: node)] }

  /// The identity of the declared node that a node was made from.
  func originID(of node: NodeID) -> NodeID { tables.origin(of: node) }

  /// The declared node that a node was made from; the target if that node is a reference.
  func resolvedOrigin(of node: NodeID) -> SchemaGraph.Node { declared.resolving(origin(of: node)) }

  /// Indicates whether the values of a node are the values of a declared node, in the same or
  /// another form.
  func isDeclared(_ node: NodeID) -> Bool { !change(of: node).isMade }

  /// Indicates whether an object has the properties of a declared object.
  ///
  /// In such an object, `null` may stand for an absent property; in an entry, or in the object for
  /// a tuple, it does not.
  func keepsProperties(_ object: NodeID) -> Bool {
    isDeclared(object) && inverse(of: object) == nil
  }

  /// Indicates whether a node has the values of the declared root, with or without a wrapper.
  func isRootValue(_ node: NodeID) -> Bool {
    originID(of: node) == .root && (node == .root || parent(of: node) == .root)
  }

  // MARK: Changes

  /// Indicates whether a pass has changed the graph.
  var isChanged: Bool { !changes.isEmpty }

  func change(of node: NodeID) -> NodeChanges.Change { changes[node] }

  /// The inverse for the values of a node; `nil` if only parts of the values may have another form.
  func inverse(of node: NodeID) -> Inverse? { changes.inverse(of: node) }

  /// Indicates whether a node is a string that contains values as JSON text.
  func isText(_ node: NodeID) -> Bool { changes[node].isText }

  /// The declared name of a renamed property; `nil` for others.
  func declaredName(of property: NodeID) -> String? { changes.declaredName(of: property) }

  /// The present place of a node's content, which may have moved in the current pass.
  func current(_ node: NodeID) -> NodeID { changes.currentPlace(of: node) }

  /// Indicates for each node whether its values or parts of them have another form.
  func changedNodes() -> IndexedTable<NodeID, Bool> {
    var isChanged = IndexedTable(repeating: false, for: nodes)
    // A method without a closure around it would copy the graph.
    var pending = changes.nodes.compactMap { changedNode($0) }
    var references: [NodeID: [NodeID]]?
    while let node = pending.popLast() {
      guard !isChanged[node] else { continue }
      isChanged[node] = true
      if let parent = parent(of: node) {
        pending.append(parent)
        continue
      }
      // Only graphs with recursion have references to the root.
      if node == .root, !tables.mayRecurse { continue }
      let known =
        references ?? Dictionary(grouping: nodes { $0.kind == .reference }) { resolving($0) }
      references = known
      pending += known[node] ?? []
    }
    return isChanged
  }

  /// The node whose values have another form because of a change of a node: the node itself, or the
  /// object around a changed property.
  private func changedNode(_ node: NodeID) -> NodeID? {
    if changes[node].changesValues { return node }
    return changes[node].changesProperty ? parent(of: node) : nil
  }

  // MARK: The document

  /// The present graph, with the paths of the declared graph.
  func graph() -> SchemaGraph {
    // A schema that has replaced the root has the title of the declared root.
    tables.graph(
      isChanged: isChanged, rootTitle: rules.keepsRootTitle ? declared.root.title : nil)
  }

  /// The size in bytes that is allowed for every document.
  static let smallSize = 16 << 10

  /// The largest size of the document in bytes: four times the size of the declared document, plus
  /// ``smallSize``.
  func maximumSize() throws -> Int { 4 * (try PartText.size(of: declared)) + Self.smallSize }

  /// The number of bytes above ``maximumSize()`` of a document of some size; `nil` for none.
  func excess(of size: Int) throws -> Int? {
    // The declared document contains all names and descriptions. If these alone give enough room,
    // the declared document need not be written.
    guard size > Self.smallSize, size > Self.smallSize + 4 * declaredTextSize else { return nil }
    let excess = size - (try maximumSize())
    return excess > 0 ? excess : nil
  }

  /// The number of bytes of the names and descriptions of the declared nodes.
  private var declaredTextSize: Int {
    declared.storage.tables.nodes.reduce(0) { size, node in
      guard node.kind != .never else { return size }
      return size + (node.role.propertyName?.utf8.count ?? 0) + (node.description?.utf8.count ?? 0)
    }
  }
}
