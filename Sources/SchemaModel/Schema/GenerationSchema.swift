/// The declared form of a type's values.
///
/// A schema is a small value: a kind, the identity of the type, and optionally a title, a
/// description and guides. It refers to other schemas by their types, so the schema of a type that
/// contains itself is finite, and creating a schema takes only the time to list its properties.
///
///     static var generationSchema: GenerationSchema {
///       GenerationSchema(
///         type: Self.self,
///         description: "A dish and how to cook it",
///         properties: [
///           GenerationSchema.Property(name: "name", type: String.self),
///           GenerationSchema.Property(name: "minutes", type: Int.self, guides: [.range(5...120)]),
///         ])
///     }
///
/// Creating a schema checks nothing. Resolving the schema finds faults, such as two properties with
/// one name, and reports them with their place.
public struct GenerationSchema: Sendable {
  package let declaration: Declaration

  package init(
    subject: Subject, title: Title = .none, summary: String? = nil, kind: Kind,
    guides: [GuideValue] = [], table: DynamicSchemaTable? = nil
  ) {
    declaration = Declaration(
      subject: subject, title: title, summary: summary, kind: kind, guides: guides, table: table)
  }

  /// Creates the schema of a type, with an explicit title or none.
  init(
    _ type: any Any.Type, title: String? = nil, summary: String?, kind: Kind,
    guides: [GuideValue] = []
  ) {
    self.init(
      subject: .type(type), title: title.map { .title($0) } ?? .none, summary: summary,
      kind: kind, guides: guides)
  }

  /// The title, or the name of the type if there is no title.
  public var name: String { declaration.name }
}

extension GenerationSchema {
  /// Creates the schema of an object, titled with the type's name.
  public init(
    type: any Generable.Type, description: String? = nil, properties: [Property]
  ) {
    self.init(
      type: type, title: TypeName(type).unqualified, description: description,
      properties: properties)
  }

  /// Creates the schema of an object, titled with the type's name.
  ///
  /// - Parameters:
  ///   - type: The described type.
  ///   - description: A description of the values for the model.
  ///   - explicitNil: `true` if `null` is written for a property without a value. The schema is the
  ///     same either way: an optional property may be absent.
  ///   - properties: The properties, in the order in which they are generated.
  public init(
    type: any Generable.Type, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [Property]
  ) {
    self.init(type: type, description: description, properties: properties)
  }

  /// Creates the schema of a string that is one of some choices.
  ///
  /// The schema has no title, and is written inline.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(type: type, title: nil, description: description, anyOf: choices)
  }

  /// Creates the schema of a union, titled with the type's name.
  public init(
    type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]
  ) {
    self.init(
      type: type, title: TypeName(type).unqualified, description: description, anyOf: types)
  }

  /// Creates the schema of an object with its own title, or none.
  ///
  /// An object without a title is written inline. An object with a title is written once and
  /// referenced. If an object without a title contains itself, resolving the schema throws
  /// ``SchemaError/circularDependency(schema:cycle:context:)``.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil, properties: [Property]
  ) {
    self.init(
      type, title: title, summary: description, kind: .object(properties, additional: nil))
  }

  /// Creates the schema of a union with its own title, or none.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil,
    anyOf types: [any Generable.Type]
  ) {
    self.init(
      type, title: title, summary: description, kind: .anyOf(types.map { .type($0) }))
  }

  /// Creates the schema of a string that is one of some choices, with its own title, or none.
  ///
  /// The title is the schema's ``name``. The string is written inline, with or without a title.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil, anyOf choices: [String]
  ) {
    self.init(
      type, title: title, summary: description, kind: .string,
      guides: [GuideValue(.choices(choices))])
  }

  /// Creates the schema of an array.
  ///
  /// The schema has no title, and is written inline.
  public init<Element: Generable>(
    type: any Generable.Type, description: String? = nil, arrayOf element: Element.Type,
    guides: [GenerationGuide<[Element]>] = []
  ) {
    self.init(
      type, summary: description, kind: .array(of: .type(element)),
      guides: guides.map { $0.value })
  }

  /// Creates the schema of a type that is generated in the same way as another type, with its own
  /// guides.
  ///
  ///     struct Percentage: Generable {
  ///       static var generationSchema: GenerationSchema {
  ///         GenerationSchema(type: Self.self, representing: Int.self, guides: [.range(0...100)])
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - type: The described type.
  ///   - description: A description of the values for the model; `nil` for the other type's
  ///     description.
  ///   - represented: The type whose schema it shares.
  ///   - guides: Further constraints on its values.
  public init<Represented: Generable>(
    type: any Generable.Type, description: String? = nil,
    representing represented: Represented.Type,
    guides: [GenerationGuide<Represented>] = []
  ) {
    self.init(
      type, summary: description, kind: .alias(of: .type(represented)),
      guides: guides.map { $0.value })
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The name and the kind, with the names of properties.
  public var debugDescription: String { "GenerationSchema(\(name): \(kindDescription))" }

  private var kindDescription: String {
    switch declaration.kind {
    case .object(let properties, .some) where properties.isEmpty: "dictionary"
    case .object(let properties, _): "object with \(properties.map(\.name.text))"
    case .anyOf(let choices): "one of \(choices.count)"
    case .tuple(let elements, 0, nil): "array of \(elements.count)"
    case .tuple(let elements, let optional, nil):
      "array of \(elements.count - optional) to \(elements.count)"
    case .tuple(let elements, let optional, .some):
      "array of at least \(elements.count - optional)"
    case .array: "array"
    case .alias: "another schema with guides"
    default: "\(declaration.kind)"
    }
  }
}

extension GenerationSchema {
  /// The error of schemas, under its name in FoundationModels.
  public typealias SchemaError = SchemaModel.SchemaError
}
