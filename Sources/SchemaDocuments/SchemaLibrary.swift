import SchemaFormats

/// The documents that a schema consists of, and the schemas in them.
///
/// A schema is read when it is first asked for, and kept: a document may have parts that are not
/// schemas, and a reference may lead to any value, and to a document that is added for it.
package struct SchemaLibrary: Sendable {
  package private(set) var tree = DocumentTree()
  package private(set) var resources: [SchemaResource] = []
  /// All schemas to which dynamic references may lead, by their anchors.
  package private(set) var dynamicAnchors: [ExactText: Set<Int>] = [:]
  private var resourcesByURI: [ExactText: Int] = [:]
  // Documents have millions of values, so that indices of 32 bits are kept for each.
  /// For each value the resource that it belongs to, if that has been found.
  private var owners: [Int32?] = []
  /// The documents that have not been needed yet.
  private var remotes: [ExactText: GeneratedContent] = [:]
  /// The schemas whose `$id` is ignored, since the URI would be too long.
  package private(set) var oversized: Set<Int> = []
  /// The schemas whose `$schema` names neither a draft nor a supplied document.
  package private(set) var unknownMetaSchemas: Set<Int> = []
  /// The schemas that were read.
  private var objects: [SchemaObject] = []
  /// For each value the index of its schema, if that was read.
  private var objectIndices: [Int32?] = []
  private var misspelling = Misspelling()
  private let draft: SchemaDraft
  /// `true` if the keywords of all drafts count, independent of the drafts that schemas name.
  private let mixesDrafts: Bool

  /// Creates a library without documents.
  ///
  /// - Parameters:
  ///   - remotes: Documents to which references may lead, by their URIs; of several that have the
  ///     same URI in normal form, the first in the order of their bytes counts.
  ///   - draft: The draft of documents.
  ///   - mixesDrafts: Whether the keywords of all drafts count, and `$schema` has no effect.
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
    owners += Array(repeating: nil, count: tree.values.count - root)
    objectIndices += Array(repeating: nil, count: tree.values.count - root)
    let vocabulary = declaredVocabulary(of: root, default: SchemaVocabulary(draft: draft))
    let resource = addResource(URIReference(uri).normalized, root, vocabulary)
    registerIdentifiers(from: [root] + componentSchemas(of: root), in: resource)
    return root
  }

  /// Makes references within a part of a document lead into it as if it were a document.
  ///
  /// References without a target there lead into the document. Values of the part that were asked
  /// for before keep their resource, so call it before any schema of the part is read.
  ///
  /// - Parameters:
  ///   - root: The part.
  ///   - draft: The draft of the part; `nil` for the one that it names, or else that of the
  ///     document.
  package mutating func addPart(_ root: Int, draft: SchemaDraft? = nil) {
    let index = resource(of: root)
    let outer = resources[index]
    if outer.root == root { return }
    let vocabulary =
      draft.map { SchemaVocabulary(draft: $0) }
      ?? declaredVocabulary(of: root, default: outer.vocabulary)
    let part = addResource(outer.uri, root, vocabulary)
    resources[part].outer = index
    registerIdentifiers(from: [root], in: part)
  }

  /// The schemas of an OpenAPI document.
  private func componentSchemas(of root: Int) -> Range<Int> {
    tree.member("components", of: root).flatMap { tree.member("schemas", of: $0) }
      .map { tree.children(of: $0) } ?? 0..<0
  }

  private mutating func addResource(_ uri: String, _ root: Int, _ vocabulary: SchemaVocabulary)
    -> Int
  {
    resources.append(SchemaResource(uri: uri, root: root, vocabulary: vocabulary))
    let key = ExactText(uri)
    if resourcesByURI[key] == nil { resourcesByURI[key] = resources.count - 1 }
    return resources.count - 1
  }

  /// The vocabulary that `$schema` of a schema names, if it does.
  private mutating func declaredVocabulary(of schema: Int, default outer: SchemaVocabulary)
    -> SchemaVocabulary
  {
    guard !mixesDrafts, let name = tree.string(.schema, of: schema) else { return outer }
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(uri: uri) { return SchemaVocabulary(draft: draft) }
    // A meta-schema is not part of the schema, so it is read but not added.
    let key = ExactText(uri)
    let known = remotes[key] ?? resourcesByURI[key].map { tree.content(resources[$0].root) }
    guard let known else {
      unknownMetaSchemas.insert(schema)
      return SchemaVocabulary(draft: outer.draft)
    }
    let draft = known.declaredDraft ?? outer.draft
    guard draft >= .draft2019, let declared = known.property(named: "$vocabulary"),
      declared.shape == .object
    else {
      return SchemaVocabulary(draft: draft)
    }
    return SchemaVocabulary(draft: draft, declared: declared)
  }

  /// The value of `$schema` in a part of the first document, or else in the document, if it is not
  /// a known draft.
  package func unknownDraft(of part: Int) -> (node: Int, uri: String)? {
    guard let node = tree.member(.schema, of: part) ?? tree.member(.schema, of: 0),
      let uri = tree.string(node), SchemaDraft(uri: uri) == nil
    else { return nil }
    return (node, uri)
  }

  // MARK: Schemas

  /// The schema at a value of the documents, read and checked.
  package mutating func object(at id: SchemaID) -> SchemaObject {
    if let index = objectIndices[id.node] { return objects[Int(index)] }
    let resource = resource(of: id.node)
    var reader = KeywordReader(
      id, in: tree, resources[resource].vocabulary, mixesDrafts: mixesDrafts, &misspelling)
    for index in reader.references.indices { resolve(&reader.references[index], in: resource) }
    let object = SchemaObject(consume reader)
    objectIndices[id.node] = Int32(clamping: objects.count)
    objects.append(object)
    return object
  }

  /// Forgets the schemas that were read, where only places are needed from now on.
  package mutating func discardObjects() {
    objects = []
    objectIndices = Array(repeating: nil, count: objectIndices.count)
  }

  private mutating func resolve(
    _ reference: inout SchemaObject.Reference, in resource: Int
  ) {
    reference.target = resolve(reference.text, in: resource)
    reference.dynamicAnchor = dynamicAnchor(of: reference.target, reference.keyword)
  }

  /// The dynamic anchor by which a reference found its target, if it is a dynamic reference.
  private mutating func dynamicAnchor(of target: Target, _ keyword: Keyword) -> ExactText? {
    guard keyword != .reference, case .value(let node, let anchor) = target else { return nil }
    let name = keyword == .recursiveReference ? .recursiveAnchor : anchor.map { ExactText($0) }
    guard let name, resources[self.resource(of: node)].dynamicAnchors[name] == node else {
      return nil
    }
    return name
  }

  // MARK: Places

  /// The resource that a value belongs to.
  ///
  /// It is noted for the values around it too, so that to ask for all values of a document is
  /// linear.
  package mutating func resource(of value: Int) -> Int {
    let owner = owner(of: value)
    var value = value
    while owners[value] == nil {
      owners[value] = Int32(clamping: owner)
      guard let parent = tree.values[value].parent else { break }
      value = parent
    }
    return owner
  }

  /// The resource that a value belongs to.
  ///
  /// - Complexity: O(depth).
  private func owner(of value: Int) -> Int {
    var value = value
    while owners[value] == nil, let parent = tree.values[value].parent { value = parent }
    return Int(owners[value] ?? 0)
  }

  /// The place of a value as a URI with a JSON Pointer as its fragment.
  package func uri(of value: Int, appending path: [SchemaPath.Component] = []) -> String {
    let resource = resources[owner(of: value)]
    let start = tree.path(to: value, from: resource.root)
    return resource.uri + SchemaPath(start.components + path).fragment
  }

  // MARK: References

  /// The target of a reference.
  package enum Target: Sendable {
    /// A value, and the plain name by which it was found, if it was.
    case value(Int, anchor: String?)
    /// A value outside of the resource, which the reference's pointer leads to from the root of the
    /// document.
    case outer(Int)
    /// A document that was not supplied, with its URI.
    case unknownDocument(String)
    /// Nothing in a document that is known.
    case nothing
  }

  /// Finds the target of a reference, in a document that may be added for it.
  ///
  /// - Parameters:
  ///   - reference: The reference as it is written.
  ///   - resource: The resource in which it is written.
  /// - Returns: The target.
  package mutating func resolve(_ reference: String, in resource: Int) -> Target {
    var target = find(reference, in: resource)
    if case .nothing = target, let outer = resources[resource].outer {
      target = find(reference, in: outer)
    }
    if case .nothing = target, let value = outerTarget(of: reference, in: resource) {
      target = .outer(value)
    }
    return target
  }

  /// Finds the target in one resource, or in the resource that the reference names, whose document
  /// may be added for it.
  private mutating func find(_ reference: String, in resource: Int) -> Target {
    var target = URIReference(reference)
    var found = resource
    // A reference within the resource is found even if another one has its URI.
    if !reference.isEmpty, !URIReference.isFragment(reference) {
      target = target.resolved(against: URIReference(resources[resource].uri))
      guard let known = addedResource(withURI: ExactText(target.withoutFragment)) else {
        return .unknownDocument(target.withoutFragment)
      }
      found = known
    }
    guard let fragment = target.decodedFragment else { return .nothing }
    if fragment.isEmpty { return .value(resources[found].root, anchor: nil) }
    if let named = resources[found].anchors[ExactText(fragment)] {
      return .value(named, anchor: fragment)
    }
    guard let path = try? SchemaPath(pointer: fragment),
      let value = tree.value(at: path, from: resources[found].root)
    else { return .nothing }
    return .value(value, anchor: nil)
  }

  /// The value that the pointer of a reference leads to from the root of the document.
  private func outerTarget(of reference: String, in resource: Int) -> Int? {
    guard URIReference.isFragment(reference),
      let fragment = URIReference(reference).decodedFragment,
      let path = try? SchemaPath(pointer: fragment)
    else { return nil }
    return tree.value(at: path, from: tree.root(of: resources[resource].root))
  }

  /// Returns the resource with a URI, and adds the document that has it if that is not part of the
  /// schema yet.
  private mutating func addedResource(withURI uri: ExactText) -> Int? {
    if let known = resourcesByURI[uri] { return known }
    if let content = remotes.removeValue(forKey: uri) {
      add(content, uri: uri.text)
      return resourcesByURI[uri]
    }
    if let text = MetaSchemas.text(of: uri.text), let content = try? GeneratedContent(json: text) {
      add(content, uri: uri.text)
      return resourcesByURI[uri]
    }
    // A document may have another URI than that under which it is supplied.
    for other in remotes.keys.sorted() {
      guard let content = remotes.removeValue(forKey: other) else { continue }
      add(content, uri: other.text)
      if let known = resourcesByURI[uri] { return known }
    }
    return nil
  }

  // MARK: Identifiers

  /// Registers the URIs and anchors of schemas, and of all schemas inside them.
  private mutating func registerIdentifiers(from schemas: [Int], in first: Int) {
    var pending = schemas.map { (schema: $0, resource: first) }
    while let (schema, outer) = pending.popLast() {
      let resource = registerIdentifiers(of: schema, outer)
      owners[schema] = Int32(clamping: resource)
      let draft = mixesDrafts ? nil : resources[resource].vocabulary.draft
      for member in tree.children(of: schema) where tree.shape(schema) == .object {
        for inner in tree.schemas(under: member, in: draft) ?? 0..<0 {
          pending.append((inner, resource))
        }
      }
    }
  }

  /// Registers the URI and the anchors of one schema.
  ///
  /// - Returns: The resource that it is the root of, or is in.
  private mutating func registerIdentifiers(of schema: Int, _ outer: Int) -> Int {
    // Most schemas have neither a name nor a draft of their own.
    guard tree.shape(schema) == .object,
      tree.children(of: schema).contains(where: { tree.values[$0].keyword?.isIdentifier == true })
    else { return outer }
    var resource = outer
    var vocabulary = resources[outer].vocabulary
    if schema != resources[outer].root {
      vocabulary = declaredVocabulary(of: schema, default: vocabulary)
      if mixesDrafts, let own = tree.string(.schema, of: schema).flatMap(SchemaDraft.init(uri:)) {
        vocabulary = SchemaVocabulary(draft: own)
      }
    }
    let draft = vocabulary.draft
    let isReference = tree.isReference(schema, in: draft)
    if !isReference, let id = tree.string(draft == .draft4 ? .id : .newID, of: schema) {
      resource = registerIdentifier(id, of: schema, outer, vocabulary)
    }
    if isReference { return resource }
    // In other drafts these are unknown keywords.
    if mixesDrafts || draft >= .draft2019, let name = tree.string(.anchor, of: schema) {
      resources[resource].anchors[ExactText(name)] = schema
    }
    if mixesDrafts || draft == .draft2020,
      let name = tree.string(.dynamicAnchor, of: schema).map(ExactText.init)
    {
      resources[resource].anchors[name] = resources[resource].anchors[name] ?? schema
      resources[resource].dynamicAnchors[name] =
        resources[resource].dynamicAnchors[name] ?? schema
      dynamicAnchors[name, default: []].insert(schema)
    }
    if mixesDrafts || draft == .draft2019, let flag = tree.member(.recursiveAnchor, of: schema),
      tree.boolean(flag) == true
    {
      if schema == resources[resource].root {
        resources[resource].dynamicAnchors[.recursiveAnchor] = schema
      }
      dynamicAnchors[.recursiveAnchor, default: []].insert(schema)
    }
    return resource
  }

  /// A URI that is longer mostly consists of the URIs of schemas around, which would take memory
  /// in proportion to the square of the document.
  private static let longestURI = 2_048

  /// Registers the value of `$id`, which is the URI of a resource, or an anchor.
  private mutating func registerIdentifier(
    _ id: String, of schema: Int, _ outer: Int, _ vocabulary: SchemaVocabulary
  ) -> Int {
    let target = URIReference(id).resolved(against: URIReference(resources[outer].uri))
    let uri = target.withoutFragment
    guard uri.utf8.count <= max(Self.longestURI, 2 * id.utf8.count) else {
      oversized.insert(schema)
      return outer
    }
    var resource = outer
    if schema == resources[outer].root {
      // It keeps the URI under which it was supplied, too.
      resources[outer].uri = uri
      resourcesByURI[ExactText(uri)] = resourcesByURI[ExactText(uri)] ?? outer
    } else if uri != resources[outer].uri {
      resource = addResource(uri, schema, vocabulary)
    }
    if let name = target.decodedFragment, !name.isEmpty {
      resources[resource].anchors[ExactText(name)] = schema
    }
    return resource
  }
}

