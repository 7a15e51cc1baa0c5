/// What a type's values look like, as its author declared it.
///
/// A schema is a small value: a kind, the identity of what it describes, and perhaps a title, a
/// description and guides. It refers to other schemas by their types, so the schema of a type that
/// contains itself is finite, and making one costs no more than listing its properties.
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
/// Nothing is checked here. Faults, such as two properties of one name, are found when the schema
/// is resolved, so that they can be reported with their place.
public struct GenerationSchema: Sendable {
  /// The declaration, which copies of a schema share.
  package let declaration: Declaration

  /// Makes a schema from its declaration.
  package init(_ declaration: Declaration) {
    self.declaration = declaration
  }

  /// The schema that the type of arrays of an element has.
  package init(arrayOf element: any Generable.Type) {
    self.init(subject: .arrayType, kind: .array(of: .type(element)))
  }

  package init(
    subject: Subject, titling: Titling = .untitled, summary: String? = nil, kind: Kind,
    guides: GuideList = .none, table: DynamicSchemaTable? = nil
  ) {
    declaration = Declaration(
      subject: subject, titling: titling, summary: summary, kind: kind, guides: guides,
      table: table)
  }

  /// What a schema says.
  package final class Declaration: Sendable {
    /// What this schema describes; two schemas of one identity are the same.
    package let subject: Subject

    /// How a schema is named where it is written.
    package let titling: Titling

    /// What the values are for, in words for the model.
    package let summary: String?

    /// The kind of value.
    package let kind: Kind

    /// What the values satisfy besides being of their kind, as declared.
    package let guides: GuideList

    /// What entries refer to, where this schema was made from dynamic ones.
    package let table: DynamicSchemaTable?

    init(
      subject: Subject, titling: Titling, summary: String?, kind: Kind, guides: GuideList,
      table: DynamicSchemaTable?
    ) {
      self.subject = subject
      self.titling = titling
      self.summary = summary
      self.kind = kind
      self.guides = guides
      self.table = table
    }
  }

  /// What a schema describes.
  package enum Subject: Sendable {
    /// A type. That it is `Generable` goes without saying: looking the conformance of a generic
    /// type up costs more than all the rest.
    case type(any Any.Type)

    /// The type of arrays whose elements ``Kind/array(of:)`` names. To say which type that is, the
    /// runtime would have to look it up, which costs more than the rest; whoever asked it knows.
    case arrayType

    /// An entry of a table, by its index.
    case entry(Int)
  }

  /// How a schema is named.
  package enum Titling: Sendable {
    case untitled
    case nameOfType
    case title(String)

    /// A name in a document: whatever the kind, the schema is written once under that name and
    /// referred to. Where guides stand on a reference to one that is no object and no union, it is
    /// written out there instead.
    case definition(String)
  }

  /// How a schema refers to another.
  package enum Reference: Sendable {
    /// The schema of a type.
    case type(any Generable.Type)

    /// The schema that the type of arrays of a type has.
    ///
    /// To name the type of arrays itself, and that it is `Generable`, the runtime would have to
    /// build both where they are met first, which costs more than all else about them.
    case array(of: any Generable.Type)

    /// The schema at an index of the table that the referring schema belongs to.
    case entry(Int)
  }

  /// The kind of value that a schema describes.
  package enum Kind: Sendable {
    case string
    case integer
    case number
    case boolean
    case null
    /// Any value at all.
    case any
    /// No value at all.
    case never
    case array(of: Reference)
    /// An array of as many elements as there are references, each described by its own.
    case tuple([Reference])
    /// An object of these properties, and where `additional` describes them, of any others.
    case object([Property], additional: Reference?)
    case anyOf([Reference])
    /// Whatever another schema describes, under this schema's own guides.
    case alias(of: Reference)

    /// The narrowest kind that takes all of some choices: `any` where they are of several kinds.
    package static func enumeration(of choices: [SchemaScalar]) -> Kind {
      if choices.allSatisfy({ $0.string != nil }) { return .string }
      if choices.allSatisfy({ $0.number?.isInteger == true }) { return .integer }
      if choices.allSatisfy({ $0.number != nil }) { return .number }
      let isBoolean = choices.allSatisfy { if case .boolean = $0 { true } else { false } }
      return isBoolean ? .boolean : choices.allSatisfy { $0 == .null } ? .null : .any
    }
  }
}

extension GenerationSchema {
  /// Creates the schema of an object, titled with the type's name.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - description: What its values are for, in words for the model.
  ///   - properties: The properties, in the order in which they are to be generated.
  public init(
    type: any Generable.Type, description: String? = nil, properties: [Property]
  ) {
    self.init(
      subject: .type(type), titling: .nameOfType, summary: description,
      kind: .object(properties, additional: nil))
  }

  /// Creates the schema of an object, titled with the type's name.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - description: What its values are for, in words for the model.
  ///   - explicitNil: Whether the type writes `null` for a property that is `nil`. The schema is the
  ///     same either way: a property is optional by being left out.
  ///   - properties: The properties, in the order in which they are to be generated.
  public init(
    type: any Generable.Type, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [Property]
  ) {
    self.init(type: type, description: description, properties: properties)
  }

