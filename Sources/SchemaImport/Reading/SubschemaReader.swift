/// Reads the schemas of a document, each once, when they are asked for.
struct SubschemaReader {
  let document: SchemaDocument
  let draft: SchemaDraft
  private var resolver: ReferenceResolver
  private var known: [Int: Subschema] = [:]

  /// Keywords that do not affect which values are valid, with their number and first place.
  private(set) var notes = NoteList()

  init(_ document: SchemaDocument, draft: SchemaDraft) {
    self.document = document
    self.draft = draft
    resolver = ReferenceResolver(document, draft: draft)
  }

  /// The schema at a number.
  mutating func schema(_ node: Int) throws(SchemaImportError) -> Subschema {
    if let schema = known[node] { return schema }
    let schema = Subschema(node: node)
    switch document.form(node) {
    case .bool: schema.allowsNothing = document.content(node).truth == false
    case .object: try read(schema)
    default:
      throw fault(
        node, .invalidKeyword, "A schema has to be an object, true or false.",
        "Put a schema here.")
    }
    known[node] = schema
    return schema
  }

  func fault(
    _ node: Int, _ code: SchemaImportError.Code, _ problem: String, _ remedy: String
  ) -> SchemaImportError {
    SchemaImportError(code, at: document.pointer(to: node), problem: problem, remedy: remedy)
  }

  // MARK: Reading

  private mutating func read(_ schema: Subschema) throws(SchemaImportError) {
    let hasReference = document.member("$ref", of: schema.node).map {
      document.form($0) == .string
    }
    let ignoresSiblings = draft.ignoresSiblingsOfReference && hasReference == true
    var isNullable = false
    for child in document.children(of: schema.node) {
      let name = document.name(of: child)
      guard let keyword = Keyword(name: name) else {
        notes.add(name, .withoutMeaning, at: child)
        continue
      }
      guard keyword.isKnown(in: draft) else {
        notes.add(name, .notInDraft, at: child)
        continue
      }
      if ignoresSiblings, keyword.isConstraint, keyword != .reference {
        notes.add(name, .besideReference, at: child)
        continue
      }
      if keyword == .nullable {
        isNullable = try boolean(child, keyword)
        if isNullable { notes.add(name, .nullable, at: child) }
        continue
      }
      try read(keyword, child, into: schema)
    }
    if isNullable, let types = schema.types { schema.types = types.union(.null) }
    try finish(schema)
  }

  private mutating func read(
    _ keyword: Keyword, _ child: Int, into schema: Subschema
  ) throws(SchemaImportError) {
    switch keyword {
    case .reference, .recursiveReference, .dynamicReference:
      try readReference(keyword, child, into: schema)
    case .type: schema.types = try types(child)
    case .enum:
      guard document.form(child) == .array else { throw mismatch(child, keyword, "an array") }
      schema.enumeration = child
    case .const: schema.constant = child
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      try readNumber(keyword, child, into: schema)
    case .minLength: schema.minimumLength = try count(child, keyword)
    case .maxLength: schema.maximumLength = try count(child, keyword)
    case .pattern: schema.pattern = try pattern(child, keyword, schema)
    case .format: schema.format = try text(child, keyword)
    case .prefixItems, .items, .additionalItems, .unevaluatedItems, .minItems, .maxItems,
      .uniqueItems, .contains, .minContains, .maxContains:
      try readArrayKeyword(keyword, child, into: schema)
    case .properties, .required, .additionalProperties, .patternProperties, .propertyNames,
      .unevaluatedProperties, .minProperties, .maxProperties, .dependencies, .dependentRequired,
      .dependentSchemas:
      try readObjectKeyword(keyword, child, into: schema)
    case .allOf: schema.allOf = try schemas(child, keyword)
    case .anyOf: schema.anyOf = try schemas(child, keyword)
    case .oneOf: schema.oneOf = try schemas(child, keyword)
    case .not: schema.not = child
    case .if: schema.condition = child
    case .then: schema.consequence = child
    case .else: schema.alternative = child
    case .title: schema.title = document.content(child).text
    case .description: schema.summary = document.content(child).text
    case .nullable, .definitions, .newDefinitions, .schema, .id, .newID, .anchor, .dynamicAnchor,
      .recursiveAnchor, .vocabulary:
      break
    }
  }

  private mutating func readReference(
    _ keyword: Keyword, _ child: Int, into schema: Subschema
  ) throws(SchemaImportError) {
    let text = try text(child, keyword)
    guard keyword == .reference || resolver.isStatic(keyword, text) else {
      schema.losses.append(
        (
          keyword.rawValue, child,
          "'\(keyword.rawValue)' has several possible targets, so any value is allowed.",
          "Use '$ref' to refer to one schema."
        ))
      return
    }
    switch resolver.resolve(text, at: schema.node) {
    case .node(let target): schema.references.append(target)
    case .fallback(let target):
      schema.references.append(target)
      schema.losses.append(
        (
          keyword.rawValue, child,
          "'\(text)' has no target within the schema's own '$id', and was looked up from the root.",
          "Write the reference relative to the '$id' that encloses it, or remove that '$id'."
        ))
    case .remote(let uri):
      throw fault(
        child, .remoteReference,
        "'\(text)' refers to another document, '\(uri)', which is not fetched.",
        "Copy the target into '$defs', and refer to the copy.")
    case .nowhere:
      throw fault(
        child, .invalidReference, "'\(text)' has no target in this document.",
        "Correct the reference, or add the target.")
    }
  }

  /// Checks that need all keywords of a schema.
  private mutating func finish(_ schema: Subschema) throws(SchemaImportError) {
    schema.hasCondition = schema.condition != nil
    if schema.condition == nil {
      schema.consequence = nil
      schema.alternative = nil
    } else if schema.consequence == nil, schema.alternative == nil {
      schema.condition = nil
    }
    if schema.hasItemsList { schema.items = schema.additionalItems }
    guard draft == .draft4 else { return }
    if schema.isMinimumExclusive {
      schema.exclusiveMinimum = schema.minimum
      schema.minimum = nil
    }
    if schema.isMaximumExclusive {
      schema.exclusiveMaximum = schema.maximum
      schema.maximum = nil
    }
  }
}

extension Keyword {
  /// Whether the keyword affects which values are valid.
  var isConstraint: Bool {
    switch self {
    case .title, .description, .definitions, .newDefinitions, .schema, .id, .newID, .anchor,
      .dynamicAnchor, .recursiveAnchor, .vocabulary:
      false
    default: true
    }
  }
}
