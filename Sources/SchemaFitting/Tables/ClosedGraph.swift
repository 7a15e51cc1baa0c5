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
    let others = objects.count - 1
    note = SchemaDiagnostic(
      .note, .unmentionedProperties, at: declared[first],
      problem: Self.problem(others: others),
      remedy: "To let a model invent properties, set 'additionalProperties' to true"
        + SwiftAdvice.Call.exact.text)
  }

  /// The sentence about the first closed object and the number of the others.
  private static func problem(others: Int) -> String {
    switch others {
    case 0:
      "The object is closed: it names its properties and does not mention others, so a model is not"
        + " asked for them."
    default:
      "The object and \(others) more are closed: they name their properties and do not mention"
        + " others, so a model is not asked for them."
    }
  }
}

extension SchemaGraph.Node {
  /// Indicates whether an object names a property, and as many as it requires.
  fileprivate var namesEnoughProperties: Bool {
    let named = properties.count { $0.node.kind != .never }
    return named >= max(1, constraints.minimumPropertyCount ?? 0)
  }
}
