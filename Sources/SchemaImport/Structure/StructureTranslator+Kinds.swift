import SchemaEncoding

/// What the keywords of one schema state together.
extension StructureTranslator {
  typealias Content = (kind: GenerationSchema.Kind, guides: [GuideValue])

  mutating func content(of schema: Subschema) throws(SchemaImportError) -> Content {
    if let target = schema.references.first {
      try allow([.reference], in: schema, "a reference")
      return (.alias(of: reference(to: target)), [])
    }
    if let choices = schema.anyOf {
      try allow([.anyOf], in: schema, "a union")
      return (.anyOf(choices.map { reference(to: $0) }), [])
    }
    switch schema.types {
    case nil: return try untyped(schema)
    case ValueTypes.null?:
      try allow([.type], in: schema, "null")
      return (.null, [])
    case ValueTypes.boolean?:
      return (.boolean, try guides(of: schema, Self.choices, "a boolean"))
    case ValueTypes.integer?:
      return (.integer, try guides(of: schema, Self.numbers, "an integer"))
    case ValueTypes.number?:
      return (.number, try guides(of: schema, Self.numbers, "a number"))
    case ValueTypes.string?:
      return (.string, try guides(of: schema, Self.strings, "a string"))
    case ValueTypes.array?: return try array(schema)
    case ValueTypes.object?: return try object(schema)
    default: throw unsupported(schema.node, "'type' has to name one type.")
    }
  }

  private func untyped(_ schema: Subschema) throws(SchemaImportError) -> Content {
    try allow([.enum, .const], in: schema, "a value of any kind")
    guard let choices = try choices(of: schema) else { return (.any, []) }
    return (.enumeration(of: choices), [GuideValue(.scalars(choices))])
  }

  // MARK: Scalars

  private static let choices: Set<Keyword> = [.enum, .const]
  private static let numbers: Set<Keyword> = [
    .enum, .const, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf,
  ]
  private static let strings: Set<Keyword> = [
    .enum, .const, .pattern, .format, .minLength, .maxLength,
  ]

  /// The constraints of a scalar; `allOf` holds those whose keyword occurs more than once.
  private mutating func guides(
    of schema: Subschema, _ keywords: Set<Keyword>, _ what: String
  ) throws(SchemaImportError) -> [GuideValue] {
    try allow(keywords.union([.type, .allOf]), in: schema, what)
    var guides = try guides(of: schema)
    for part in schema.allOf {
      let part = try self.schema(part)
      try allow(keywords, in: part, "\(what) by 'allOf'")
      guides += try self.guides(of: part)
    }
    return guides
  }

  private func guides(of schema: Subschema) throws(SchemaImportError) -> [GuideValue] {
    var constraints: [GuideValue.Constraint] = []
    if let choices = try choices(of: schema) {
      let strings = choices.compactMap(\.string)
      constraints.append(strings.count == choices.count ? .choices(strings) : .scalars(choices))
    }
    if let pattern = schema.pattern { constraints.append(.pattern(pattern)) }
    if let format = schema.format { constraints.append(.format(format)) }
    if schema.minimumLength != nil || schema.maximumLength != nil {
      constraints.append(
        .length(minimum: schema.minimumLength, maximum: schema.maximumLength))
    }
    if schema.minimum != nil || schema.maximum != nil {
      constraints.append(.bounds(minimum: schema.minimum, maximum: schema.maximum))
    }
    if schema.exclusiveMinimum != nil || schema.exclusiveMaximum != nil {
      constraints.append(
        .exclusiveBounds(minimum: schema.exclusiveMinimum, maximum: schema.exclusiveMaximum))
    }
    if let multiple = schema.multipleOf { constraints.append(.multiple(of: multiple)) }
    return constraints.map { GuideValue($0) }
  }

