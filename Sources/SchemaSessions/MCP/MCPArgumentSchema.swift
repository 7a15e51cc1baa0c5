import SchemaContent
import SchemaDocuments
import SchemaModel

/// The schema of a tool's arguments, as a server writes it.
package struct MCPArgumentSchema {
  /// Keywords that describe one object by several schemas, none of which knows all properties.
  private static let combining: Set<Keyword> = [
    .allOf, .if, .dependentSchemas, .dependencies, .unevaluatedProperties, .dynamicReference,
    .recursiveReference,
  ]

  /// The keyword of draft 3 that also combines schemas.
  private static let olderCombining = "extends"

  /// Keywords that describe an object further than by its properties.
  private static let opening: Set<Keyword> = [
    .additionalProperties, .patternProperties, .propertyNames, .anyOf, .oneOf, .not, .reference,
  ]

  private let document: GeneratedContent
  private var library: SchemaLibrary
  private let root: SchemaID

  /// Reads a schema.
  package init(_ document: GeneratedContent) {
    self.document = document
    library = SchemaLibrary(draft: document.declaredDraft ?? .draft2020, mixesDrafts: true)
    root = SchemaID(library.add(document, uri: ""))
  }

  /// The document, in which objects allow the properties that they declare and no others.
  ///
  /// It is unchanged if it combines schemas, since closing one of them would forbid what another
  /// one declares. An object without properties is a map, except for the root, which then has no
  /// arguments.
  ///
  /// - Complexity: Linear in the size of the document. Nothing recurses.
  mutating func closed() -> GeneratedContent {
    guard let schemas = schemasToClose() else { return document }
    return copy(closing: schemas)
  }

  /// The schemas of objects that only their properties describe; `nil` if the document combines
  /// schemas.
  private mutating func schemasToClose() -> Set<SchemaID>? {
    var found: Set<SchemaID> = []
    var pending = [(schema: root, isNegated: false)]
    while let (schema, isNegated) = pending.popLast() {
      let object = library.object(at: schema)
      if object.unknown.contains(where: { library.tree.name(of: $0) == Self.olderCombining }) {
        return nil
      }
      var isOpen = object.form != .keywords
      for member in object.members {
        if Self.combining.contains(member.keyword) { return nil }
        isOpen = isOpen || Self.opening.contains(member.keyword)
        // Closing an object under `not` would allow more.
        let isNegated = isNegated || member.keyword == .not
        pending += member.schemas.map { ($0, isNegated) }
      }
      let isDescribed = schema == root || object[.properties] != nil
      if isDescribed, !isOpen, !isNegated { found.insert(schema) }
    }
    return found
  }

  /// A schema with a keyword outside of JSON Schema.
  package struct Extended {
    /// The value of the keyword.
    package let value: GeneratedContent

    /// The names of the properties that lead to the schema; `nil` if other keywords do.
    package let path: [String]?

    /// The name of its type, if it has only one.
    package let type: String?
  }

  /// The schemas that have a keyword outside of JSON Schema.
  ///
  /// - Complexity: Linear in the size of the document. Nothing recurses.
  package mutating func schemas(with keyword: String) -> [Extended] {
    var found: [Extended] = []
    var pending: [(schema: SchemaID, path: [String]?)] = [(root, [])]
    while let (schema, path) = pending.popLast() {
      let object = library.object(at: schema)
      if let node = object.unknown.first(where: { library.tree.name(of: $0) == keyword }) {
        found.append(
          Extended(
            value: library.tree.content(node), path: path,
            type: library.tree.string(.type, of: schema.node)))
      }
      for member in object.members {
        for part in member.schemas {
          let name = library.tree.name(of: part.node)
          pending.append((part, member.keyword == .properties ? path.map { $0 + [name] } : nil))
        }
      }
    }
    return found
  }

  /// A copy of the document that closes the objects of some schemas.
  private func copy(closing schemas: Set<SchemaID>) -> GeneratedContent {
    enum Step {
      case value(Int, name: String?)
      case endObject(SchemaID)
      case endArray
    }
    let tree = library.tree
    var builder = ContentBuilder()
    var steps = [Step.value(root.node, name: nil)]
    while let step = steps.popLast() {
      switch step {
      case .value(let node, let name):
        if let name { builder.key(name) }
        switch tree.shape(node) {
        case .object:
          builder.beginObject()
          steps.append(.endObject(SchemaID(node)))
          steps += tree.children(of: node).reversed().map { .value($0, name: tree.name(of: $0)) }
        case .array:
          builder.beginArray()
          steps.append(.endArray)
          steps += tree.children(of: node).reversed().map { .value($0, name: nil) }
        default: builder.append(tree.content(node))
        }
      case .endObject(let schema):
        if schemas.contains(schema) {
          builder.key(Keyword.additionalProperties.rawValue)
          builder.bool(false)
        }
        builder.endObject()
      case .endArray: builder.endArray()
      }
    }
    return builder.finish()
  }
}
