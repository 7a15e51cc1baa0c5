/// The keywords that constrain values, or that contain or identify schemas.
enum Keyword: String, CaseIterable {
  case reference = "$ref"
  case recursiveReference = "$recursiveRef"
  case dynamicReference = "$dynamicRef"
  case type, `enum`, const, nullable
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case minLength, maxLength, pattern, format
  case items, prefixItems, additionalItems, unevaluatedItems
  case minItems, maxItems, uniqueItems, contains, minContains, maxContains
  case properties, required, additionalProperties, patternProperties, propertyNames
  case unevaluatedProperties, minProperties, maxProperties
  case dependencies, dependentRequired, dependentSchemas
  case allOf, anyOf, oneOf, not, `if`, then, `else`
  case title, description
  case definitions
  case newDefinitions = "$defs"
  case schema = "$schema"
  case id
  case newID = "$id"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveAnchor = "$recursiveAnchor"
  case vocabulary = "$vocabulary"

  /// The keyword of a name; a table, since there are too many to compare with one after the other.
  init?(name: String) {
    guard let keyword = Self.table[name] else { return nil }
    self = keyword
  }

  private static let table = Dictionary(
    uniqueKeysWithValues: Self.allCases.map { ($0.rawValue, $0) })

  /// Keywords of JSON Schema and of OpenAPI that no valid value depends on.
  static let annotations: Set<String> = [
    "$comment", "default", "deprecated", "examples", "example", "readOnly", "writeOnly",
    "contentEncoding", "contentMediaType", "contentSchema", "discriminator", "externalDocs", "xml",
  ]

  /// What a keyword does to the values of a place.
  enum Role {
    /// It says nothing about values.
    case annotation
    /// It combines other schemas.
    case combination
    /// It constrains values itself, but only those of some types.
    case constraint(of: ValueTypes)
    /// It constrains values in a way that a schema for a model cannot state.
    case unstated
  }

  /// What this keyword does.
  var role: Role {
    switch self {
    case .title, .description, .definitions, .newDefinitions, .schema, .id, .newID, .anchor,
      .dynamicAnchor, .recursiveAnchor, .vocabulary, .nullable:
      .annotation
    case .reference, .recursiveReference, .dynamicReference, .allOf, .anyOf, .oneOf, .if, .then,
      .else:
      .combination
    case .type, .enum, .const: .constraint(of: .all)
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      .constraint(of: .number)
    case .minLength, .maxLength, .pattern, .format: .constraint(of: .string)
    case .items, .prefixItems, .additionalItems, .minItems, .maxItems: .constraint(of: .array)
    case .properties, .required, .additionalProperties, .patternProperties, .minProperties,
      .maxProperties:
      .constraint(of: .object)
    case .not, .contains, .minContains, .maxContains, .uniqueItems, .propertyNames, .dependencies,
      .dependentRequired, .dependentSchemas, .unevaluatedItems, .unevaluatedProperties:
      .unstated
    }
  }

  /// How a keyword contains schemas.
  enum Nesting {
    case one, list, oneOrList, named, none
  }

  /// How this keyword contains schemas.
  var nesting: Nesting {
    switch self {
    case .additionalItems, .unevaluatedItems, .contains, .additionalProperties, .propertyNames,
      .unevaluatedProperties, .not, .if, .then, .else:
      .one
    case .allOf, .anyOf, .oneOf, .prefixItems: .list
    case .items: .oneOrList
    case .properties, .patternProperties, .dependentSchemas, .dependencies, .definitions,
      .newDefinitions:
      .named
    default: .none
    }
  }
}

extension SchemaDocument {
  /// The schemas that a keyword contains; none for other keywords.
  func schemas(under keyword: Keyword, _ value: Int) -> [Int] {
    switch (keyword.nesting, form(value)) {
    case (.one, _), (.oneOrList, .object), (.oneOrList, .bool): [value]
    case (.list, .array), (.oneOrList, .array), (.named, .object): Array(children(of: value))
    default: []
    }
  }
}
