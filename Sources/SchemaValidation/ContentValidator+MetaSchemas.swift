import SchemaDocuments

extension ContentValidator {
  /// A violation of the meta-schema by a value of a document.
  package struct DocumentViolation: Sendable {
    /// The path to the value in the document.
    package let path: SchemaPath

    /// The violation, whose own path begins at the schema or the embedded resource.
    package let violation: ValidationReport.Violation
  }

  /// Checks a document by the meta-schema of its draft.
  ///
  /// An embedded resource that names another draft is checked by the meta-schema of that one. What
  /// names an unknown meta-schema is not checked.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - place: The place of the schema in it.
  /// - Returns: The violations of the schema, and then those of the resources in it.
  /// - Throws: Nothing that a caller can cause.
  /// - Complexity: Linear in the size of the document.
  package static func metaSchemaViolations(
    in document: GeneratedContent, at place: SchemaPath
  ) throws -> [DocumentViolation] {
    var library = SchemaLibrary(draft: .draft2020)
    library.add(document, uri: "")
    guard let root = library.tree.value(at: place) else { return [] }
    if !place.isEmpty { library.addPart(root) }
    var parts: Set<Int> = []
    var drafts: [Int: SchemaDraft] = [:]
    for resource in library.resources {
      guard let name = library.tree.string(.schema, of: resource.root) else { continue }
      parts.insert(resource.root)
      drafts[resource.root] = SchemaDraft(uri: name)
    }
    drafts[root] =
      library.unknownDraft(of: root) == nil
      ? library.resources[library.resource(of: root)].vocabulary.draft : nil
    var violations: [DocumentViolation] = []
    var pending = [root]
    while let part = pending.popLast() {
      let (content, embedded) = library.tree.content(of: part, withoutAnyOf: parts)
      pending += embedded.reversed()
      guard let draft = drafts[part] else { continue }
      let found = try metaSchema(of: draft).report(on: content).violations
      if found.isEmpty { continue }
      let start = library.tree.path(to: part)
      violations += found.map {
        DocumentViolation(
          path: SchemaPath(start.components + $0.path.components), violation: $0)
      }
    }
    return violations
  }
}
