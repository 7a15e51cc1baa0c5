/// The documents that a schema consists of, and the schemas in them that have names.
struct SchemaLibrary: Sendable {
  private(set) var documents: [DocumentTree] = []
  private(set) var resources: [SchemaResource] = []
  private var resourcesByURI: [String: Int] = [:]
  /// For each value of each document the resource that it belongs to, or -1 outside of schemas.
  private var owners: [[Int]] = []
  /// The documents that have not been needed yet.
  private var remotes: [String: GeneratedContent]
  private let draft: SchemaDraft

  init(remotes: [String: GeneratedContent], draft: SchemaDraft) {
    self.draft = draft
    self.remotes = [:]
    for (uri, content) in remotes {
      self.remotes[URIReference(uri).withoutFragment] = content
    }
  }

  subscript(location: SchemaLocation) -> DocumentTree.Value {
    documents[location.document].values[location.value]
  }

  /// The resource that a place belongs to.
  func resource(of location: SchemaLocation) -> Int {
    var value = location.value
    let values = documents[location.document].values
    while owners[location.document][value] < 0, values[value].parent >= 0 {
      value = values[value].parent
    }
    return max(0, owners[location.document][value])
  }

  /// The place as a URI with a JSON Pointer as its fragment.
  func uri(of location: SchemaLocation, appending path: [SchemaPath.Component] = []) -> String {
    let resource = resources[resource(of: location)]
    let start = documents[location.document].path(to: location.value, from: resource.root.value)
    return resource.uri + SchemaPath(start.components + path).fragment
  }

  // MARK: Adding documents

  /// Adds a document, and notes the schemas in it that have names.
  ///
  /// - Returns: Its root.
  mutating func add(
    _ content: GeneratedContent, uri: String, draft: SchemaDraft
  ) throws(ValidatorError) -> SchemaLocation {
    let tree = DocumentTree(content)
    let document = documents.count
    documents.append(tree)
    owners.append(Array(repeating: -1, count: tree.values.count))
    let root = SchemaLocation(document: document, value: 0)
    let declared = tree.string("$schema", of: 0)
    let vocabulary = try declared.map { name throws(ValidatorError) in
      try self.vocabulary(of: name, default: draft)
    }
    try scan(root, in: addResource(uri, root, vocabulary ?? SchemaVocabulary(draft: draft)))
    return root
  }

  private mutating func addResource(
    _ uri: String, _ root: SchemaLocation, _ vocabulary: SchemaVocabulary
  ) -> Int {
    resources.append(SchemaResource(uri: uri, root: root, vocabulary: vocabulary))
    if resourcesByURI[uri] == nil { resourcesByURI[uri] = resources.count - 1 }
    return resources.count - 1
  }

  /// Notes the names of all schemas of a document.
  private mutating func scan(_ root: SchemaLocation, in first: Int) throws(ValidatorError) {
    let tree = documents[root.document]
    var pending = [(value: root.value, resource: first)]
    while let (value, outer) = pending.popLast() {
      let location = SchemaLocation(document: root.document, value: value)
      let resource = try noteNames(of: location, in: tree, outer)
      owners[root.document][value] = resource
      guard tree.values[value].kind == .object else { continue }
      let draft = resources[resource].vocabulary.draft
      for child in tree.values[value].children {
        let member = tree.values[child]
        switch SchemaPosition(member.name, member.kind, in: draft) {
        case nil: break
        case .schema: pending.append((child, resource))
        case .schemas: pending += member.children.map { ($0, resource) }
        case .namedSchemas:
          pending += member.children.compactMap {
            tree.values[$0].kind == .array ? nil : ($0, resource)
          }
        }
      }
    }
  }

  /// Notes the names of one schema.
  ///
  /// - Returns: The resource that it is the root of, or is in.
  private mutating func noteNames(
    of location: SchemaLocation, in tree: DocumentTree, _ outer: Int
  ) throws(ValidatorError) -> Int {
    let value = location.value
    guard tree.values[value].kind == .object else { return outer }
    var resource = outer
    var vocabulary = resources[outer].vocabulary
    if location.value > 0, let declared = tree.string("$schema", of: value) {
      vocabulary = try self.vocabulary(of: declared, default: vocabulary.draft)
    }
    let isReference =
      vocabulary.draft.ignoresSiblingsOfReference && tree.member("$ref", of: value) != nil
    let keyword = vocabulary.draft == .draft4 ? "id" : "$id"
    if !isReference, let id = tree.string(keyword, of: value) {
      let target = URIReference(id).resolved(against: URIReference(resources[outer].uri))
      if let name = target.fragment, !name.isEmpty, vocabulary.draft < .draft2019 {
        resources[outer].anchors[URIReference.decoded(name)] = location
      } else if location == resources[outer].root {
        // It keeps the URI under which it was supplied, too.
        resources[outer].uri = target.withoutFragment
        resourcesByURI[target.withoutFragment] = resourcesByURI[target.withoutFragment] ?? outer
      } else {
        resource = addResource(target.withoutFragment, location, vocabulary)
      }
    }
    guard vocabulary.draft >= .draft2019 else { return resource }
    if let name = tree.string("$anchor", of: value) { resources[resource].anchors[name] = location }
    if vocabulary.draft >= .draft2020, let name = tree.string("$dynamicAnchor", of: value) {
      resources[resource].anchors[name] = resources[resource].anchors[name] ?? location
      resources[resource].dynamicAnchors[name] = location
    }
    if vocabulary.draft == .draft2019, location == resources[resource].root,
      let flag = tree.member("$recursiveAnchor", of: value), tree.content(flag).truth == true
    {
      resources[resource].dynamicAnchors[""] = location
    }
    return resource
  }

