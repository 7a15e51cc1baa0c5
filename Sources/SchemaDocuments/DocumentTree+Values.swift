/// Functions that read values in the forms of keywords. They return `nil` for a value of another
/// form.
extension DocumentTree {
  package func string(_ keyword: Keyword, of schema: ValueID) -> String? {
    member(keyword, of: schema).flatMap { string($0) }
  }

  func strings(_ value: ValueID) -> [String]? {
    guard shape(value) == .array else { return nil }
    let strings = children(of: value).compactMap { string($0) }
    return strings.count == children(of: value).count ? strings : nil
  }

  package func boolean(_ value: ValueID) -> Bool? {
    shape(value) == .bool ? content(value).truth : nil
  }

  func number(_ value: ValueID) -> SchemaNumber? {
    shape(value) == .number ? content(value).exactNumber : nil
  }

  /// Returns a count.
  ///
  /// A count that is too large for an `Int` becomes `Int.max`, which no value reaches.
  func count(_ value: ValueID) -> Int? {
    guard let number = number(value), number.isInteger, !number.isNegative else { return nil }
    return number.integer(Int.self) ?? .max
  }

  /// Returns `true` if a schema is a reference and the draft ignores the keywords next to it.
  func isReference(_ schema: ValueID, in draft: SchemaDraft) -> Bool {
    draft.ignoresSiblingsOfReference && string(.reference, of: schema) != nil
  }

  /// Returns `true` if a value is an object or a boolean, as schemas are.
  func isSchema(_ value: ValueID) -> Bool { shape(value) == .object || shape(value) == .bool }

  /// Returns `true` if a value is the schema `true` or an empty one.
  package func allowsEverything(_ value: ValueID) -> Bool {
    boolean(value) == true || shape(value) == .object && children(of: value).isEmpty
  }

  /// Returns the schemas in the value of a keyword.
  ///
  /// - Parameters:
  ///   - value: The value of the keyword.
  ///   - language: The language of the schema with the keyword.
  /// - Returns: The schemas; `nil` if the keyword has no schemas, or its value has another form.
  func schemas(under value: ValueID, in language: DocumentLanguage) -> KeywordSchemas? {
    guard let rule = keyword(of: value)?.rule, language.has(rule) else { return nil }
    switch (rule.form, shape(value)) {
    case (.schemas, .array), (.namedSchemas, .object), (.uncheckedNamedSchemas, .object),
      (.dependentSchemas, .object), (.dependencies, .object):
      return .list(SchemaList(children(of: value)))
    case (.schemaOrSchemas, .array):
      return allowsList(underItems: value, language) ? .list(SchemaList(children(of: value))) : nil
    case (.schema, .object), (.schema, .bool), (.uncheckedSchema, .object),
      (.uncheckedSchema, .bool), (.schemaOrSchemas, .object), (.schemaOrSchemas, .bool):
      return .one(SchemaID(value))
    default: return nil
    }
  }

  /// Returns `true` if the value of `items` may be a list of schemas.
  private func allowsList(underItems items: ValueID, _ language: DocumentLanguage) -> Bool {
    guard language.allowsItemLists else { return false }
    guard language.has(Keyword.prefixItems.rule), let schema = parent(of: items) else {
      return true
    }
    return member(.prefixItems, of: schema) == nil
  }

  /// Returns `true` if the value of a keyword has a form that draft 2020-12 does not have, and that
  /// a document without a named language may have.
  func isOlderForm(_ value: ValueID) -> Bool {
    switch keyword(of: value) {
    case .items: shape(value) == .array
    case .exclusiveMinimum, .exclusiveMaximum: shape(value) == .bool
    case .recursiveReference: true
    case .nullable: boolean(value) == true
    default: false
    }
  }
}

enum KeywordSchemas {
  /// The value itself.
  case one(SchemaID)
  /// The elements or the members of the value, in order.
  case list(SchemaList)

  /// The values that are the schemas, in order.
  var nodes: Range<ValueID> {
    switch self {
    case .one(let schema): schema.node.alone
    case .list(let schemas): schemas.nodes
    }
  }
}
