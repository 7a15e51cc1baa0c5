/// Where the schemas are in the value of a keyword.
///
/// The one list of the keywords that hold schemas, with the drafts that have them.
enum SchemaPosition {
  /// The value is a schema.
  case schema
  /// The value is an array of schemas.
  case schemas
  /// The value is an object of schemas.
  case namedSchemas

  /// The position of the schemas in a keyword of a draft; `nil` if it has none.
  ///
  /// Where a keyword has two forms, it is that of the value; lists of names hold no schemas.
  init?(_ keyword: String, _ kind: ContentPlaces.Kind, in draft: SchemaDraft) {
    switch keyword {
    case "additionalProperties", "not": self = .schema
    case "allOf", "anyOf", "oneOf": self = .schemas
    case "properties", "patternProperties", "definitions", "dependencies": self = .namedSchemas
    case "items": self = kind == .array && draft < .draft2020 ? .schemas : .schema
    case "additionalItems" where draft < .draft2020: self = .schema
    case "contains" where draft >= .draft6, "propertyNames" where draft >= .draft6: self = .schema
    case "if" where draft >= .draft7, "then" where draft >= .draft7, "else" where draft >= .draft7:
      self = .schema
    case "$defs" where draft >= .draft2019, "dependentSchemas" where draft >= .draft2019:
      self = .namedSchemas
    case "unevaluatedItems" where draft >= .draft2019,
      "unevaluatedProperties" where draft >= .draft2019,
      "contentSchema" where draft >= .draft2019:
      self = .schema
    case "prefixItems" where draft >= .draft2020: self = .schemas
    default: return nil
    }
  }
}
