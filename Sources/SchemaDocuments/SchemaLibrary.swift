import SchemaFormats

/// The documents that a schema consists of, and the schemas in them that have names.
package struct SchemaLibrary: Sendable {
  package private(set) var tree = DocumentTree()
  package internal(set) var resources: [SchemaResource] = []
  /// All schemas to which dynamic references may lead, by their anchors.
  package internal(set) var dynamicAnchors: [ExactText: Set<Int>] = [:]
  var resourcesByURI: [ExactText: Int] = [:]
  /// For each value the resource that it belongs to, or -1 outside of schemas.
  var owners: [Int] = []
  /// The documents that have not been needed yet.
  var remotes: [ExactText: GeneratedContent] = [:]
  /// The schemas whose `$id` is ignored, since the URI would be too long.
  package private(set) var oversized: [Int] = []
  private let draft: SchemaDraft
  /// Whether the keywords of all drafts count, whatever drafts schemas name.
  let mixesDrafts: Bool

  /// Creates a library without documents.
  ///
  /// - Parameters:
  ///   - remotes: Documents to which references may lead, by their URIs; of several that have the
  ///     same URI in normal form, the first in the order of their bytes counts.
  ///   - draft: The draft of documents.
  ///   - mixesDrafts: Whether the keywords of all drafts count, and `$schema` says nothing.
  package init(
    remotes: [String: GeneratedContent] = [:], draft: SchemaDraft, mixesDrafts: Bool = false
  ) {
    self.draft = draft
    self.mixesDrafts = mixesDrafts
    for (uri, content) in remotes.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
      let key = ExactText(URIReference(uri).normalized)
      if self.remotes[key] == nil { self.remotes[key] = content }
    }
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
    let resource = addResource(URIReference(uri).normalized, root, vocabulary)
    registerIdentifiers(from: [root] + componentSchemas(of: root), in: resource)
    return root
  }

  /// Makes references within a part of a document lead into it as if it were a document.
  ///
  /// - Returns: The resource that the part was in before.
  package mutating func addPart(_ root: Int) -> Int {
    let index = resource(of: root)
    let outer = resources[index]
    if outer.root != root {
      registerIdentifiers(from: [root], in: addResource(outer.uri, root, outer.vocabulary))
    }
    return index
  }

  mutating func noteOversized(_ schema: Int) { oversized.append(schema) }

  /// The schemas of an OpenAPI document.
  private func componentSchemas(of root: Int) -> Range<Int> {
    tree.member("components", of: root).flatMap { tree.member("schemas", of: $0) }
      .map { tree.children(of: $0) } ?? 0..<0
  }

  mutating func addResource(_ uri: String, _ root: Int, _ vocabulary: SchemaVocabulary) -> Int {
    resources.append(SchemaResource(uri: uri, root: root, vocabulary: vocabulary))
    let key = ExactText(uri)
    if resourcesByURI[key] == nil { resourcesByURI[key] = resources.count - 1 }
    return resources.count - 1
  }

  /// The vocabulary that `$schema` of a schema names, if it does.
  func declaredVocabulary(of schema: Int, default outer: SchemaVocabulary) -> SchemaVocabulary {
    guard !mixesDrafts, let name = tree.string(.schema, of: schema) else { return outer }
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(uri: uri) { return SchemaVocabulary(draft: draft) }
    // A meta-schema is not part of the schema, so it is read but not added.
    let key = ExactText(uri)
    let known = remotes[key] ?? resourcesByURI[key].map { tree.content(resources[$0].root) }
    guard let known else { return SchemaVocabulary(draft: outer.draft) }
    let own = known.property(named: "$schema")?.text.flatMap { SchemaDraft(uri: $0) }
    let draft = own ?? outer.draft
    guard draft >= .draft2019, let declared = known.property(named: "$vocabulary"),
      declared.shape == .object
    else {
      return SchemaVocabulary(draft: draft)
    }
    return SchemaVocabulary(draft: draft, declared: declared)
  }

  /// The draft that `$schema` of a schema names, if it names one.
  func declaredDraft(of schema: Int) -> SchemaDraft? {
    tree.string(.schema, of: schema).flatMap {
      SchemaDraft(uri: URIReference($0).withoutFragment)
    }
  }

  // MARK: Places

  /// The resource that a value belongs to.
  ///
  /// It is noted for the values around it too, so that to ask for all values of a document is linear.
  package mutating func resource(of value: Int) -> Int {
    let owner = owner(of: value)
    var value = value
    while owners[value] < 0 {
      owners[value] = owner
      guard tree.values[value].parent >= 0 else { break }
      value = tree.values[value].parent
    }
    return owner
  }

  /// The resource that a value belongs to.
  ///
  /// - Complexity: O(depth).
  private func owner(of value: Int) -> Int {
    var value = value
    while owners[value] < 0, tree.values[value].parent >= 0 { value = tree.values[value].parent }
    return max(0, owners[value])
  }

  /// The place of a value as a URI with a JSON Pointer as its fragment.
  package func uri(of value: Int, appending path: [SchemaPath.Component] = []) -> String {
    let resource = resources[owner(of: value)]
    let start = tree.path(to: value, from: resource.root)
    return resource.uri + SchemaPath(start.components + path).fragment
  }
}
