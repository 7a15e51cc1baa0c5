extension GenerationSchema {
  /// Creates the schema of an object that may have properties in addition to the named ones.
  ///
  /// - Parameters:
  ///   - type: The described type.
  ///   - title: The title, or `nil` for none.
  ///   - description: A description of the values for the model.
  ///   - properties: The properties, in the order in which they are generated.
  ///   - additionalProperties: The type of the values of all other properties;
  ///     `GeneratedContent.self` to allow any values.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil, properties: [Property],
    additionalProperties: any Generable.Type
  ) {
    self.init(
      type, title: title, summary: description,
      kind: .object(properties, additional: .type(additionalProperties)))
  }

  /// Creates the schema of an object with arbitrary property names.
  ///
  /// The schema has no title, and is written inline.
  public init<Value: Generable>(
    type: any Generable.Type, description: String? = nil, dictionaryOf value: Value.Type,
    guides: [GenerationGuide<[String: Value]>] = []
  ) {
    self.init(
      type, summary: description, kind: .object([], additional: .type(value)),
      guides: guides.map { $0.value })
  }

  /// Creates the schema of an array of a fixed number of elements, each with its own type.
  ///
  /// The schema has no title, and is written inline.
  public init(
    type: any Generable.Type, description: String? = nil, tupleOf elements: [any Generable.Type]
  ) {
    self.init(type, summary: description, kind: .tuple(elements.map { .type($0) }))
  }

  /// Creates the schema of a choice of scalars of any kinds.
  ///
  /// The schema has no title, and is written inline.
  public init(
    type: any Generable.Type, description: String? = nil, enumeration choices: [SchemaScalar]
  ) {
    self.init(
      type, summary: description, kind: .enumeration(of: choices),
      guides: [GuideValue(.scalars(choices))])
  }
}
