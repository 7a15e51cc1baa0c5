import SchemaContent
import SchemaDocuments
import SchemaModel
import SchemaText

/// The schema of a tool's arguments, as a server writes it.
struct MCPArgumentSchema {
  /// The keyword of draft 3 that combines schemas of one object, as `allOf` does.
  private static let olderCombining = "extends"

  private let document: GeneratedContent
  private var library: SchemaLibrary
  private let root: SchemaID

  /// Reads a schema.
  init(_ document: GeneratedContent) {
    self.document = document
    library = SchemaLibrary()
    root = SchemaID(library.add(document, uri: ""))
  }

  /// Returns the document with closed objects, which allow only the properties that they declare.
  ///
  /// A document that combines schemas is returned unchanged: closing one of these schemas would
  /// forbid the properties of another one. An object without properties is a map and stays open. A
  /// root without properties is closed, since the tool then has no arguments.
  ///
  /// - Complexity: Linear in the size of the document. Nothing recurses.
  mutating func closed() -> GeneratedContent {
    guard let schemas = schemasToClose() else { return document }
    return copy(closing: schemas)
  }

  /// A schema that is still to be visited.
  private struct Visit {
    let schema: SchemaID
    /// `true` if the schema excludes values, so that closing it would allow more.
    var isNegated = false
    /// `true` if another schema may declare properties of the same object.
    var isPart = false
  }

  /// The object schemas that can be closed; `nil` if the document combines schemas.
  private mutating func schemasToClose() -> Set<SchemaID>? {
    var found: Set<SchemaID> = []
    var pending = [Visit(schema: root)]
    while let visit = pending.popLast() {
      let object = library.object(at: visit.schema)
      guard !isCombined(object, isPart: visit.isPart) else { return nil }
      let isOneOfSeveral = visit.isPart || declaringCount(object) > 1
      var isOpen = object.form != .keywords
      for member in object.members {
        let role = member.keyword.rule.properties
        isOpen = isOpen || role != nil && role != .names
        let isNegated = visit.isNegated || role == .exclusion
        let isPart = isOneOfSeveral && role == .alternatives
        pending += member.schemas.map { Visit(schema: $0, isNegated: isNegated, isPart: isPart) }
      }
      let isDescribed = visit.schema == root || object[.properties] != nil
      if isDescribed, !isOpen, !visit.isNegated, lists(object.names(.required), in: object) {
        found.insert(visit.schema)
      }
    }
    return found
  }

  /// Returns `true` if several schemas apply to one object, so that closing one of them could
  /// forbid properties of another one.
  private mutating func isCombined(_ object: SchemaObject, isPart: Bool) -> Bool {
    if object.members.contains(where: { $0.keyword.rule.properties == .combination })
      || object.unknown.contains(where: { $0.name == Self.olderCombining })
    {
      return true
    }
    let isReference = object[.reference] != nil
    if isPart, isReference || object[.properties] != nil { return true }
    let required = object.names(.required)
    if isReference, !required.isEmpty || declaringCount(object) > 1 { return true }
    let alternatives = object.members.filter { $0.keyword.rule.properties == .alternatives }
    for alternative in alternatives.flatMap(\.schemas) {
      let part = library.object(at: alternative)
      if declaringCount(part) > 0, !lists(required, in: part) { return true }
    }
    return false
  }

  private func declaringCount(_ object: SchemaObject) -> Int {
    object.members.count { $0.keyword.rule.properties?.declares == true }
  }

  /// Returns `true` if a schema declares a property for each of the names.
  private func lists(_ names: [String], in object: SchemaObject) -> Bool {
    if names.isEmpty { return true }
    let listed = Set(object.schemas(.properties).map { ExactText(library.tree.name(of: $0.node)) })
    return names.allSatisfy { listed.contains(ExactText($0)) }
  }

  /// A schema with a keyword outside of JSON Schema: the value of the keyword, and the schema's
  /// `type` if that is one name.
  ///
  /// The path has the names of the properties from the root to the schema; `nil` if other keywords
  /// are on the path.
  typealias Extended = (value: GeneratedContent, path: [String]?, type: String?)

  /// The schemas that have a keyword outside of JSON Schema.
  ///
  /// - Complexity: Linear in the size of the document. Nothing recurses.
  mutating func schemas(with keyword: String) -> [Extended] {
    var found: [Extended] = []
    var pending: [(schema: SchemaID, path: [String]?)] = [(root, [])]
    while let (schema, path) = pending.popLast() {
      let object = library.object(at: schema)
      if let member = object.unknown.first(where: { $0.name == keyword }) {
        let type = library.tree.string(.type, of: schema.node)
        found.append((library.tree.content(member.node), path, type))
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
      case value(ValueID, name: String?)
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
