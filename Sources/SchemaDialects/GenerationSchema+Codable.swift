public import SchemaEncoding

// `GenerationSchema` belongs to SchemaModel, which knows nothing of JSON; this is the first module
// that knows the form in which FoundationModels encodes it.
extension GenerationSchema: Encodable {
  /// Encodes the schema in the form that FoundationModels gives it, as ``AppleDialect`` does.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: `SchemaError` if the schema is at fault, `EncodingError` if it nests too deep for
  ///   an encoder.
  public func encode(to encoder: any Encoder) throws {
    try SchemaEncoder(dialect: AppleDialect()).encode(self).encode(to: encoder)
  }
}

extension GenerationSchema: Decodable {
  /// Decodes a schema in the form that FoundationModels gives it.
  ///
  /// The schema describes no Swift type: it is as one made of dynamic schemas.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` if the document says something that a schema cannot, so that
  ///   nothing of it would be lost; `SchemaError` if what it says is at fault.
  public init(from decoder: any Decoder) throws {
    let document = try EncodedSchema(from: decoder)
    var reader = SchemaReader(root: document.root, codingPath: decoder.codingPath)
    try self.init(root: reader.readRoot(), dependencies: reader.readDefinitions())
  }
}

/// Makes dynamic schemas from a document, whose depth is bounded by what can be decoded.
private struct SchemaReader {
  private let root: EncodedSchema.Node
  private let codingPath: [any CodingKey]
  private var choiceCount = 0

  init(root: EncodedSchema.Node, codingPath: [any CodingKey]) {
    self.root = root
    self.codingPath = codingPath
  }

  private var rootName: String { root.title ?? "Schema" }

  mutating func readRoot() throws -> DynamicGenerationSchema {
    try read(root, name: rootName, at: "the root")
  }

  mutating func readDefinitions() throws -> [DynamicGenerationSchema] {
    var schemas: [DynamicGenerationSchema] = []
    for definition in root.definitions {
      schemas.append(
        try read(definition.schema, name: definition.name, at: "definition \(definition.name)"))
    }
    return schemas
  }

  private mutating func read(
    _ node: EncodedSchema.Node, name: String?, at place: String, isProperty: Bool = false
  ) throws -> DynamicGenerationSchema {
    let isNamed = node.type == "object" || !node.anyOf.isEmpty || node.choices != nil
    guard isProperty || isNamed || node.description == nil else {
      throw fault("only properties, objects, unions and choices are described", at: place)
    }
    if let reference = node.reference {
      try allow(["$ref", "description"], in: node, at: place)
      return DynamicGenerationSchema(referenceTo: try target(of: reference, at: place))
    }
    if !node.anyOf.isEmpty {
      try allow(["title", "description", "anyOf", "$defs"], in: node, at: place)
      var choices: [DynamicGenerationSchema] = []
      for choice in node.anyOf { choices.append(try read(choice, name: nil, at: place)) }
      return DynamicGenerationSchema(
        name: try title(of: node, name, at: place), description: node.description, anyOf: choices)
    }
    if let choices = node.choices ?? node["const"]?.string.map({ [$0] }) {
      try allow(["type", "title", "description", "enum", "const"], in: node, at: place)
      choiceCount += 1
      // The name of a choice is not written, but has to be distinct.
      return DynamicGenerationSchema(
        name: "choice \(choiceCount) of \(rootName)", description: node.description,
        anyOf: choices)
    }
    switch node.type {
    case "object": return try readObject(node, name, at: place)
    case "array":
      try allow(
        ["type", "description", "items", "minItems", "maxItems", "$defs"], in: node, at: place)
      guard let items = node.items else { throw fault("'items' is missing", at: place) }
      return DynamicGenerationSchema(
        arrayOf: try read(items, name: nil, at: "the items of \(place)"),
        minimumElements: try count("minItems", of: node, at: place),
        maximumElements: try count("maxItems", of: node, at: place))
    case "string": return DynamicGenerationSchema(type: String.self, guides: try text(node, place))
    case "integer": return DynamicGenerationSchema(type: Int.self, guides: try bounds(node, place))
    case "number":
      return DynamicGenerationSchema(type: Double.self, guides: try bounds(node, place))
    case "boolean":
      try allow(["type", "description"], in: node, at: place)
      return .boolean
    case "null":
      try allow(["type", "description"], in: node, at: place)
      return .null
    default: throw fault("the type is missing or unknown", at: place)
    }
  }