  /// The values that `enum` or `const` lists; `nil` if there is neither.
  private func choices(of schema: Subschema) throws(SchemaImportError) -> [SchemaScalar]? {
    guard let list = schema.enumeration else {
      guard let constant = schema.constant else { return nil }
      return [try scalar(constant)]
    }
    if let constant = schema.constant {
      throw unsupported(constant, "'const' cannot be stated beside 'enum'.")
    }
    var choices: [SchemaScalar] = []
    for node in document.children(of: list) { choices.append(try scalar(node)) }
    guard !choices.isEmpty else { throw invalid(list, "'enum' has to list at least one value.") }
    return choices
  }

  private func scalar(_ node: Int) throws(SchemaImportError) -> SchemaScalar {
    let content = document.content(node)
    switch document.form(node) {
    case .null: return .null
    case .bool: if let truth = content.truth { return .boolean(truth) }
    case .string: if let text = content.text { return .string(text) }
    case .number: if let number = content.exactNumber { return .number(number) }
    case .array, .object, .nothing: break
    }
    throw unsupported(node, "A choice has to be a string, a number, a boolean or null.")
  }

  // MARK: Arrays and objects

  private mutating func array(_ schema: Subschema) throws(SchemaImportError) -> Content {
    let keywords: Set<Keyword> = [.type, .items, .prefixItems, .minItems, .maxItems]
    try allow(keywords, in: schema, "an array")
    let isEmpty = schema.maximumItems == 0 && schema.items == nil
    guard schema.prefixItems.isEmpty, !isEmpty else {
      // An array of fixed length has an element for each schema and no others.
      let count = schema.prefixItems.count
      guard schema.items == nil, schema.minimumItems == count, schema.maximumItems == count else {
        throw unsupported(
          schema.node,
          "Besides 'prefixItems', 'minItems' and 'maxItems' have to be \(count), and 'items' absent."
        )
      }
      return (.tuple(schema.prefixItems.map { reference(to: $0) }), [])
    }
    var guides: [GuideValue] = []
    if schema.minimumItems != nil || schema.maximumItems != nil {
      guides = [GuideValue(.count(minimum: schema.minimumItems, maximum: schema.maximumItems))]
    }
    guard let items = schema.items else { return (.array(of: reference(to: .any)), guides) }
    return (.array(of: reference(to: items)), guides)
  }

  private mutating func object(_ schema: Subschema) throws(SchemaImportError) -> Content {
    let keywords: Set<Keyword> = [
      .type, .properties, .required, .additionalProperties, .patternProperties, .minProperties,
      .maxProperties,
    ]
    try allow(keywords, in: schema, "an object")
    let required = Set(schema.required.map(ExactText.init))
    let names = Set(schema.properties.map { ExactText($0.name) })
    if let missing = schema.required.first(where: { !names.contains(ExactText($0)) }) {
      throw unsupported(schema.node, "'\(missing)' is required and not among the properties.")
    }
    var properties: [GenerationSchema.Property] = []
    for (name, node) in schema.properties {
      let isRequired = required.contains(ExactText(name))
      if isRequired, isFalse(node) {
        throw invalid(node, "'\(name)' is required, and no value satisfies 'false'.")
      }
      properties.append(
        GenerationSchema.Property(
          name: name, reference: referenceOrNever(node), isOptional: !isRequired))
    }
    for (pattern, node) in schema.patternProperties {
      properties.append(
        GenerationSchema.Property(matching: pattern, reference: referenceOrNever(node)))
    }
    var guides: [GuideValue] = []
    if schema.minimumProperties != nil || schema.maximumProperties != nil {
      guides = [
        GuideValue(
          .propertyCount(minimum: schema.minimumProperties, maximum: schema.maximumProperties))
      ]
    }
    return (.object(properties, additional: additional(schema.additionalProperties)), guides)
  }

  /// What describes the properties that are not named; without the keyword they may be anything.
  private mutating func additional(_ node: Int?) -> GenerationSchema.Reference? {
    guard let node else { return reference(to: .any) }
    return isFalse(node) ? nil : reference(to: node)
  }

  private mutating func referenceOrNever(_ node: Int) -> GenerationSchema.Reference {
    isFalse(node) ? reference(to: .never) : reference(to: node)
  }

  private func isFalse(_ node: Int) -> Bool { document.content(node).truth == false }
}
