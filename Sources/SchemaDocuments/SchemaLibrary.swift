import SchemaFormats

/// The documents that a schema consists of, and the schemas in them that have names.
package struct SchemaLibrary: Sendable {
  package private(set) var tree = DocumentTree()
  package internal(set) var resources: [SchemaResource] = []
  /// All schemas to which dynamic references may lead, by their names; `$recursiveAnchor` has an empty
  /// one.
  package internal(set) var dynamicAnchors: [String: Set<Int>] = [:]
  var resourcesByURI: [String: Int] = [:]
  /// For each value the resource that it belongs to, or -1 outside of schemas.
  var owners: [Int] = []
  /// The documents that have not been needed yet.
  var remotes: [String: GeneratedContent] = [:]
  private let draft: SchemaDraft
  /// Whether the keywords of all drafts count, whatever drafts schemas name.
  let mixesDrafts: Bool

  /// Creates a library without documents.
  ///
  /// - Parameters:
  ///   - remotes: Documents to which references may lead, by their URIs.
  ///   - draft: The draft of documents.
  ///   - mixesDrafts: Whether the keywords of all drafts count, and `$schema` says nothing.
  package init(
    remotes: [String: GeneratedContent] = [:], draft: SchemaDraft, mixesDrafts: Bool = false
  ) {
    self.draft = draft
    self.mixesDrafts = mixesDrafts
    for (uri, content) in remotes { self.remotes[URIReference(uri).withoutFragment] = content }
  }

  /// Adds a document, and notes the schemas in it that have names.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - uri: The URI under which it is supplied.
  /// - Returns: Its root.
  @discardableResult
  package mutating func add(_ content: GeneratedContent, uri: String) -> Int {
    let root = tree.append(content, uri: uri)
    owners += Array(repeating: -1, count: tree.values.count - root)
    let vocabulary = declaredVocabulary(of: root, default: SchemaVocabulary(draft: draft))
    let resource = addResource(URIReference(uri).withoutFragment, root, vocabulary)
    noteNames(from: [root] + componentSchemas(of: root), in: resource)
    return root
  }

  /// Makes references within a part of a document lead into it as if it were a document.
  package mutating func addPart(_ root: Int) {
    let outer = resources[resource(of: root)]
    noteNames(from: [root], in: addResource(outer.uri, root, outer.vocabulary))
  }

  /// The schemas of an OpenAPI document.
  private func componentSchemas(of root: Int) -> Range<Int> {
    tree.member("components", of: root).flatMap { tree.member("schemas", of: $0) }
      .map { tree.children(of: $0) } ?? 0..<0
  }

  mutating func addResource(_ uri: String, _ root: Int, _ vocabulary: SchemaVocabulary) -> Int {
    resources.append(SchemaResource(uri: uri, root: root, vocabulary: vocabulary))
    if resourcesByURI[uri] == nil { resourcesByURI[uri] = resources.count - 1 }
    return resources.count - 1
  }

  /// The vocabulary that `$schema` of a schema names, if it does.
  func declaredVocabulary(of schema: Int, default outer: SchemaVocabulary) -> SchemaVocabulary {
    guard !mixesDrafts, let name = tree.string(.schema, of: schema) else { return outer }
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(uri: uri) { return SchemaVocabulary(draft: draft) }
    // A meta-schema is no part of the schema, so it is only looked into.
    let known = remotes[uri] ?? resourcesByURI[uri].map { tree.content(resources[$0].root) }
    guard let known else { return SchemaVocabulary(draft: outer.draft) }
    let own = known.property(named: "$schema")?.text.flatMap { SchemaDraft(uri: $0) }
    let draft = own ?? outer.draft
    guard draft >= .draft2019, let declared = known.property(named: "$vocabulary") else {
      return SchemaVocabulary(draft: draft)
    }
    return SchemaVocabulary(draft: draft, declared: declared)
  }

  // MARK: Places

  /// The resource that a value belongs to.
  package func resource(of value: Int) -> Int {
    var value = value
    while owners[value] < 0, tree.values[value].parent >= 0 { value = tree.values[value].parent }
    return max(0, owners[value])
  }

  /// The place of a value as a URI with a JSON Pointer as its fragment.
  package func uri(of value: Int, appending path: [SchemaPath.Component] = []) -> String {
    let resource = resources[resource(of: value)]
    let start = tree.path(to: value, from: resource.root)
    return resource.uri + SchemaPath(start.components + path).fragment
  }
}
