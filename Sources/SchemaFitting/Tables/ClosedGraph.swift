import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A declared graph in which objects are closed whose documents name some properties and do not
/// mention others.
///
/// A model is asked only for what a document mentions. What a closed object accepts, the document
/// accepts, too. The nodes have the same identities in both graphs.
struct ClosedGraph {
  /// The graph with closed objects.
  let graph: SchemaGraph

  /// The note on the closed objects.
  let note: SchemaDiagnostic

  /// Closes the objects of a graph; `nil` if there are none to close.
  ///
  /// An object that names no property stays open, because only an empty object would be left. So
  /// does an object that requires more properties than it names.
  init?(_ declared: SchemaGraph) {
    var tables = declared.storage.tables
    var objects: [NodeID] = []
    for node in tables.nodes.indices where tables.nodes[node].isUnmentioned {
      guard let object = tables.nodes[node].parent, declared[object].namesEnoughProperties else {
        continue
      }
      objects.append(object)
      tables.nodes[node].makeNever()
      tables.nodes[node].parent = nil
      tables.nodes[object].link = .children(tables.nodes[object].children.dropFirst())
    }
    guard let first = objects.first else { return nil }
    graph = SchemaGraph(tables)
    note = SchemaDiagnostic(closing: declared[first], others: objects.count - 1)
  }
}

extension SchemaGraph.Node {
  /// Indicates whether an object names a property, and as many as it requires.
  fileprivate var namesEnoughProperties: Bool {
    let named = properties.count { $0.node.kind != .never }
    return named >= max(1, constraints.minimumPropertyCount ?? 0)
  }
}
