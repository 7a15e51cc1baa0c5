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

  /// Returns the schemas in the value of a keyword.
  ///
  /// - Parameters:
  ///   - value: The value of the keyword.
  ///   - draft: The draft whose keywords are read; `nil` for the keywords of all drafts.
  /// - Returns: The schemas; `nil` if the keyword has no schemas, or its value has another form.
  func schemas(under value: ValueID, in draft: SchemaDraft?) -> KeywordSchemas? {
    guard let rule = keyword(of: value)?.rule, draft.map({ rule.exists(in: $0) }) ?? true
    else { return nil }
    switch (rule.form, shape(value)) {
    case (.schemas, .array), (.namedSchemas, .object), (.uncheckedNamedSchemas, .object),
      (.dependentSchemas, .object), (.dependencies, .object):
      return .list(SchemaList(children(of: value)))
    case (.schemaOrSchemas, .array):
      return draft == .draft2020 ? nil : .list(SchemaList(children(of: value)))
    case (.schema, .object), (.schema, .bool), (.uncheckedSchema, .object),
      (.uncheckedSchema, .bool), (.schemaOrSchemas, .object), (.schemaOrSchemas, .bool):
      return .one(SchemaID(value))
    default: return nil
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
