/// The keywords of JSON Schema and of OpenAPI.
package enum Keyword: String, CaseIterable, Sendable {
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
  case comment = "$comment"
  case `default`, deprecated, examples, example, readOnly, writeOnly
  case contentEncoding, contentMediaType, contentSchema
  case discriminator, externalDocs, xml

  /// The keyword of a name in UTF-8.
  package init?(utf8 name: Span<UInt8>) {
    guard name.count < Self.byLength.count,
      let found = Self.byLength[name.count].first(where: { $0.bytes.isEqual(to: name) })
    else { return nil }
    self = found.keyword
  }

  /// The keywords with their names by the lengths of these, since there are too many to compare with
  /// one after the other.
  private static let byLength: [[(bytes: [UInt8], keyword: Keyword)]] = {
    let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0
    var table = [[(bytes: [UInt8], keyword: Keyword)]](repeating: [], count: longest + 1)
    for keyword in allCases {
      table[keyword.rawValue.utf8.count].append((Array(keyword.rawValue.utf8), keyword))
    }
    return table
  }()

  /// How a keyword contains schemas.
  package enum Nesting {
    case one, list, oneOrList, named, none
  }

  /// How this keyword contains schemas.
  package var nesting: Nesting {
    switch self {
    case .additionalItems, .unevaluatedItems, .contains, .additionalProperties, .propertyNames,
      .unevaluatedProperties, .not, .if, .then, .else, .contentSchema:
      .one
    case .allOf, .anyOf, .oneOf, .prefixItems: .list
    case .items: .oneOrList
    case .properties, .patternProperties, .dependentSchemas, .dependencies, .definitions,
      .newDefinitions:
      .named
    default: .none
    }
  }

  /// The drafts in which this keyword contains schemas, if it contains any.
  package var drafts: ClosedRange<SchemaDraft> {
    switch self {
    case .additionalItems: .draft4 ... .draft2019
    case .contains, .propertyNames: .draft6 ... .draft2020
    case .if, .then, .else: .draft7 ... .draft2020
    case .newDefinitions, .dependentSchemas, .unevaluatedItems, .unevaluatedProperties,
      .contentSchema:
      .draft2019 ... .draft2020
    case .prefixItems: .draft2020 ... .draft2020
    default: .draft4 ... .draft2020
    }
  }
}

extension [UInt8] {
  /// Whether these are the bytes of a text.
  fileprivate func isEqual(to text: Span<UInt8>) -> Bool {
    guard count == text.count else { return false }
    for index in indices where self[index] != text[index] { return false }
    return true
  }
}