  private mutating func readObject(
    _ node: EncodedSchema.Node, _ name: String?, at place: String
  ) throws -> DynamicGenerationSchema {
    try allow(
      [
        "type", "title", "description", "additionalProperties", "properties", "required",
        "x-order", "$defs",
      ], in: node, at: place)
    guard !node.isOpen || node["additionalProperties"] == nil else {
      throw fault("only objects without further properties can be said", at: place)
    }
    let required = Set(node.required)
    var properties: [DynamicGenerationSchema.Property] = []
    for property in node.properties {
      let schema = try read(
        property.schema, name: nil, at: "property \(property.name)", isProperty: true)
      properties.append(
        DynamicGenerationSchema.Property(
          name: property.name, description: property.schema.description, schema: schema,
          isOptional: !required.contains(property.name)))
    }
    return DynamicGenerationSchema(
      name: try title(of: node, name, at: place), description: node.description,
      properties: properties)
  }

  // MARK: Guides

  private func text(
    _ node: EncodedSchema.Node, _ place: String
  ) throws -> [GenerationGuide<String>] {
    try allow(
      ["type", "description", "pattern", "format", "minLength", "maxLength"], in: node, at: place)
    var guides: [GenerationGuide<String>] = []
    if let pattern = node["pattern"]?.string {
      guides.append(GenerationGuide(GuideValue(.pattern(try SchemaPattern(ecma: pattern)))))
    }
    if let format = node["format"]?.string {
      guides.append(GenerationGuide(GuideValue(.format(format))))
    }
    let minimum = try count("minLength", of: node, at: place)
    let maximum = try count("maxLength", of: node, at: place)
    if minimum != nil || maximum != nil {
      guides.append(GenerationGuide(GuideValue(.length(minimum: minimum, maximum: maximum))))
    }
    return guides
  }

  private func bounds<Value>(
    _ node: EncodedSchema.Node, _ place: String
  ) throws -> [GenerationGuide<Value>] {
    try allow(["type", "description", "minimum", "maximum"], in: node, at: place)
    let minimum = node["minimum"]?.number
    let maximum = node["maximum"]?.number
    if minimum == nil, maximum == nil { return [] }
    return [GenerationGuide(GuideValue(.bounds(minimum: minimum, maximum: maximum)))]
  }

  private func count(
    _ keyword: String, of node: EncodedSchema.Node, at place: String
  ) throws -> Int? {
    guard let value = node[keyword] else { return nil }
    guard let number = value.number?.int64 else {
      throw fault("'\(keyword)' is no integer", at: place)
    }
    return Int(number)
  }

  // MARK: Names

  private func title(
    of node: EncodedSchema.Node, _ name: String?, at place: String
  ) throws -> String {
    guard let title = name ?? node.title else { throw fault("'title' is missing", at: place) }
    return title
  }

  /// The name that a reference leads to; it is escaped as a JSON Pointer in a URI fragment.
  private func target(of reference: String, at place: String) throws -> String {
    if reference == "#" { return rootName }
    let prefix = "#/$defs/"
    for definition in root.definitions
    where reference == prefix + definition.name
      || reference == DefinitionRegistry.pointer(to: definition.name)
    {
      return definition.name
    }
    throw fault("'\(reference)' leads to no definition", at: place)
  }

  private func allow(
    _ keywords: Set<String>, in node: EncodedSchema.Node, at place: String
  ) throws {
    let others = node.keywords.members.map(\.name).filter { !keywords.contains($0) }
    guard others.isEmpty else {
      throw fault("a schema cannot say \(others.joined(separator: ", "))", at: place)
    }
  }

  private func fault(_ problem: String, at place: String) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "At \(place): \(problem)."))
  }
}
