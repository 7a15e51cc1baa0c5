import SchemaEncoding
import SchemaTestSupport

/// The names of the keywords that a document writes, and the types that it names, at any depth.
struct KeywordNames {
  private(set) var names: Set<String> = []
  private(set) var types: Set<String> = []

  init(in document: EncodedSchema) throws {
    collect(try JSONValue(text: document.jsonString()))
  }

  /// Names of properties and of definitions are no keywords, and values of `enum` no schemas.
  private mutating func collect(_ schema: JSONValue) {
    guard case .object(let members) = schema else { return }
    names.formUnion(members.keys)
    if case .string(let type)? = members["type"] { types.insert(type) }
    for (name, value) in members {
      switch (name, value) {
      case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
        for schema in schemas.values { collect(schema) }
      case ("anyOf", .array(let schemas)), ("allOf", .array(let schemas)),
        ("prefixItems", .array(let schemas)):
        for schema in schemas { collect(schema) }
      case ("items", _), ("additionalProperties", _): collect(value)
      default: break
      }
    }
  }
}
