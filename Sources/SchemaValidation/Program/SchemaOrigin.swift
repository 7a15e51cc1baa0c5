import IndexedTables
import SchemaDocuments

/// The place from which a schema of a program is made.
enum SchemaLocation: Sendable, Hashable {
  /// A value of the documents.
  case value(ValueID)
  /// A node of the graph.
  case node(SchemaGraph.Node.ID)
  /// A further constraint of a node.
  case part(EntryIndex<SchemaOrigin.Part>)
}

/// The origin of the schemas of a program, for reports.
///
/// The path of a node is its path in the graph's plain JSON Schema document.
enum SchemaOrigin: Sendable {
  case document(SchemaLibrary)
  /// The nodes whose schemas are in the program, and their parts.
  case graph(IndexedTable<SchemaGraph.Node.ID, SchemaGraph.Node?>, parts: [Part])

  /// A constraint that the keywords of a node cannot state directly, such as a second pattern.
  struct Part: Sendable {
    let node: SchemaGraph.Node.ID
    /// The position under `allOf`.
    let index: Int
  }

  /// The path, in its document, to a schema or to a keyword of the schema.
  ///
  /// - Complexity: O(depth).
  func path(to location: SchemaLocation, in keyword: Keyword? = nil) -> SchemaPath {
    var path = SchemaPath()
    switch (self, location) {
    case (.document(let library), .value(let value)): path = library.tree.path(to: value)
    case (.graph(let nodes, _), .node(let node)): path = nodes[node]?.documentPath ?? path
    case (.graph(let nodes, let parts), .part(let index)):
      let part = parts[index]
      path = nodes[part.node]?.documentPath ?? path
      path = path.appending(.keyword(.allOf)).appending(.index(part.index))
    // The locations of a program are all values, or all nodes and parts, as its origin is.
    case (.document, .node), (.document, .part), (.graph, .value): break
    }
    return keyword.map { path.appending(.keyword($0)) } ?? path
  }

  /// The prefix for a problem in a supplied document.
  ///
  /// The prefix names the document.
  func prefix(forProblemAt location: SchemaLocation) -> String {
    guard case .document(let library) = self, case .value(let value) = location else { return "" }
    return library.tree.prefix(forProblemAt: value)
  }

  /// The path to a keyword of a schema, as a URI with a JSON Pointer as its fragment.
  func uri(of location: SchemaLocation, in keyword: Keyword?) -> String {
    guard case .document(let library) = self, case .value(let value) = location else {
      return path(to: location, in: keyword).fragment
    }
    return library.uri(of: value, appending: keyword.map { [.keyword($0)] } ?? [])
  }
}

extension SchemaGraph.Node {
  /// The path to the node in the plain JSON Schema document of its graph.
  fileprivate var documentPath: SchemaPath {
    var steps: [SchemaPath.Component] = []
    var node: SchemaGraph.Node? = self
    while let current = node {
      switch current.role {
      case .root: break
      case .definition: steps += [.key(current.definitionName ?? ""), .keyword(.newDefinitions)]
      case .property(let name, _): steps += [.key(name), .keyword(.properties)]
      case .additionalProperties: steps.append(.keyword(.additionalProperties))
      case .patternProperty(let pattern):
        steps += [.key(pattern.source), .keyword(.patternProperties)]
      case .items: steps.append(.keyword(.items))
      case .prefixItem: steps += [.index(current.position), .keyword(.prefixItems)]
      case .choice: steps += [.index(current.position), .keyword(.anyOf)]
      }
      node = current.parent
    }
    return SchemaPath(steps.reversed())
  }
}

extension SchemaPath.Component {
  fileprivate static func keyword(_ keyword: Keyword) -> Self { .key(keyword.rawValue) }
}
