import IndexedTables
import SchemaDocuments

extension ContentValidator {
  /// A value of a document that violates the meta-schema.
  package struct DocumentViolation: Sendable {
    package let path: SchemaPath

    /// The violation.
    ///
    /// Its own path begins at the schema or the embedded resource.
    package let violation: ValidationReport.Violation
  }

  /// Checks a document by the meta-schema of its language.
  ///
  /// An embedded resource that names another draft is checked by the meta-schema of the other
  /// draft. A schema or resource that names an unknown meta-schema is not checked.
  ///
  /// - Throws: An error only if this package has a fault.
  /// - Complexity: Linear in the size of the document.
  package static func metaSchemaViolations(
    in document: GeneratedContent, at place: SchemaPath
  ) throws -> [DocumentViolation] {
    var library = SchemaLibrary()
    library.add(document, uri: "")
    guard let root = library.tree.value(at: place) else { return [] }
    if !place.isEmpty { library.addPart(root) }
    var parts: Set<ValueID> = []
    var languages: [ValueID: DocumentLanguage] = [:]
    for resource in library.resources where library.tree.string(.schema, of: resource.root) != nil {
      parts.insert(resource.root)
      guard !library.unknownMetaSchemas.contains(resource.root) else { continue }
      languages[resource.root] = resource.language
    }
    languages[root] =
      library.unknownDraft(of: root) == nil
      ? library.resources[library.resource(of: root)].language : nil
    var violations: [DocumentViolation] = []
    var validators: [DocumentLanguage: ContentValidator] = [:]
    var pending = [root]
    while let part = pending.popLast() {
      let (content, embedded) = library.tree.content(of: part, withoutAnyOf: parts)
      pending += embedded.reversed()
      guard let language = languages[part] else { continue }
      let validator = try validators[language] ?? metaSchema(of: language)
      validators[language] = validator
      let found = validator.report(on: content).violations
      if found.isEmpty { continue }
      var paths = PathTable([SchemaPath(): library.tree.path(to: part)])
      violations += found.map {
        DocumentViolation(
          path: paths.path(to: $0.path) {
            $0.parent
          } step: {
            $0.last
          }, violation: $0)
      }
    }
    return violations
  }
}

extension DocumentTree {
  /// Returns the content of a value in which an empty object replaces each of the given objects.
  ///
  /// The given objects are checked separately, so that each value is checked once.
  ///
  /// - Parameters:
  ///   - root: The value.
  ///   - parts: The objects to replace; the value itself is not replaced.
  /// - Returns: The content, and the objects that were replaced.
  /// - Complexity: Linear in the size of the content.
  fileprivate func content(
    of root: ValueID, withoutAnyOf parts: Set<ValueID>
  ) -> (content: GeneratedContent, parts: [ValueID]) {
    // Most documents have no such objects.
    guard parts.contains(where: { $0 != root }) else { return (content(root), []) }
    var builder = ContentBuilder()
    var found: [ValueID] = []
    // `nil` after a container marks the end of the container.
    var pending: [ValueID?] = [root]
    while let next = pending.popLast() {
      guard let value = next else {
        builder.endContainer(isIncomplete: false)
        continue
      }
      if value != root, let parent = parent(of: value), shape(parent) == .object {
        builder.key(name(of: value))
      }
      switch shape(value) {
      case .object: builder.beginObject()
      case .array: builder.beginArray()
      default:
        builder.append(content(value).stored)
        continue
      }
      pending.append(nil)
      if value != root, parts.contains(value) {
        found.append(value)
      } else {
        pending += children(of: value).reversed().map { $0 }
      }
    }
    return (builder.finish(), found)
  }
}
