package import IndexedTables
import SchemaFormats

/// The index of a resource in its library.
package typealias ResourceIndex = EntryIndex<SchemaResource>

/// The documents that a schema consists of, and the schemas in them.
///
/// A schema is read and stored at its first use, because a document may have parts that are not
/// schemas, and a reference may refer to any value. If a reference refers to another document, the
/// library adds this document.
package struct SchemaLibrary: Sendable {
  package private(set) var tree = DocumentTree()
  package private(set) var resources: [SchemaResource] = []
  /// All schemas to which dynamic references may refer, by their anchors.
  package private(set) var dynamicAnchors: [ExactText: Set<ValueID>] = [:]
  private var resourcesByURI: [ExactText: ResourceIndex] = [:]
  /// For each value, the index of its resource, if the resource has been determined.
  ///
  /// A document may have millions of values, so each entry has four bytes.
  private var owners = IndexedTable<ValueID, PackedIndex<SchemaResource>>(from: .root)
  /// The documents to which no reference has referred so far.
  private var remotes: [ExactText: GeneratedContent] = [:]
  /// The keys in `remotes` of the documents that state other URIs of their own, by these URIs.
  private var remoteKeys: [ExactText: ExactText] = [:]
  /// The schemas whose `$id` is ignored, because the URI would be too long.
  package private(set) var oversized: Set<ValueID> = []
  /// The schemas whose `$schema` names neither a draft nor a supplied document.
  package private(set) var unknownMetaSchemas: Set<ValueID> = []
  /// For each value, its schema, if the schema has been read.
  private var objects = IndexedTable<ValueID, SchemaObject?>(from: .root)
  private var misspelling = Misspelling()
  /// The draft of documents that name no language; `nil` if the forms in them decide.
  private let draft: SchemaDraft?
  /// The values in older forms that are read because the first document names no language.
  private var olderForms: [ValueID] = []

  /// Creates a library without documents.
  ///
  /// - Parameters:
  ///   - remotes: Documents to which references may refer, by their URIs. If several URIs have the
  ///     same normal form, the first of them in byte order is used.
  ///   - draft: The draft of documents that name no language; `nil` if the forms in them decide.
  package init(remotes: [String: GeneratedContent] = [:], draft: SchemaDraft? = nil) {
    self.draft = draft
    for (uri, content) in remotes.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
      let key = ExactText(URIReference(uri).normalized)
      if self.remotes[key] == nil { self.remotes[key] = content }
    }
    for key in self.remotes.keys.sorted() {
      guard let content = self.remotes[key], let id = content.identifier else { continue }
      let uri = URIReference(id).resolved(against: URIReference(key.text)).withoutFragment
      if remoteKeys[ExactText(uri)] == nil { remoteKeys[ExactText(uri)] = key }
    }
  }

  /// Returns the key in `remotes` of the document with a URI, which is the URI under which the
  /// document is supplied, or else the URI that the document states.
  private func remoteKey(of uri: ExactText) -> ExactText? {
    if remotes[uri] != nil { return uri }
    return remoteKeys[uri].flatMap { remotes[$0] == nil ? nil : $0 }
  }

  /// Adds a document, and registers the URIs and the anchors in it.
  @discardableResult
  package mutating func add(_ content: GeneratedContent, uri: String) -> ValueID {
    let root = tree.append(content, uri: uri)
    let size = tree.valueCount - owners.count
    owners.append(contentsOf: repeatElement(PackedIndex(), count: size))
    objects.append(contentsOf: repeatElement(nil, count: size))
    let language = statedLanguage(of: root) ?? unstatedLanguage(of: root)
    let resource = addResource(URIReference(uri).normalized, root, language)
    registerIdentifiers(from: [root] + componentSchemas(of: root), in: resource)
    return root
  }

  /// Adds all documents to which no reference has referred so far, in the byte order of their URIs.
  package mutating func addRemotes() {
    for key in remotes.keys.sorted() {
      if let content = remotes.removeValue(forKey: key) { add(content, uri: key.text) }
    }
  }

  /// Makes references within a part of a document refer to the part as if it were a document.
  ///
  /// A reference without a target in the part refers to the document. A part that names no language
  /// has that of the document. Call this function before any schema of the part is read: values
  /// whose resource is already determined keep it.
  package mutating func addPart(_ root: ValueID) {
    let index = resource(of: root)
    let outer = resources[index]
    if outer.root == root { return }
    olderForms = []
    let part = addResource(outer.uri, root, statedLanguage(of: root) ?? outer.language)
    resources[part].outer = index
    registerIdentifiers(from: [root], in: part)
  }

  /// Returns the schemas of an OpenAPI document.
  private func componentSchemas(of root: ValueID) -> Range<ValueID> {
    tree.member("components", of: root).flatMap { tree.member("schemas", of: $0) }
      .map { tree.children(of: $0) } ?? .empty
  }

  private mutating func addResource(
    _ uri: String, _ root: ValueID, _ language: DocumentLanguage
  ) -> ResourceIndex {
    let index = resources.add(SchemaResource(uri: uri, root: root, language: language))
    let key = ExactText(uri)
    if resourcesByURI[key] == nil { resourcesByURI[key] = index }
    return index
  }

  // MARK: Languages

  /// Returns the language that `$schema` of a schema names; `nil` if it names no known language.
  private mutating func statedLanguage(of schema: ValueID) -> DocumentLanguage? {
    guard let name = tree.string(.schema, of: schema) else { return nil }
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(uri: uri) { return DocumentLanguage(draft: draft) }
    // A meta-schema is not a part of the schema, so the library reads it and does not add it.
    let key = ExactText(uri)
    let known =
      remoteKey(of: key).flatMap { remotes[$0] }
      ?? resourcesByURI[key].map { tree.content(resources[$0].root) }
    guard let known else {
      unknownMetaSchemas.insert(schema)
      return nil
    }
    let draft = known.declaredDraft ?? draft ?? .draft2020
    guard draft >= .draft2019, let declared = known.property(named: "$vocabulary"),
      declared.shape == .object
    else {
      return DocumentLanguage(draft: draft)
    }
    return DocumentLanguage(draft: draft, declared: declared)
  }

  /// Returns the language of a document whose `$schema` names none.
  private func unstatedLanguage(of root: ValueID) -> DocumentLanguage {
    if let version = tree.member("openapi", of: root) ?? tree.member("swagger", of: root),
      let text = tree.string(version)
    {
      return DocumentLanguage(openAPI: text)
    }
    if let draft { return DocumentLanguage(draft: draft) }
    return resources.first?.language.complete ?? .unnamed
  }

  /// Returns the value of `$schema` in a part of the first document, or else in the document, if
  /// the value names no known language.
  package func unknownDraft(of part: ValueID) -> (node: ValueID, uri: String)? {
    let schema = tree.member(.schema, of: part) == nil ? .root : part
    guard unknownMetaSchemas.contains(schema), let node = tree.member(.schema, of: schema),
      let uri = tree.string(node)
    else { return nil }
    return (node, uri)
  }

  /// A note that the first document names no language and has older forms; `nil` if it has none.
  ///
  /// Its place is the first of these forms. Forms of the keyword `other` are left out.
  package func olderFormsNote(
    besides other: Keyword? = nil
  ) -> (node: ValueID, keyword: Keyword, problem: String, remedy: String)? {
    let found = olderForms.sorted().compactMap { node in
      tree.keyword(of: node).flatMap { $0 == other ? nil : (node, $0) }
    }
    guard let (node, keyword) = found.first else { return nil }
    let names = Set(found.map(\.1.rawValue)).sorted()
    let verb = names.count == 1 ? "is" : "are"
    let problem =
      "The document names no draft, so \(names.listed(quotedBy: "'")) \(verb) read in a form of "
      + "older drafts or of OpenAPI 3.0."
    return (node, keyword, problem, "Name the draft in '$schema'.")
  }

  /// The names of all dynamic anchors to which dynamic references in the documents may refer.
  ///
  /// - Complexity: Linear in the number of values.
  package var dynamicNames: Set<ExactText> {
    var names: Set<ExactText> = []
    for value in tree.indices {
      switch tree.keyword(of: value) {
      case .recursiveReference: names.insert(.recursiveAnchor)
      case .dynamicReference:
        let fragment = tree.string(value).flatMap { URIReference($0).decodedFragment }
        if let fragment { names.insert(ExactText(fragment)) }
      default: break
      }
    }
    return names
  }

  // MARK: Schemas

  /// Returns the schema at a value of the documents, and reads and checks it at the first call.
  package mutating func object(at id: SchemaID) -> SchemaObject {
    if let object = objects[id.node] { return object }
    let resource = resource(of: id.node)
    let reader = KeywordReader(
      id, in: tree, resources[resource].language, &misspelling)
    let references = reader.references.map { written in
      let target = resolve(written.text, in: resource)
      return SchemaObject.Reference(
        keyword: written.keyword, node: written.node, text: written.text, target: target,
        dynamicAnchor: dynamicAnchor(of: target, written.keyword))
    }
    let object = SchemaObject(reader, references: references)
    objects[id.node] = object
    return object
  }

  /// Removes the schemas that were read.
  ///
  /// Call it if only places are needed from then on.
  package mutating func discardObjects() {
    objects = IndexedTable(repeating: nil, for: tree.indices)
  }

  /// Returns the dynamic anchor by which a reference found its target, if the reference is dynamic.
  private mutating func dynamicAnchor(of target: Target, _ keyword: Keyword) -> ExactText? {
    guard keyword != .reference, case .value(let node, let anchor) = target else { return nil }
    let name = keyword == .recursiveReference ? .recursiveAnchor : anchor.map { ExactText($0) }
    guard let name, resources[self.resource(of: node)].dynamicAnchors[name] == node else {
      return nil
    }
    return name
  }

  // MARK: Places

  /// Returns the resource of a value.
  ///
  /// The function also stores the resource of the ancestors, so that calls for all values of a
  /// document take linear time.
  package mutating func resource(of value: ValueID) -> ResourceIndex {
    let owner = owner(of: value)
    var value = value
    while owners[value].wrappedValue == nil {
      owners[value].wrappedValue = owner
      guard let parent = tree.parent(of: value) else { break }
      value = parent
    }
    return owner
  }

  /// Returns the resource of a value.
  ///
  /// - Complexity: O(depth).
  private func owner(of value: ValueID) -> ResourceIndex {
    var value = value
    while owners[value].wrappedValue == nil, let parent = tree.parent(of: value) { value = parent }
    return owners[value].wrappedValue ?? EntryIndex(0)
  }

  /// Returns the place of a value as a URI with a JSON Pointer as its fragment.
  package func uri(of value: ValueID, appending path: [SchemaPath.Component] = []) -> String {
    let resource = resources[owner(of: value)]
    let start = tree.path(to: value, from: resource.root)
    return resource.uri + SchemaPath(start.components + path).fragment
  }

  // MARK: References

  /// The target of a reference.
  package enum Target: Sendable {
    /// A value, and the plain name by which it was found; `nil` if it was not found by a name.
    case value(ValueID, anchor: String?)
    /// A value outside of the resource. The pointer of the reference leads to it from the root of
    /// the document.
    case outer(ValueID)
    /// A document that was not supplied, with its URI.
    case unknownDocument(String)
    /// No value, although the document is known.
    case nothing
  }

  /// Finds the target of a reference, and adds the document of the target if necessary.
  package mutating func resolve(_ reference: String, in resource: ResourceIndex) -> Target {
    var target = find(reference, in: resource)
    if case .nothing = target, let outer = resources[resource].outer {
      target = find(reference, in: outer)
    }
    if case .nothing = target, let value = outerTarget(of: reference, in: resource) {
      target = .outer(value)
    }
    return target
  }

  /// Finds the target in one resource, or in the resource that the reference names.
  ///
  /// Adds the document of that resource if necessary.
  private mutating func find(_ reference: String, in resource: ResourceIndex) -> Target {
    var target = URIReference(reference)
    var found = resource
    // A reference within the resource is found even if another resource has the same URI.
    if !reference.isEmpty, !URIReference.isFragment(reference) {
      target = target.resolved(against: URIReference(resources[resource].uri))
      guard let known = findOrAddResource(withURI: ExactText(target.withoutFragment)) else {
        return .unknownDocument(target.withoutFragment)
      }
      found = known
    }
    guard let fragment = target.decodedFragment else { return .nothing }
    if fragment.isEmpty { return .value(resources[found].root, anchor: nil) }
    if let named = resources[found].anchors[ExactText(fragment)] {
      return .value(named, anchor: fragment)
    }
    let value = tree.value(atPointer: fragment, from: resources[found].root)
    return value.map { .value($0, anchor: nil) } ?? .nothing
  }

  /// Returns the value to which the pointer of a reference leads from the root of the document.
  private func outerTarget(of reference: String, in resource: ResourceIndex) -> ValueID? {
    guard URIReference.isFragment(reference),
      let fragment = URIReference(reference).decodedFragment
    else { return nil }
    return tree.value(atPointer: fragment, from: tree.root(of: resources[resource].root))
  }

  /// Returns the resource with a URI.
  ///
  /// Adds the document that contains the resource, if the library does not have it yet.
  private mutating func findOrAddResource(withURI uri: ExactText) -> ResourceIndex? {
    if let known = resourcesByURI[uri] { return known }
    if let key = remoteKey(of: uri), let content = remotes[key] {
      // A meta-schema may name itself as its language.
      add(content, uri: key.text)
      remotes[key] = nil
      if let known = resourcesByURI[uri] { return known }
    }
    if let text = MetaSchemas.text(of: uri.text), let content = try? GeneratedContent(json: text) {
      add(content, uri: uri.text)
      return resourcesByURI[uri]
    }
    // A part of a supplied document may have the URI.
    for other in remotes.keys.sorted() {
      guard let content = remotes.removeValue(forKey: other) else { continue }
      add(content, uri: other.text)
      if let known = resourcesByURI[uri] { return known }
    }
    return nil
  }

  // MARK: Identifiers

  /// Registers the URIs and anchors of schemas, and of all schemas inside them.
  private mutating func registerIdentifiers(from schemas: [ValueID], in first: ResourceIndex) {
    var pending = schemas.map { (schema: $0, resource: first) }
    while let (schema, outer) = pending.popLast() {
      let resource = registerIdentifiers(of: schema, outer)
      owners[schema].wrappedValue = resource
      let language = resources[resource].language
      for member in tree.children(of: schema) where tree.shape(schema) == .object {
        for inner in tree.schemas(under: member, in: language)?.nodes ?? .empty {
          pending.append((inner, resource))
        }
        if language.basis == .forms, tree.isOlderForm(member), !tree.isSupplied(member) {
          olderForms.append(member)
        }
      }
    }
  }

  /// Registers the URI and the anchors of one schema.
  private mutating func registerIdentifiers(
    of schema: ValueID, _ outer: ResourceIndex
  ) -> ResourceIndex {
    // Most schemas have neither an identifier nor a draft of their own.
    guard tree.shape(schema) == .object,
      tree.children(of: schema).contains(where: { tree.keyword(of: $0)?.isIdentifier == true })
    else { return outer }
    var resource = outer
    var language = resources[outer].language
    if schema != resources[outer].root { language = statedLanguage(of: schema) ?? language }
    let draft = language.draft
    let isReference = tree.isReference(schema, in: draft)
    if !isReference, let id = tree.string(draft == .draft4 ? .id : .newID, of: schema) {
      resource = registerIdentifier(id, of: schema, outer, language)
    }
    if isReference { return resource }
    // In older drafts these are unknown keywords.
    if language.has(Keyword.newDefinitions.rule), let name = tree.string(.anchor, of: schema) {
      resources[resource].anchors[ExactText(name)] = schema
    }
    if language.has(Keyword.dynamicReference.rule),
      let name = tree.string(.dynamicAnchor, of: schema).map(ExactText.init)
    {
      resources[resource].anchors[name] = resources[resource].anchors[name] ?? schema
      resources[resource].dynamicAnchors[name] =
        resources[resource].dynamicAnchors[name] ?? schema
      dynamicAnchors[name, default: []].insert(schema)
    }
    if language.has(Keyword.recursiveReference.rule),
      let flag = tree.member(.recursiveAnchor, of: schema), tree.boolean(flag) == true
    {
      if schema == resources[resource].root {
        resources[resource].dynamicAnchors[.recursiveAnchor] = schema
      }
      dynamicAnchors[.recursiveAnchor, default: []].insert(schema)
    }
    return resource
  }

  /// A longer URI mostly consists of the URIs of enclosing schemas.
  ///
  /// Such URIs would take memory in proportion to the square of the document's size.
  private static let longestURI = 2_048

  /// Registers the value of `$id`: the URI of a resource, or an anchor.
  private mutating func registerIdentifier(
    _ id: String, of schema: ValueID, _ outer: ResourceIndex, _ language: DocumentLanguage
  ) -> ResourceIndex {
    let target = URIReference(id).resolved(against: URIReference(resources[outer].uri))
    let uri = target.withoutFragment
    guard uri.utf8.count <= max(Self.longestURI, 2 * id.utf8.count) else {
      oversized.insert(schema)
      return outer
    }
    var resource = outer
    if schema == resources[outer].root {
      // The resource also keeps the URI under which it was supplied.
      resources[outer].uri = uri
      resourcesByURI[ExactText(uri)] = resourcesByURI[ExactText(uri)] ?? outer
    } else if uri != resources[outer].uri {
      resource = addResource(uri, schema, language)
    }
    if let name = target.decodedFragment, !name.isEmpty {
      resources[resource].anchors[ExactText(name)] = schema
    }
    return resource
  }
}

