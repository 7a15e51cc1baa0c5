import IndexedTables
import SchemaGuides
import SchemaModel

/// The constant parts of writing a document: the graph, the dialect's rules and the names.
///
/// The form is a class that the writer refers to. A struct in the writer would be copied for each
/// question about a node.
package final class DocumentForm: Sendable {
  package let graph: SchemaGraph
  let dialect: PreparedDialect

  /// The names of the definitions, in the form that the dialect allows.
  let names: IndexedTable<DefinitionID, String>

  /// The name of the copy of the root among the definitions, if references to the root refer to a
  /// copy.
  let rootCopy: String?

  init(_ graph: SchemaGraph, in dialect: PreparedDialect) {
    self.graph = graph
    self.dialect = dialect
    let rules = dialect.rules
    let tables = graph.storage.tables
    let copiesRoot = rules.definitions?.copiesRoot == true && tables.refersToRoot
    guard let rule = rules.definitions?.names, copiesRoot || rule != .any else {
      (names, rootCopy) = (tables.names, nil)
      return
    }
    var entries = tables.definitions.map(\.entry)
    if copiesRoot {
      entries.append(DefinitionRegistry.Entry(title: graph.root.title ?? "Root"))
    }
    var names = DefinitionRegistry(entries).names(rule)
    rootCopy = copiesRoot ? names.popLast() : nil
    self.names = IndexedTable(from: .first, names)
  }

  /// Prepares a graph for an encoder.
  ///
  /// The dialect has references, or the graph needs none.
  package convenience init(_ graph: SchemaGraph, in encoder: SchemaEncoder) {
    self.init(graph, in: encoder.prepared)
  }

  /// Returns the name of the definition that a reference refers to.
  ///
  /// For the root, the name is that of the root's copy among the definitions; `nil` if it has no
  /// copy, or if the node is not a reference.
  func targetName(of reference: SchemaGraph.Node) -> String? {
    switch graph.storage.tables.nodes[reference.id].link {
    case .definition(let definition): names[definition]
    case .root: rootCopy
    case .children: nil
    }
  }
}

extension DocumentForm {
  /// Returns the title that is written for a node.
  ///
  /// `isCopy` is `true` in the copy of the root among the definitions.
  func title(of node: SchemaGraph.Node, isCopy: Bool = false) -> String? {
    switch node.role {
    case .definition(let definition): dialect.rules.title(node, names[definition])
    case .root where isCopy: dialect.rules.title(node, rootCopy)
    default: dialect.rules.title(node, nil)
    }
  }

  /// Returns the form of a node.
  ///
  /// `isCopy` is `true` in the copy of the root among the definitions.
  func written(
    _ node: SchemaGraph.Node, as role: SchemaRole, isCopy: Bool = false
  ) -> WrittenForm {
    WrittenForm(node.id, as: role, in: graph.storage.tables.nodes, dialect) {
      title(of: graph[$0], isCopy: isCopy) != nil
    }
  }

  /// Returns the name of a child of an object, and whether `required` lists it.
  ///
  /// The result is `nil` for a child that is no named property, or that is not written.
  /// A property that the object must not have is written if the dialect can forbid it.
  func writtenProperty(
    _ child: NodeID, in object: WrittenForm.Object
  ) -> (name: String, isRequired: Bool)? {
    let nodes = graph.storage.tables.nodes
    guard case .property(let name, let isOptional) = nodes[child].role else { return nil }
    if nodes[child].kind == .never { return object.forbidden == .written ? (name, false) : nil }
    return (name, WrittenForm.isRequired(isOptional: isOptional, in: dialect))
  }

  /// Returns the names of an object's required properties, or of all properties, in order.
  func listedNames(
    of node: SchemaGraph.Node, _ object: WrittenForm.Object, onlyRequired: Bool
  ) -> some Sequence<String> {
    node.childIDs.lazy.compactMap { [self] child in
      guard let property = writtenProperty(child, in: object) else { return nil }
      return !onlyRequired || property.isRequired ? property.name : nil
    }
  }
}

extension DocumentForm {
  /// An estimate of the document's size in bytes, so that a large document is not copied as it
  /// grows.
  ///
  /// The estimate is larger than most documents. Reserved memory that is not used takes little
  /// time.
  var estimatedSize: Int {
    let tables = graph.storage.tables
    let names = tables.names.reduce(0) { $0 + $1.utf8.count * 3 + 16 }
    return tables.nodes.reduce(names) { $0 + $1.estimatedSize }
  }
}

extension NodeRecord {
  /// An estimate of the size of the node in a document in bytes, without its children.
  package var estimatedSize: Int {
    let size = (kind == .object ? 128 : 48) + (description?.utf8.count ?? 0)
    guard case .property(let name, _) = role else { return size }
    return size + name.utf8.count * 3
  }
}
