import SchemaDocuments

/// The origin of the schemas of a program, for reports.
///
/// A location is the number of a value of the documents, or a schema for a node of a graph. The
/// place of a node is its place in the graph's plain JSON Schema document.
enum SchemaOrigin: Sendable {
  case document(SchemaLibrary)
  /// The nodes of a graph by their schemas. Larger locations are parts of nodes, under `allOf`.
  case graph([SchemaGraph.Node?], parts: [Part])

  /// A constraint that the keywords of a node cannot state directly, such as a second pattern.
  struct Part: Sendable {
    let node: Int
    let index: Int
  }

  /// The path, in its document, to a schema or to a keyword of the schema.
  ///
  /// - Complexity: O(depth).
  func path(to location: Int, in keyword: Keyword? = nil) -> SchemaPath {
    var path: SchemaPath
    switch self {
    case .document(let library): path = library.tree.path(to: ValueID(number: location))
    case .graph(let nodes, let parts):
      if location < nodes.count {
        path = nodes[location]?.documentPath ?? SchemaPath()
      } else {
        let part = parts[location - nodes.count]
        path = nodes[part.node]?.documentPath ?? SchemaPath()
        path = path.appending(.key("allOf")).appending(.index(part.index))
      }
    }
    return keyword.map { path.appending(.key($0.rawValue)) } ?? path
  }

  /// The prefix for a problem in a supplied document.
  ///
  /// The prefix names the document.
  func prefix(forProblemAt location: Int) -> String {
    guard case .document(let library) = self else { return "" }
    return library.tree.prefix(forProblemAt: ValueID(number: location))
  }

  /// The place of a keyword of a schema as a URI with a JSON Pointer as its fragment.
  func uri(of location: Int, in keyword: Keyword?) -> String {
    guard case .document(let library) = self else {
      return path(to: location, in: keyword).fragment
    }
    return library.uri(
      of: ValueID(number: location), appending: keyword.map { [.key($0.rawValue)] } ?? [])
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
      case .definition: steps += [.key(current.definitionName ?? ""), .key("$defs")]
      case .property(let name, _): steps += [.key(name), .key("properties")]
      case .additionalProperties: steps.append(.key("additionalProperties"))
      case .patternProperty(let pattern): steps += [.key(pattern), .key("patternProperties")]
      case .items: steps.append(.key("items"))
      case .prefixItem: steps += [.index(current.position), .key("prefixItems")]
      case .choice: steps += [.index(current.position), .key("anyOf")]
      }
      node = current.parent
    }
    return SchemaPath(steps.reversed())
  }
}