/// A schema with its own URI.
///
/// References in the schema are relative to this URI.
package struct SchemaResource: Sendable {
  /// The URI without a fragment; empty if it is not known.
  package fileprivate(set) var uri: String
  package let root: ValueID
  package let language: DocumentLanguage
  fileprivate var anchors: [ExactText: ValueID] = [:]
  package fileprivate(set) var dynamicAnchors: [ExactText: ValueID] = [:]
  /// The enclosing resource, if this resource is a part of a document that is read as a document.
  @PackedIndex fileprivate var outer: ResourceIndex?
}

extension ExactText {
  /// The name under which `$recursiveAnchor` is registered, because that keyword states no name.
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
  /// The URI that a document states.
  fileprivate var identifier: String? {
    (property(named: Keyword.newID.rawValue) ?? property(named: Keyword.id.rawValue))?.text
  }

  /// The draft that `$schema` of a document names, if it is known.
  fileprivate var declaredDraft: SchemaDraft? {
    property(named: Keyword.schema.rawValue)?.text.flatMap { SchemaDraft(uri: $0) }
  }

  /// Returns the value at a place of a document; `nil` if there is none.
  package func value(at place: SchemaPath) -> GeneratedContent? {
    place.components.reduce(self) { $0?.value(at: $1) }
  }

  private func value(at step: SchemaPath.Component) -> GeneratedContent? {
    guard shape == .array else { return property(named: step.token) }
    guard case .index(let index) = SchemaPath.Component(token: step.token) else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }
}
