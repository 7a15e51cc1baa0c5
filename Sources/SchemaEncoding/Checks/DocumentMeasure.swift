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

  private struct Depth {
    var all = 0
    var objects = 0
  }

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
    var pending: [(node: EncodedSchema.Node, depth: Depth, trail: Int)] = [(root, Depth(), -1)]
    while let (node, depth, place) = pending.popLast() {
      let keywords = node.keywords
      var depth = depth
      if keywords["properties"] != nil || keywords.describesAdditional {
        depth.all += 1
        depth.objects += 1
      } else if keywords["items"] != nil || keywords["prefixItems"] != nil {
        depth.all += 1
      }
      try check(depth.all, limits.depth, "depth", place)
      try check(depth.objects, limits.objectDepth, "depth of objects", place)
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
            pending.append((schema.schema, isDefinitions ? Depth() : depth, step))
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
    var values: [SchemaValue] = []
    if case .array(let listed) = keywords["enum"] { values = listed }
    if let constant = keywords["const"] { values.append(constant) }
    guard !values.isEmpty else { return }
    choices += values.count
    try check(choices, limits.choices, "choices", place)
    var length = 0
    for case .string(let choice) in values { length += choice.unicodeScalars.count }
    characters += length
    try check(characters, limits.characters, "characters", place)
    if let long = limits.longChoices, values.count > long.count {
      try check(length, long.characters, "characters of one list of choices", place)
    }
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
        remedy: Self.remedies[limit] ?? "Make the schema smaller, or divide it into several."))
  }

  private static let remedies = [
    "depth": "Give types that nest deep a title each, so that they become definitions.",
    "depth of objects": "Give types that nest deep a title each, so that they become definitions.",
    "optional properties":
      "Make some of them required, or encode them as required and nullable if the dialect can.",
    "unions":
      "Have fewer unions, nullable properties and described references, or encode optional"
      + " properties as left out if the dialect can.",
    "name length": "Shorten the name.",
  ]
}

extension SchemaKeywords {
  /// Whether properties that are not named have a schema.
  fileprivate var describesAdditional: Bool {
    if case .schema = self["additionalProperties"] { true } else { false }
  }
}
