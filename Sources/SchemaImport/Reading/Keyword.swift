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

  /// Whether a draft has the keyword.
  func isKnown(in draft: SchemaDraft) -> Bool {
    switch self {
    case .const, .contains, .propertyNames, .newID: draft >= .draft6
    case .if, .then, .else: draft >= .draft7
    case .dependentRequired, .dependentSchemas, .unevaluatedItems, .unevaluatedProperties,
      .minContains, .maxContains, .anchor, .vocabulary:
      draft >= .draft2019
    case .recursiveReference, .recursiveAnchor: draft == .draft2019
    case .prefixItems, .dynamicReference, .dynamicAnchor: draft >= .draft2020
    case .additionalItems: draft < .draft2020
    case .dependencies: draft < .draft2019
    case .id: draft == .draft4
    default: true
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
