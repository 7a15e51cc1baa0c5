import SchemaContent
import SchemaEncoding
import SchemaText

/// Finds the targets of references, within a document and those supplied with it.
struct ReferenceResolver {
  private let document: SchemaDocument
  private let draft: SchemaDraft

  /// The part of the first document that is imported; its own references lead into it first, as if
  /// it were a document.
  private var part = 0

  /// The root of each resource by its URI, and the URI by the number of the root.
  private var resources: [String: Int] = [:]
  private var bases: [Int: URIReference] = [:]

  /// The schemas with names of their own, by the number of their resource's root.
  private var anchors: [Int: [String: Int]] = [:]

  /// The number of dynamic anchors with a name.
  private var dynamicAnchors: [String: Int] = [:]
  private var recursiveAnchors = 0

  /// The members of objects by name, of those that references passed.
  private var members: [Int: [ExactText: Int]] = [:]

  /// What was found before, by the resource and the text.
  private var found: [Int: [String: Int]] = [:]

  init(_ document: SchemaDocument, draft: SchemaDraft) {
    self.document = document
    self.draft = draft
    for (root, uri) in document.roots {
      var base = URIReference(uri)
      base.fragment = nil
      resources[base.documentText] = root
      bases[root] = base
      index(root, in: root)
    }
  }

  /// Makes references lead into a part of the first document before they lead into the whole.
  mutating func enter(part node: Int) {
    guard node > 0 else { return }
    part = node
    index(node, in: 0)
  }

  // MARK: Indexing

  /// Enters the identifiers of all schemas of a document, those of an OpenAPI document included.
  private mutating func index(_ root: Int, in resource: Int) {
    var pending: [(node: Int, resource: Int)] = [(root, resource)]
    if let components = document.member("components", of: root),
      let schemas = document.member("schemas", of: components)
    {
      for schema in document.children(of: schemas) { pending.append((schema, resource)) }
    }
    while let (node, outer) = pending.popLast() {
      guard document.form(node) == .object else { continue }
      // Older drafts ignore the keywords next to a reference.
      let isNamed =
        !draft.ignoresSiblingsOfReference || document.member("$ref", of: node) == nil
      let resource = isNamed ? enterIdentifier(of: node, in: outer) : outer
      for child in document.children(of: node) {
        guard let keyword = Keyword(name: document.name(of: child)) else { continue }
        if isNamed { enterAnchor(keyword, child, of: node, in: resource) }
        for schema in document.schemas(under: keyword, child) { pending.append((schema, resource)) }
      }
    }
  }

  private mutating func enterIdentifier(of node: Int, in outer: Int) -> Int {
    let keyword = draft == .draft4 ? "id" : "$id"
    guard let child = document.member(keyword, of: node), let text = document.content(child).text
    else { return outer }
    let base = bases[outer] ?? URIReference("")
    let identifier = URIReference(text).resolved(against: base)
    let uri = identifier.documentText
    var resource = outer
    if uri != base.documentText || document.nodes[node].parent < 0 {
      resource = node
      if resources[uri] == nil { resources[uri] = node }
      var base = identifier
      base.fragment = nil
      bases[node] = base
    }
    if let name = identifier.plainFragment, !name.isEmpty {
      anchors[resource, default: [:]][name] = node
    }
    return resource
  }

  private mutating func enterAnchor(
    _ keyword: Keyword, _ child: Int, of node: Int, in resource: Int
  ) {
    switch keyword {
    case .anchor:
      if let name = document.content(child).text { anchors[resource, default: [:]][name] = node }
    case .dynamicAnchor:
      guard let name = document.content(child).text else { return }
      anchors[resource, default: [:]][name] = node
      dynamicAnchors[name, default: 0] += 1
    case .recursiveAnchor:
      if document.content(child).truth == true { recursiveAnchors += 1 }
    default: break
    }
  }

  // MARK: Resolving

  /// The target of a reference.
  enum Target {
    case node(Int)
    /// The pointer of the reference has no target in its resource, but one in the document.
    case fallback(Int)
    case remote(String)
    case nowhere
  }

  /// Finds the target of a reference that a schema contains.
  mutating func resolve(_ text: String, at node: Int) -> Target {
    let resource = self.resource(of: node)
    if let known = found[resource]?[text] { return .node(known) }
    let target = find(text, in: resource)
    if case .node(let node) = target { found[resource, default: [:]][text] = node }
    return target
  }

  private mutating func find(_ text: String, in resource: Int) -> Target {
    let reference = URIReference(text).resolved(against: bases[resource] ?? URIReference(""))
    let uri = reference.documentText
    guard let root = resources[uri] else { return .remote(uri) }
    guard let fragment = reference.plainFragment else { return .nowhere }
    if fragment.isEmpty { return .node(root == 0 ? part : root) }
    if let node = anchors[root]?[fragment] { return .node(node) }
    guard let pointer = try? SchemaPath(pointer: fragment) else { return .nowhere }
    if root == 0, part > 0, let node = follow(pointer, from: part) { return .node(node) }
    if let node = follow(pointer, from: root) { return .node(node) }
    let whole = document.roots.last { $0.node <= root }?.node ?? 0
    if root != whole, let node = follow(pointer, from: whole) { return .fallback(node) }
    return .nowhere
  }

  /// Whether a dynamic reference has one possible target.
  func isStatic(_ keyword: Keyword, _ text: String) -> Bool {
    if keyword == .recursiveReference { return recursiveAnchors <= 1 }
    guard let name = URIReference(text).plainFragment else { return true }
    return dynamicAnchors[name, default: 0] <= 1
  }

  /// The name that the URI of a resource gives its root, such as `item` for `…/item.json`.
  func name(ofResource root: Int) -> String? {
    guard let file = bases[root]?.path.split(separator: "/").last else { return nil }
    return file.split(separator: ".").first.map(String.init)
  }

  private func resource(of node: Int) -> Int {
    var node = node
    while bases[node] == nil, document.nodes[node].parent >= 0 {
      node = Int(document.nodes[node].parent)
    }
    return node
  }

  /// The value at a pointer.
  mutating func follow(_ pointer: SchemaPath, from root: Int) -> Int? {
    var node = root
    for token in pointer.names {
      guard let next = child(token, of: node) else { return nil }
      node = next
    }
    return node
  }

  private mutating func child(_ token: String, of node: Int) -> Int? {
    switch document.form(node) {
    case .object:
      if members[node] == nil {
        var table: [ExactText: Int] = [:]
        for child in document.children(of: node) {
          table[ExactText(document.name(of: child))] = child
        }
        members[node] = table
      }
      return members[node]?[ExactText(token)]
    case .array:
      guard let position = Int(token), token == "\(position)" else { return nil }
      for (index, child) in document.children(of: node).enumerated() where index == position {
        return child
      }
      return nil
    default: return nil
    }
  }
}