  /// The vocabulary that the value of `$schema` names.
  private mutating func vocabulary(
    of name: String, default draft: SchemaDraft
  ) throws(ValidatorError) -> SchemaVocabulary {
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(uri: uri) { return SchemaVocabulary(draft: draft) }
    // A meta-schema is no part of the schema, so it is only looked into.
    guard let content = remotes[uri] ?? resourcesByURI[uri].map({ content(ofResource: $0) }) else {
      return SchemaVocabulary(draft: draft)
    }
    let tree = DocumentTree(content)
    let own = tree.string("$schema", of: 0).flatMap { SchemaDraft(uri: $0) } ?? draft
    var vocabulary = SchemaVocabulary(draft: own)
    guard own >= .draft2019, let stated = tree.member("$vocabulary", of: 0) else {
      return vocabulary
    }
    (vocabulary.applies, vocabulary.validates, vocabulary.findsUnevaluated) = (false, false, false)
    for member in tree.values[stated].children {
      let name = tree.values[member].name
      let isRequired = tree.content(member).truth == true
      let prefix = "https://json-schema.org/draft/\(own.rawValue)/vocab/"
      switch name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : "?" {
      case "applicator":
        vocabulary.applies = true
        if own == .draft2019 { vocabulary.findsUnevaluated = true }
      case "validation": vocabulary.validates = true
      case "unevaluated": vocabulary.findsUnevaluated = true
      case "format-assertion": vocabulary.assertsFormats = true
      case "format": vocabulary.assertsFormats = isRequired
      case "core", "format-annotation", "content", "meta-data": break
      default:
        guard isRequired else { continue }
        throw ValidatorError(
          path: ["$schema"],
          problem: "The meta-schema '\(uri)' requires the vocabulary '\(name)',"
            + " which is not known.",
          remedy: "Declare the vocabulary as optional, or use one of the drafts as '$schema'.")
      }
    }
    return vocabulary
  }

  private func content(ofResource resource: Int) -> GeneratedContent {
    documents[resources[resource].root.document].content(resources[resource].root.value)
  }

  // MARK: References

  /// The target of a reference.
  ///
  /// - Parameters:
  ///   - reference: The reference as it is written.
  ///   - resource: The resource in which it is written.
  /// - Returns: The target and, if it was found by a plain name, that name.
  /// - Throws: ``ValidatorError`` if a document cannot be read that is needed for it.
  mutating func resolve(
    _ reference: String, in resource: Int
  ) throws(ValidatorError) -> (target: SchemaLocation, anchor: String?)? {
    let target = URIReference(reference).resolved(against: URIReference(resources[resource].uri))
    let fragment = URIReference.decoded(target.fragment ?? "")
    // A reference within the resource is found even if another one has its URI.
    let isLocal = reference.hasPrefix("#") || reference.isEmpty
    guard let found = isLocal ? resource : try find(target.withoutFragment) else { return nil }
    let root = resources[found].root
    if fragment.isEmpty { return (root, nil) }
    guard fragment.hasPrefix("/") else {
      return resources[found].anchors[fragment].map { ($0, fragment) }
    }
    guard let path = try? SchemaPath(pointer: fragment) else { return nil }
    var value = root.value
    for component in path.components {
      guard let next = documents[root.document].value(component.token, in: value) else {
        return nil
      }
      value = next
    }
    return (SchemaLocation(document: root.document, value: value), nil)
  }

  /// The resource with a URI, which may be in a document that is not part of the schema yet.
  private mutating func find(_ uri: String) throws(ValidatorError) -> Int? {
    if let known = resourcesByURI[uri] { return known }
    if let content = remotes.removeValue(forKey: uri) {
      _ = try add(content, uri: uri, draft: draft)
      return resourcesByURI[uri]
    }
    if let text = MetaSchemas.text(of: uri), let content = try? GeneratedContent(json: text) {
      _ = try add(content, uri: uri, draft: .draft2020)
      return resourcesByURI[uri]
    }
    // A document may have another URI than that under which it is supplied.
    while let other = remotes.keys.min() {
      guard let content = remotes.removeValue(forKey: other) else { break }
      _ = try add(content, uri: other, draft: draft)
      if let known = resourcesByURI[uri] { return known }
    }
    return nil
  }
}
