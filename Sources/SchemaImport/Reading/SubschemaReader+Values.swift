extension SubschemaReader {
  func mismatch(_ node: Int, _ keyword: Keyword, _ expected: String) -> SchemaImportError {
    fault(
      node, .invalidKeyword,
      "'\(keyword.rawValue)' has to be \(expected), and is \(Self.phrase(document.form(node))).",
      "Correct the value, or remove the keyword.")
  }

  private static func phrase(_ form: SchemaDocument.Form) -> String {
    switch form {
    case .null, .nothing: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  func text(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> String {
    guard let text = document.content(node).text else {
      throw mismatch(node, keyword, "a string")
    }
    return text
  }

  func boolean(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> Bool {
    guard let truth = document.content(node).truth else {
      throw mismatch(node, keyword, "true or false")
    }
    return truth
  }

  func number(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> SchemaNumber {
    guard document.form(node) == .number else { throw mismatch(node, keyword, "a number") }
    guard let number = document.content(node).exactNumber else {
      throw fault(
        node, .invalidKeyword, "The number's exponent has more than 17 digits.",
        "Write a smaller number.")
    }
    return number
  }

  /// A count.
  ///
  /// Counts that are too large for an `Int` become its maximum, which no value reaches.
  func count(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> Int {
    let number = try number(node, keyword)
    guard number.isInteger, !number.isNegative else {
      throw fault(
        node, .invalidKeyword,
        "'\(keyword.rawValue)' has to be an integer from 0 on, and is \(number).",
        "Correct the value, or remove the keyword.")
    }
    return number.integer(Int.self) ?? .max
  }

  func texts(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> [String] {
    guard document.form(node) == .array else {
      throw mismatch(node, keyword, "an array of strings")
    }
    var texts: [String] = []
    for element in document.children(of: node) {
      guard let text = document.content(element).text else {
        throw mismatch(element, keyword, "an array of strings")
      }
      texts.append(text)
    }
    return texts
  }

  func types(_ node: Int) throws(SchemaImportError) -> ValueTypes {
    if document.form(node) == .string { return try type(node) }
    guard document.form(node) == .array else {
      throw mismatch(node, .type, "the name of a type or an array of such")
    }
    var types: ValueTypes = []
    for element in document.children(of: node) { types.formUnion(try type(element)) }
    return types
  }

  private func type(_ node: Int) throws(SchemaImportError) -> ValueTypes {
    let name = try text(node, .type)
    if let type = ValueTypes(name: name) { return type }
    throw fault(
      node, .invalidKeyword, "'\(name)' is not a type.",
      "Use null, boolean, integer, number, string, array or object.")
  }

  func schemas(_ node: Int, _ keyword: Keyword) throws(SchemaImportError) -> [Int] {
    guard document.form(node) == .array else {
      throw mismatch(node, keyword, "an array of schemas")
    }
    let elements = Array(document.children(of: node))
    guard !elements.isEmpty || keyword == .prefixItems || keyword == .items else {
      throw fault(
        node, .invalidKeyword, "'\(keyword.rawValue)' has to hold at least one schema.",
        "Add a schema, or remove the keyword.")
    }
    return elements
  }

  func members(
    _ node: Int, _ keyword: Keyword
  ) throws(SchemaImportError) -> [(name: String, node: Int)] {
    guard document.form(node) == .object else {
      throw mismatch(node, keyword, "an object")
    }
    return document.children(of: node).map { (document.name(of: $0), $0) }
  }

  /// A pattern, or `nil` with a loss if it cannot be read.
  func pattern(
    _ node: Int, _ keyword: Keyword, _ schema: Subschema
  ) throws(SchemaImportError) -> SchemaPattern? {
    let source = try text(node, keyword)
    return pattern(source, node, keyword, schema)
  }

  func pattern(
    _ source: String, _ node: Int, _ keyword: Keyword, _ schema: Subschema
  ) -> SchemaPattern? {
    do {
      return try SchemaPattern(ecma: source)
    } catch {
      schema.losses.append(
        (
          keyword.rawValue, node, "The regular expression cannot be read: \(error)",
          "Correct the expression; JSON Schema uses the syntax of ECMA-262 with the flag u."
        ))
      return nil
    }
  }

  func readNumber(
    _ keyword: Keyword, _ node: Int, into schema: Subschema
  ) throws(SchemaImportError) {
    if draft == .draft4, keyword == .exclusiveMinimum || keyword == .exclusiveMaximum {
      let isExclusive = try boolean(node, keyword)
      if keyword == .exclusiveMinimum {
        schema.isMinimumExclusive = isExclusive
      } else {
        schema.isMaximumExclusive = isExclusive
      }
      return
    }
    let number = try number(node, keyword)
    switch keyword {
    case .minimum: schema.minimum = number
    case .maximum: schema.maximum = number
    case .exclusiveMinimum: schema.exclusiveMinimum = number
    case .exclusiveMaximum: schema.exclusiveMaximum = number
    default:
      guard !number.isNegative, number != SchemaNumber(0) else {
        throw fault(
          node, .invalidKeyword, "'multipleOf' has to be above 0, and is \(number).",
          "Correct the value, or remove the keyword.")
      }
      schema.multipleOf = number
    }
  }

  func readArrayKeyword(
    _ keyword: Keyword, _ node: Int, into schema: Subschema
  ) throws(SchemaImportError) {
    switch keyword {
    case .prefixItems: schema.prefixItems = try schemas(node, keyword)
    case .items:
      if document.form(node) == .array, draft < .draft2020 {
        schema.prefixItems = try schemas(node, keyword)
        schema.hasItemsList = true
      } else {
        schema.items = node
      }
    case .additionalItems: schema.additionalItems = node
    case .unevaluatedItems: schema.unevaluatedItems = node
    case .minItems: schema.minimumItems = try count(node, keyword)
    case .maxItems: schema.maximumItems = try count(node, keyword)
    case .uniqueItems: schema.hasUniqueItems = try boolean(node, keyword)
    case .contains: schema.contains = node
    case .minContains: schema.minimumContains = try count(node, keyword)
    case .maxContains: schema.maximumContains = try count(node, keyword)
    default: break
    }
  }

  func readObjectKeyword(
    _ keyword: Keyword, _ node: Int, into schema: Subschema
  ) throws(SchemaImportError) {
    switch keyword {
    case .properties:
      schema.properties = try members(node, keyword).map { ($0.name, $0.node) }
    case .required: schema.required = try texts(node, keyword)
    case .additionalProperties: schema.additionalProperties = node
    case .patternProperties:
      for (source, member) in try members(node, keyword) {
        if let pattern = pattern(source, member, keyword, schema) {
          schema.patternProperties.append((pattern, member))
        }
      }
    case .propertyNames: schema.propertyNames = node
    case .unevaluatedProperties: schema.unevaluatedProperties = node
    case .minProperties: schema.minimumProperties = try count(node, keyword)
    case .maxProperties: schema.maximumProperties = try count(node, keyword)
    case .dependencies:
      for (name, member) in try members(node, keyword) {
        switch document.form(member) {
        case .array: schema.dependentRequired.append((name, try texts(member, keyword)))
        case .string: schema.dependentRequired.append((name, [try text(member, keyword)]))
        default: schema.dependentSchemas.append((name, member))
        }
      }
    case .dependentRequired:
      for (name, member) in try members(node, keyword) {
        schema.dependentRequired.append((name, try texts(member, keyword)))
      }
    case .dependentSchemas:
      schema.dependentSchemas = try members(node, keyword).map { ($0.name, $0.node) }
    default: break
    }
  }
}
