import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A declared graph in which objects are closed whose documents name some properties and do not
/// mention others, and arrays whose documents list the first elements and do not mention others.
///
/// A model is asked only for what a document mentions. What a closed object or array accepts, the
/// document accepts, too. The nodes have the same identities in both graphs.
struct ClosedGraph {
  /// The graph with closed objects and arrays.
  let graph: SchemaGraph

  /// The note on the closed objects and arrays.
  let note: SchemaDiagnostic

  /// Closes the objects and arrays of a graph; `nil` if there are none to close.
  ///
  /// An object that names no property stays open, because only an empty object would be left. So
  /// does an object that requires more properties than it may have. An object that names only
  /// properties which it must not have becomes an empty object: it is mostly the case of a union
  /// without them, and a dictionary would state only in words which keys it must not have.
  init?(_ declared: SchemaGraph) {
    let nodes = declared.storage.tables.nodes
    var tables = declared.storage.tables
    var closed: [NodeID] = []
    for node in nodes.indices where nodes[node].isUnmentioned {
      guard let parent = nodes[node].parent, nodes.namesEnough(parent) else { continue }
      closed.append(parent)
      tables.nodes[node].makeNever()
      tables.nodes[node].parent = nil
      let children = tables.nodes[parent].children
      let isTuple = tables.nodes[parent].kind == .tuple
      tables.nodes[parent].link = .children(isTuple ? children.dropLast() : children.dropFirst())
    }
    guard let first = closed.first else { return nil }
    graph = SchemaGraph(tables)
    note = SchemaDiagnostic(closing: declared[first], others: closed.count - 1)
  }
}

extension IndexedTable<NodeID, NodeRecord> {
  /// Indicates whether an object names a property, and allows as many named ones as it requires, or
  /// a tuple has schemas for as many elements as it requires.
  ///
  /// Most nodes of a document are children of such objects, so no list is made of them.
  fileprivate func namesEnough(_ node: NodeID) -> Bool {
    let children = self[node].children
    if self[node].kind == .tuple {
      return elementCounts(of: node).least <= children.count { self[$0].role != .items }
    }
    var namesProperty = false
    var allowed = 0
    for child in children {
      guard case .property = self[child].role else { continue }
      namesProperty = true
      if self[child].kind != .never { allowed += 1 }
    }
    return namesProperty && allowed >= self[node].constraints?.merged.minimumPropertyCount ?? 0
  }
}
