extension DynamicGenerationSchema {
  /// Creates the schema of an object that may have properties in addition to the named ones.
  ///
  /// - Parameters:
  ///   - name: The name, which is also its title.
  ///   - description: A description of the values for the model.
  ///   - properties: The properties, in the order in which they are generated.
  ///   - additionalProperties: The schema of the values of all other properties; ``any`` to allow
  ///     any values.
  public init(
    name: String, description: String? = nil, properties: [Property],
    additionalProperties: DynamicGenerationSchema
  ) {
    self.init(
      .object(
        name: name, summary: description,
        properties: properties.map {
          PropertyShape(name: $0.name, summary: $0.summary, isOptional: $0.isOptional)
        }, isOpen: true),
      children: properties.map(\.schema) + [additionalProperties])
  }

  /// Creates the schema of an object with arbitrary property names.
  public init(
    dictionaryOf valueSchema: DynamicGenerationSchema, minimumProperties: Int? = nil,
    maximumProperties: Int? = nil
  ) {
    self.init(
      .dictionary(minimum: minimumProperties, maximum: maximumProperties),
      children: [valueSchema])
  }

  /// Returns the schema of an object with arbitrary property names.
  public static func dictionary(of valueSchema: DynamicGenerationSchema) -> DynamicGenerationSchema
  {
    DynamicGenerationSchema(dictionaryOf: valueSchema)
  }

  /// Returns the schema of an array of a fixed number of elements, each with its own schema.
  public static func tuple(
    of elementSchemas: [DynamicGenerationSchema]
  ) -> DynamicGenerationSchema {
    DynamicGenerationSchema(.tuple, children: elementSchemas)
  }

  /// Returns the schema of a choice of scalars of any kinds.
  public static func enumeration(of choices: [SchemaScalar]) -> DynamicGenerationSchema {
    DynamicGenerationSchema(.scalars(choices))
  }

  /// Returns the schema of a value that may be `null` instead.
  public static func nullable(_ schema: DynamicGenerationSchema) -> DynamicGenerationSchema {
    DynamicGenerationSchema(.union(name: nil, summary: nil), children: [schema, .null])
  }

  /// The schema of any value.
  public static var any: DynamicGenerationSchema {
    DynamicGenerationSchema(type: GeneratedContent.self)
  }
}

extension DynamicGenerationSchema.Shape: Equatable {
  /// Returns `true` if two shapes are equal; texts are equal if they have the same bytes.
  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.object(let a, let b, let c, let d), .object(let w, let x, let y, let z)):
      exact(a) == exact(w) && exact(b) == exact(x) && c == y && d == z
    case (.union(let a, let b), .union(let x, let y)):
      exact(a) == exact(x) && exact(b) == exact(y)
    case (.choices(let a, let b, let c), .choices(let x, let y, let z)):
      exact(a) == exact(x) && exact(b) == exact(y) && c.map(ExactText.init) == z.map(ExactText.init)
    case (.array(let a, let b), .array(let x, let y)),
      (.dictionary(let a, let b), .dictionary(let x, let y)):
      a == x && b == y
    case (.scalars(let a), .scalars(let x)): a == x
    case (.type(let a, let b), .type(let x, let y)):
      ObjectIdentifier(a) == ObjectIdentifier(x) && b == y
    case (.reference(let a), .reference(let x)): exact(a) == exact(x)
    case (.tuple, .tuple), (.null, .null): true
    default: false
    }
  }

  private static func exact(_ text: String?) -> ExactText? { text.map(ExactText.init) }
}

extension DynamicGenerationSchema.PropertyShape: Equatable {
  /// Returns `true` if two properties are equal; texts are equal if they have the same bytes.
  static func == (first: Self, second: Self) -> Bool {
    ExactText(first.name) == ExactText(second.name)
      && first.summary.map(ExactText.init) == second.summary.map(ExactText.init)
      && first.isOptional == second.isOptional
  }
}
