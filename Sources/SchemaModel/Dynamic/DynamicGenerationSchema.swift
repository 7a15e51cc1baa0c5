/// A schema that is built at run time, for values that have no Swift type.
///
///     let answer = DynamicGenerationSchema(
///       name: "Answer",
///       properties: [
///         DynamicGenerationSchema.Property(name: "text", schema: .string),
///         DynamicGenerationSchema.Property(name: "isCorrect", schema: .boolean),
///       ])
///     let riddle = DynamicGenerationSchema(
///       name: "Riddle",
///       properties: [
///         DynamicGenerationSchema.Property(name: "question", schema: .string),
///         DynamicGenerationSchema.Property(name: "answers", schema: .array(of: answer)),
///       ])
///     let schema = try GenerationSchema(root: riddle, dependencies: [])
///
/// Objects and unions have names. Other schemas can refer to these names (``init(referenceTo:)``),
/// even before they are defined. Creating a ``GenerationSchema`` checks that all names exist.
public struct DynamicGenerationSchema: Sendable {
  /// The schema with its child schemas, which are freed without recursion.
  let node: TreeNode<Shape>

  init(_ shape: Shape, children: [DynamicGenerationSchema] = []) {
    node = TreeNode(shape, children: children.map(\.node))
  }

  /// A schema without its child schemas.
  enum Shape: Sendable {
    /// If additional properties are allowed, the last child is their schema.
    case object(name: String, summary: String?, properties: [PropertyShape], isOpen: Bool)
    case dictionary(minimum: Int?, maximum: Int?)
    case union(name: String?, summary: String?)
    case choices(name: String, summary: String?, [String])
    case scalars([SchemaScalar])
    case array(minimum: Int?, maximum: Int?)
    case tuple
    case type(any Generable.Type, [GuideValue])
    case reference(String)
    case null
  }

  /// A property without its schema.
  struct PropertyShape: Sendable {
    let name: String
    let summary: String?
    let isOptional: Bool
  }
}

extension DynamicGenerationSchema {
  /// Creates the schema of an object.
  public init(name: String, description: String? = nil, properties: [Property]) {
    self.init(
      .object(
        name: name, summary: description,
        properties: properties.map {
          PropertyShape(name: $0.name, summary: $0.summary, isOptional: $0.isOptional)
        }, isOpen: false),
      children: properties.map(\.schema))
  }

  /// Creates the schema of an object.
  ///
  /// - Parameters:
  ///   - name: The name, which is also its title.
  ///   - description: A description of the values for the model.
  ///   - explicitNil: `true` if `null` is written for a property without a value. The schema is the
  ///     same either way: an optional property may be absent.
  ///   - properties: The properties, in the order in which they are generated.
  public init(
    name: String, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [Property]
  ) {
    self.init(name: name, description: description, properties: properties)
  }

  /// Creates the schema of a union.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    self.init(.union(name: name, summary: description), children: choices)
  }

  /// Creates the schema of a string that is one of some choices.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    self.init(.choices(name: name, summary: description, choices))
  }

  /// Creates the schema of an array.
  public init(
    arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil,
    maximumElements: Int? = nil
  ) {
    self.init(.array(minimum: minimumElements, maximum: maximumElements), children: [itemSchema])
  }

  /// Creates the schema of a type's values, with further guides.
  public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
    self.init(.type(type, guides.map { $0.value }))
  }

  /// Creates a reference to a schema that has a name: an object, a union or a choice of strings.
  public init(referenceTo name: String) { self.init(.reference(name)) }

  /// The schema of `null`.
  public static var null: DynamicGenerationSchema { DynamicGenerationSchema(.null) }

  /// The schema of a string.
  public static var string: DynamicGenerationSchema { DynamicGenerationSchema(type: String.self) }

  /// The schema of a boolean.
  public static var boolean: DynamicGenerationSchema { DynamicGenerationSchema(type: Bool.self) }

  /// The schema of an integer.
  public static var integer: DynamicGenerationSchema { DynamicGenerationSchema(type: Int.self) }

  /// The schema of a number.
  public static var number: DynamicGenerationSchema { DynamicGenerationSchema(type: Double.self) }

  /// Returns the schema of an array.
  public static func array(of itemSchema: DynamicGenerationSchema) -> DynamicGenerationSchema {
    DynamicGenerationSchema(arrayOf: itemSchema)
  }

  /// A property of an object that is described at run time.
  public struct Property: Sendable {
    let name: String
    let summary: String?
    let schema: DynamicGenerationSchema
    let isOptional: Bool

    /// Creates a property.
    ///
    /// - Parameters:
    ///   - name: The name, and the key under which the value is generated.
    ///   - description: A description of the property for the model. It replaces the schema's own
    ///     description at this place only.
    ///   - schema: The schema of the value.
    ///   - isOptional: `true` if a value may lack the property.
    public init(
      name: String, description: String? = nil, schema: DynamicGenerationSchema,
      isOptional: Bool = false
    ) {
      self.name = name
      self.summary = description
      self.schema = schema
      self.isOptional = isOptional
    }
  }
}
