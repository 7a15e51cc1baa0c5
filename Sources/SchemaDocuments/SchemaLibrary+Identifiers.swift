import SchemaFormats
import SchemaText

extension SchemaLibrary {
  /// Registers the URIs and anchors of schemas, and of all schemas inside them.
  mutating func registerIdentifiers(from schemas: [Int], in first: Int) {
    var pending = schemas.map { (schema: $0, resource: first) }
    while let (schema, outer) = pending.popLast() {
      let resource = registerIdentifiers(of: schema, outer)
      owners[schema] = resource
      let draft = mixesDrafts ? nil : resources[resource].vocabulary.draft
      for member in tree.children(of: schema) where tree.shape(schema) == .object {
        pending += tree.schemas(under: member, in: draft).map { ($0, resource) }
      }
    }
  }

  /// Registers the URI and the anchors of one schema.
  ///
  /// - Returns: The resource that it is the root of, or is in.
  private mutating func registerIdentifiers(of schema: Int, _ outer: Int) -> Int {
    guard tree.shape(schema) == .object else { return outer }
    var resource = outer
    var vocabulary = resources[outer].vocabulary
    if schema != resources[outer].root {
      vocabulary = declaredVocabulary(of: schema, default: vocabulary)
      if mixesDrafts, let own = declaredDraft(of: schema) {
        vocabulary = SchemaVocabulary(draft: own)
      }
    }
    let draft = vocabulary.draft
    let isReference =
      draft.ignoresSiblingsOfReference && tree.member(.reference, of: schema) != nil
    if !isReference, let id = tree.string(draft == .draft4 ? .id : .newID, of: schema) {
      resource = registerIdentifier(id, of: schema, outer, vocabulary)
    }
    if isReference { return resource }
    if let name = tree.string(.anchor, of: schema) {
      resources[resource].anchors[ExactText(name)] = schema
    }
    if let name = tree.string(.dynamicAnchor, of: schema).map(ExactText.init) {
      resources[resource].anchors[name] = resources[resource].anchors[name] ?? schema
      resources[resource].dynamicAnchors[name] = schema
      dynamicAnchors[name, default: []].insert(schema)
    }
    if let flag = tree.member(.recursiveAnchor, of: schema), tree.boolean(flag) == true {
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
      noteOversized(schema)
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
