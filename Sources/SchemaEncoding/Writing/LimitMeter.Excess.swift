import SchemaModel

extension LimitMeter {
  /// A limit that is exceeded.
  package struct Excess {
    let limit: Limit
    let value: Int
    let maximum: Int

    /// The part that exceeds the limit.
    package let part: Part

    /// The node of the part.
    package let node: SchemaGraph.Node
  }

  /// A quantity that dialects limit, by its name in errors.
  enum Limit: String {
    case depth
    case objectDepth = "depth of objects"
    case properties
    case optionalProperties = "optional properties"
    case choices
    case charactersOfLongChoices = "characters of one list of choices"
    case characters
    case nameLength = "name length"
    case unions
  }

  /// A part of a document that a limit counts.
  package enum Part {
    /// An object or an array that nests too deep.
    case container

    /// An object, for its names.
    case names

    /// The name of a property or a definition.
    case name

    case optionalProperty

    /// A property that is a union only because it may be `null`.
    case nullableProperty

    /// A union. `isNullable` is `true` for the value of a property that may be `null`, unless a
    /// keyword states this.
    case union(isNullable: Bool)

    /// A reference that is a union only because it has a description.
    case describedReference

    /// A list of choices.
    case choices
  }
}

extension DocumentLimits {
  /// The largest value of a limited quantity; `nil` for no limit.
  subscript(limit: LimitMeter.Limit) -> Int? {
    switch limit {
    case .depth: depth
    case .objectDepth: objectDepth
    case .properties: properties
    case .optionalProperties: optionalProperties
    case .choices: choices
    case .charactersOfLongChoices: longChoiceCharacters
    case .characters: characters
    case .nameLength: nameLength
    case .unions: unions
    }
  }
}

extension LimitMeter.Limit {
  /// The remedy for a schema that exceeds the limit.
  var remedy: String {
    switch self {
    case .depth, .objectDepth:
      "Give each deeply nested type a title. It then becomes a definition."
    case .optionalProperties:
      "Make some of them required, or make them required and nullable if the dialect allows it."
    case .unions:
      "Use fewer unions, nullable properties and references with a description, or omit optional"
        + " properties if the dialect allows it."
    case .nameLength: "Shorten the name."
    case .properties, .choices, .charactersOfLongChoices, .characters:
      "Make the schema smaller, or divide it into several."
    }
  }
}

extension LimitMeter.Excess {
  /// Returns the error of the excess.
  ///
  /// - Parameters:
  ///   - dialect: The name of the dialect.
  ///   - isFitted: `true` if the schema is already fitted.
  /// - Returns: The error.
  func error(in dialect: String, isFitted: Bool) -> SchemaError {
    let fitting = isFitted ? "" : " Or fit the schema with \(SwiftAdvice.Call.fit.text)"
    return .limitExceeded(
      limit: limit.rawValue, value: value, maximum: maximum,
      context: SchemaError.Context(
        path: node.path,
        problem:
          "The document exceeds the limit '\(limit.rawValue)': it reaches \(value) here, and"
          + " the dialect '\(dialect)' allows \(maximum).",
        remedy: limit.remedy + fitting))
  }
}
