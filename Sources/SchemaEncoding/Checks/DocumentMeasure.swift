import SchemaModel

/// Measures a finished document against a dialect's limits.
struct DocumentMeasure {
  private let document: DocumentIndex
  private let limits: DocumentLimits
  private let dialect: String
  private let trail = SchemaPlace.Trail()

  private var properties = 0
  private var optionalProperties = 0
  private var choices = 0
  private var characters = 0
  private var unions = 0

  init(_ bytes: EncodedBytes, _ limits: DocumentLimits, dialect: String) {
    document = DocumentIndex(bytes)
    self.limits = limits
    self.dialect = dialect
  }

  /// Throws at the first place where a limit is passed.
  func check() throws(SchemaError) {
    var measure = self
    try measure.run()
  }

  private mutating func run() throws(SchemaError) {
    let root = EncodedSchema.Node(document: document, range: 0..<document.bytes.count)
    var pending: [(node: EncodedSchema.Node, depth: Int, trail: Int)] = [(root, 0, -1)]
    while let (node, depth, place) = pending.popLast() {
      let keywords = node.keywords
      var depth = depth
      if keywords["properties"] != nil || keywords["items"] != nil { depth += 1 }
      try check(depth, limits.depth, "depth", place)
      try count(keywords, place)
      let required = Set(keywords["required"]?.strings ?? [])
      for keyword in keywords.members {
        switch keyword.value {
        case .schema(let node): pending.append((node, depth, place))
        case .schemas(let nodes):
          unions += keyword.name == "anyOf" ? 1 : 0
          try check(unions, limits.unions, "unions", place)
          for node in nodes { pending.append((node, depth, place)) }
        case .namedSchemas(let schemas):
          let isDefinitions = keyword.name == "$defs"
          for schema in schemas {
            let step = trail.append(schema.name, below: isDefinitions ? -1 : place)
            try count(schema.name, step)
            if !isDefinitions {
              properties += 1
              try check(properties, limits.properties, "properties", step)
              if !required.contains(schema.name) { optionalProperties += 1 }
              try check(
                optionalProperties, limits.optionalProperties, "optional properties", step)
            }
            pending.append((schema.schema, isDefinitions ? 0 : depth, step))
          }
        default: break
        }
      }
    }
  }

  private mutating func count(_ keywords: SchemaKeywords, _ place: Int) throws(SchemaError) {
    if case .array = keywords["type"] {
      unions += 1
      try check(unions, limits.unions, "unions", place)
    }
    guard case .array(let values) = keywords["enum"] else { return }
    choices += values.count
    try check(choices, limits.choices, "choices", place)
    for case .string(let choice) in values { characters += choice.unicodeScalars.count }
    try check(characters, limits.characters, "characters", place)
  }

  private mutating func count(_ name: String, _ place: Int) throws(SchemaError) {
    let length = name.unicodeScalars.count
    try check(length, limits.nameLength, "name length", place)
    characters += length
    try check(characters, limits.characters, "characters", place)
  }

  private func check(
    _ value: Int, _ maximum: Int?, _ limit: String, _ place: Int
  ) throws(SchemaError) {
    guard let maximum, value > maximum else { return }
    throw SchemaError.limitExceeded(
      limit: limit, value: value, maximum: maximum,
      context: SchemaError.Context(
        path: trail.path(to: place),
        problem:
          "The document exceeds the limit '\(limit)': it comes to \(value) here, and the dialect"
          + " '\(dialect)' allows \(maximum).",
        remedy: "Make the schema smaller, or divide it into several."))
  }
}