  /// Creates the schema of a string that is one of some choices.
  ///
  /// It has no title, and is written out wherever it occurs.
  ///
  /// - Parameters:
  ///   - type: The type described, an enumeration as a rule.
  ///   - description: What its values are for, in words for the model.
  ///   - choices: The choices, in the order in which they are to be listed.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(
      subject: .type(type), summary: description, kind: .string,
      guides: .one(GuideValue(.choices(choices))))
  }

  /// Creates the schema of a union, titled with the type's name.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - description: What its values are for, in words for the model.
  ///   - types: The types of which a value has one, in the order in which they are to be listed.
  public init(
    type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]
  ) {
    self.init(
      subject: .type(type), titling: .nameOfType, summary: description,
      kind: .anyOf(types.map { Reference.type($0) }))
  }

  /// Creates the schema of an object with a title of its own, or none.
  ///
  /// An object without a title is written out wherever it occurs; one with a title is written once
  /// and referred to.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - title: The title, or `nil` for none.
  ///   - description: What its values are for, in words for the model.
  ///   - properties: The properties, in the order in which they are to be generated.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil, properties: [Property]
  ) {
    self.init(
      subject: .type(type), titling: title.map { Titling.title($0) } ?? .untitled,
      summary: description, kind: .object(properties, additional: nil))
  }

  /// Creates the schema of a union with a title of its own, or none.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - title: The title, or `nil` for none.
  ///   - description: What its values are for, in words for the model.
  ///   - types: The types of which a value has one, in the order in which they are to be listed.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil,
    anyOf types: [any Generable.Type]
  ) {
    self.init(
      subject: .type(type), titling: title.map { Titling.title($0) } ?? .untitled,
      summary: description, kind: .anyOf(types.map { Reference.type($0) }))
  }

  /// Creates the schema of a string that is one of some choices, with a title of its own, or none.
  ///
  /// The title is the schema's ``name``; a string is written out wherever it occurs all the same.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - title: The title, or `nil` for none.
  ///   - description: What its values are for, in words for the model.
  ///   - choices: The choices, in the order in which they are to be listed.
  public init(
    type: any Generable.Type, title: String?, description: String? = nil, anyOf choices: [String]
  ) {
    self.init(
      subject: .type(type), titling: title.map { Titling.title($0) } ?? .untitled,
      summary: description, kind: .string, guides: .one(GuideValue(.choices(choices))))
  }

  /// Creates the schema of an array.
  ///
  /// It has no title, and is written out wherever it occurs.
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - description: What its values are for, in words for the model.
  ///   - element: The type of the elements.
  ///   - guides: What the array satisfies.
  @inlinable
  public init<Element: Generable>(
    type: any Generable.Type, description: String? = nil, arrayOf element: Element.Type,
    guides: [GenerationGuide<[Element]>] = []
  ) {
    self.init(
      type: type, summary: description, arrayOf: element as any Generable.Type,
      guides: GuideList(guides))
  }

  @usableFromInline
  init(
    type: any Generable.Type, summary: String?, arrayOf element: any Generable.Type,
    guides: GuideList
  ) {
    self.init(
      subject: .type(type), summary: summary, kind: .array(of: .type(element)), guides: guides)
  }

  /// Creates the schema of a type that is generated in the same way as another, under guides of
  /// its own.
  ///
  ///     struct Percentage: Generable {
  ///       static var generationSchema: GenerationSchema {
  ///         GenerationSchema(type: Self.self, representing: Int.self, guides: [.range(0...100)])
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - type: The type described.
  ///   - description: What its values are for, in words for the model; `nil` to keep the other's.
  ///   - represented: The type whose schema it shares.
  ///   - guides: What its values satisfy besides.
  @inlinable
  public init<Represented: Generable>(
    type: any Generable.Type, description: String? = nil,
    representing represented: Represented.Type,
    guides: [GenerationGuide<Represented>] = []
  ) {
    self.init(
      type: type, summary: description, representing: represented as any Generable.Type,
      guides: GuideList(guides))
  }

  @usableFromInline
  init(
    type: any Generable.Type, summary: String?, representing represented: any Generable.Type,
    guides: GuideList
  ) {
    self.init(
      subject: .type(type), summary: summary, kind: .alias(of: .type(represented)),
      guides: guides)
  }

  /// The title, or the name of the type described where there is none.
  public var name: String { declaration.name }
}

extension GenerationSchema.Declaration {
  /// The type that is described, unless it is an entry of a table.
  package var describedType: (any Any.Type)? {
    switch subject {
    case .type(let type): return type
    case .entry: return nil
    case .arrayType:
      guard case .array(of: .type(let element)) = kind else { return nil }
      return ArrayType.of(element)
    }
  }

  package var name: String {
    switch (titling, subject) {
    case (.title(let title), _), (.definition(let title), _): title
    case (_, .type(let type)): TypeName(type).unqualified
    case (_, .arrayType): describedType.map { TypeName($0).unqualified } ?? "Array"
    case (_, .entry): table?.name ?? "Schema"
    }
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The name and the kind, with the names of properties.
  public var debugDescription: String {
    "GenerationSchema(\(name): \(kindDescription))"
  }

  private var kindDescription: String {
    switch declaration.kind {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .null: "null"
    case .any: "any value"
    case .never: "no value"
    case .array: "array"
    case .tuple(let elements): "array of \(elements.count)"
    case .object(let properties, .some) where properties.isEmpty: "dictionary"
    case .object(let properties, _): "object with \(properties.map { $0.name })"
    case .anyOf(let choices): "one of \(choices.count)"
    case .alias: "another schema under guides"
    }
  }
}
