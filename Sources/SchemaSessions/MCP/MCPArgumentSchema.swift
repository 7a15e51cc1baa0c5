import SchemaContent
import SchemaDocuments
import SchemaModel

/// The schema of a tool's arguments, as a server writes it.
struct MCPArgumentSchema {
  /// Keywords by which several schemas describe one object, so that none of them knows all properties.
  private static let combining: Set = [
    "allOf", "if", "dependentSchemas", "dependencies", "extends", "unevaluatedProperties",
    "$dynamicRef", "$recursiveRef",
  ]

  /// Keywords beside which an object is not described by its properties alone.
  private static let opening: Set = [
    "additionalProperties", "patternProperties", "propertyNames", "anyOf", "oneOf", "not", "$ref",
  ]

  private static let oneSchema: Set = ["items", "contains"]
  private static let listsOfSchemas: Set = ["items", "prefixItems", "anyOf", "oneOf"]
  private static let namedSchemas: Set = ["properties", "$defs", "definitions"]

  private let document: GeneratedContent

  init(_ document: GeneratedContent) {
    self.document = document
  }

  /// The document, in which objects allow the properties that they declare and no others.
  ///
  /// It is unchanged if schemas in it are combined, since closing one of them would forbid what another
  /// one declares. An object without properties is a map, but for the root, which has no arguments then.
  var closed: GeneratedContent {
    guard !combinesSchemas else { return document }
    return MCPArgumentSchema.closed(document, isRoot: true)
  }

  private var combinesSchemas: Bool {
    var pending = [document]
    while let schema = pending.popLast() {
      for (name, value) in schema.properties {
        if MCPArgumentSchema.combining.contains(name) { return true }
        pending += MCPArgumentSchema.schemas(under: name, in: value)
      }
    }
    return false
  }

  /// The schemas directly under a keyword; none if it is not one, or has values of another kind.
  private static func schemas(
    under name: String, in value: GeneratedContent
  ) -> [GeneratedContent] {
    guard let keyword = Keyword(rawValue: name) else { return [] }
    switch keyword.nesting {
    case .one: return [value]
    case .list: return Array(value.elements)
    case .oneOrList: return value.shape == .array ? Array(value.elements) : [value]
    case .named: return value.properties.map(\.content)
    case .none: return []
    }
  }

  /// The depth of the stack is that of the document, which the parser limits.
  private static func closed(_ schema: GeneratedContent, isRoot: Bool = false) -> GeneratedContent {
    guard schema.shape == .object else { return schema }
    var properties: [(String, any ConvertibleToGeneratedContent)] = schema.properties.map {
      name, value in
      switch value.shape {
      case .object where oneSchema.contains(name): (name, closed(value))
      case .object where namedSchemas.contains(name):
        (name, object(value.properties.map { ($0.0, closed($0.1)) }))
      case .array where listsOfSchemas.contains(name):
        (name, GeneratedContent(elements: value.elements.map { closed($0) }))
      default: (name, value)
      }
    }
    let names = Set(properties.map(\.0))
    if isRoot || names.contains("properties"), names.isDisjoint(with: opening) {
      properties.append(("additionalProperties", false))
    }
    return object(properties)
  }

  private static func object(
    _ properties: [(String, any ConvertibleToGeneratedContent)]
  ) -> GeneratedContent {
    GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
  }
}
