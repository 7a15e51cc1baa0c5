import SchemaModel

/// Counts what a document contains while it is written, against a dialect's limits.
struct LimitMeter {
  /// A limit that is exceeded.
  struct Excess {
    let limit: String
    let value: Int
    let maximum: Int
  }

  /// Whether there is a limit that has not been exceeded yet.
  var isLimited: Bool

  private let limits: DocumentLimits
  private let dialect: String
  private var depth = 0
  private var objectDepth = 0
  private var properties = 0
  private var optionalProperties = 0
  private var choices = 0
  private var characters = 0
  private var unions = 0

  init(_ limits: DocumentLimits, dialect: String) {
    self.limits = limits
    self.dialect = dialect
    isLimited = limits != DocumentLimits()
  }

  /// Counts an object or an array that is begun.
  mutating func enter(_ kind: SchemaKind) -> Excess? {
    depth += 1
    if kind == .object { objectDepth += 1 }
    return excess("depth", depth, limits.depth)
      ?? excess("depth of objects", objectDepth, limits.objectDepth)
  }

  /// Counts an object or an array that is ended.
  mutating func leave(_ kind: SchemaKind) {
    depth -= 1
    if kind == .object { objectDepth -= 1 }
  }

  /// Counts a property of an object.
  mutating func addProperty(isOptional: Bool) -> Excess? {
    properties += 1
    if isOptional { optionalProperties += 1 }
    return excess("properties", properties, limits.properties)
      ?? excess("optional properties", optionalProperties, limits.optionalProperties)
  }

  /// Counts the name of a property or a definition.
  mutating func addName(_ name: String) -> Excess? {
    let length = name.unicodeScalars.count
    characters += length
    return excess("name length", length, limits.nameLength)
      ?? excess("characters", characters, limits.characters)
  }

  /// Counts a list of choices.
  mutating func addChoices(_ list: [SchemaValue]) -> Excess? {
    choices += list.count
    let length = list.reduce(0) { $0 + ($1.string?.unicodeScalars.count ?? 0) }
    characters += length
    let long = limits.longChoices.flatMap { list.count > $0.count ? $0.characters : nil }
    return excess("choices", choices, limits.choices)
      ?? excess("characters", characters, limits.characters)
      ?? excess("characters of one list of choices", length, long)
  }

  /// Counts a union, be it an `anyOf` or a list of types.
  mutating func addUnion() -> Excess? {
    unions += 1
    return excess("unions", unions, limits.unions)
  }

  private func excess(_ limit: String, _ value: Int, _ maximum: Int?) -> Excess? {
    guard let maximum, value > maximum else { return nil }
    return Excess(limit: limit, value: value, maximum: maximum)
  }

  /// The error of a limit that is exceeded at a place.
  func error(_ excess: Excess, at path: SchemaPath) -> SchemaError {
    .limitExceeded(
      limit: excess.limit, value: excess.value, maximum: excess.maximum,
      context: SchemaError.Context(
        path: path,
        problem:
          "The document exceeds the limit '\(excess.limit)': it reaches \(excess.value) here, and"
          + " the dialect '\(dialect)' allows \(excess.maximum).",
        remedy: Self.remedies[excess.limit]
          ?? "Make the schema smaller, or divide it into several."))
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