/// A schema with a URI of its own, to which the references in it are relative.
package struct SchemaResource: Sendable {
  /// The URI without a fragment; empty if it is not known.
  package fileprivate(set) var uri: String
  /// The value that is the schema.
  package let root: Int
  package let vocabulary: SchemaVocabulary
  /// The schemas by their anchors.
  fileprivate var anchors: [ExactText: Int] = [:]
  /// The anchors to which references are dynamic.
  package fileprivate(set) var dynamicAnchors: [ExactText: Int] = [:]
  /// The resource around a part of a document that is read as if it were a document.
  fileprivate var outer: Int?
}

extension ExactText {
  /// The name under which `$recursiveAnchor`, which has none, is registered.
  static let recursiveAnchor = ExactText("")
}

extension Keyword {
  /// `true` if the keyword names a schema, or its draft.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .schema, .id, .newID, .anchor, .dynamicAnchor, .recursiveAnchor: true
    default: false
    }
  }
}

extension GeneratedContent {
  /// The draft that `$schema` of a document names, if it is known.
  package var declaredDraft: SchemaDraft? {
    property(named: Keyword.schema.rawValue)?.text.flatMap { SchemaDraft(uri: $0) }
  }

  /// The draft that a part of a document names, or else the document.
  package func declaredDraft(at place: SchemaPath) -> SchemaDraft? {
    value(at: place)?.declaredDraft ?? declaredDraft
  }

  /// The value at a place of a document; `nil` if there is none.
  package func value(at place: SchemaPath) -> GeneratedContent? {
    place.components.reduce(self) { $0?.value(at: $1) }
  }

  private func value(at step: SchemaPath.Component) -> GeneratedContent? {
    guard shape == .array else { return property(named: step.token) }
    guard case .index(let index) = SchemaPath.Component(token: step.token) else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }
}
