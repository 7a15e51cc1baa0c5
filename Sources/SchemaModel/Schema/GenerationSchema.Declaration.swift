extension GenerationSchema {
  /// The contents of a schema, shared by its copies.
  package final class Declaration: Sendable {
    /// The subject of the schema.
    ///
    /// All schemas of one type have the type as their subject. The subject of an entry does not
    /// identify the entry; its table and its index do.
    package let subject: Subject

    package let title: Title

    /// The description of the values, in words for the model.
    package let summary: String?

    /// The kind of value, with references to the schemas inside it.
    package let kind: Kind

    /// `true` if the schema is written once, as a definition, and referenced.
    package let isDefinition: Bool

    /// The declared constraints on the values in addition to their kind, and the rules for
    /// snapshots that show the values.
    package let guides: [GuideValue]

    /// The table that entries refer to, if the schema was made at run time.
    package let table: DynamicSchemaTable?

    init(
      subject: Subject, title: Title, summary: String?, kind: Kind, guides: [GuideValue],
      table: DynamicSchemaTable?
    ) {
      self.subject = subject
      self.title = title
      self.summary = summary
      self.kind = kind
      self.guides = guides
      self.table = table
      isDefinition =
        switch (title, kind) {
        case (.none, _), (_, .never), (_, .alias): false
        case (.definition, _), (_, .object), (_, .anyOf): true
        default: false
        }
    }
  }

  /// The subject of a schema.
  package enum Subject: Sendable {
    /// A type, which conforms to `Generable`.
    case type(any Any.Type)

    /// An entry of a table.
    case entry
  }

  /// The title or the name of a schema.
  package enum Title: Sendable {
    case none

    /// A title, under which an object or a union is written once and referenced.
    case title(String)

    /// A name in a document.
    ///
    /// A schema of any kind is written once under that name and referenced, except an alias and a
    /// schema without values. If a reference has guides, a schema other than an object or a union
    /// is written inline instead.
    case definition(String)
  }

  /// A reference from one schema to another.
  @usableFromInline
  package enum Reference: Sendable {
    /// The schema of a type.
    case type(any Generable.Type)

    /// An entry of the table that the referring schema belongs to.
    case entry(EntryID)

    /// Values of any kind, only because the document does not mention them.
    ///
    /// Only the additional properties of an object and the further elements of a tuple have this
    /// reference.
    case unmentioned
  }

  /// The kind of value that a schema describes, with references to the schemas inside it.
  package enum Kind: Sendable, Equatable {
    case string
    case integer
    case number
    case boolean
    case null
    case any
    case never
    case array(of: Reference)
    /// An array whose first elements have these schemas, in order.
    ///
    /// The last `optional` of them may be absent: an array without an element has no later ones
    /// either. `rest` describes all further elements, if they are allowed. It is
    /// ``Reference/unmentioned`` if the document neither allows nor excludes them. A guide for the
    /// number of elements narrows this number.
    case tuple([Reference], optional: Int = 0, rest: Reference? = nil)
    /// An object with these properties.
    ///
    /// `additional` describes all other properties, if they are allowed. It is
    /// ``Reference/unmentioned`` if the document neither allows nor excludes them.
    case object([Property], additional: Reference?)
    case anyOf([Reference])
    /// The values of another schema, with this schema's own guides.
    case alias(of: Reference)
  }
}

extension GenerationSchema.Kind {
  /// Returns the narrowest kind of all choices: `any` for choices of several kinds.
  package static func enumeration(of choices: [SchemaScalar]) -> Self {
    if choices.allSatisfy({ $0.string != nil }) { return .string }
    if choices.allSatisfy({ $0.number?.isInteger == true }) { return .integer }
    if choices.allSatisfy({ $0.number != nil }) { return .number }
    let isBoolean = choices.allSatisfy { if case .boolean = $0 { true } else { false } }
    return isBoolean ? .boolean : choices.allSatisfy { $0 == .null } ? .null : .any
  }

  /// A kind of value without the schemas inside it, or the target of an alias.
  package enum Outline: Sendable {
    case value(SchemaKind)
    case alias(of: GenerationSchema.Reference)
  }

  /// The kind without the schemas inside it.
  package var outline: Outline {
    switch self {
    case .string: .value(.string)
    case .integer: .value(.integer)
    case .number: .value(.number)
    case .boolean: .value(.boolean)
    case .null: .value(.null)
    case .any: .value(.any)
    case .never: .value(.never)
    case .array: .value(.array)
    case .tuple: .value(.tuple)
    case .object: .value(.object)
    case .anyOf: .value(.anyOf)
    case .alias(let target): .alias(of: target)
    }
  }

  /// The kind without the schemas inside it; `nil` for an alias, which has no kind of its own.
  package var valueKind: SchemaKind? {
    if case .value(let kind) = outline { kind } else { nil }
  }
}

extension GenerationSchema.Declaration {
  /// The title; without one, the name of the type or table.
  package var name: String {
    switch (title, subject) {
    case (.title(let title), _), (.definition(let title), _): title
    case (.none, .type(let type)): TypeName(type).unqualified
    case (.none, .entry): table?.name ?? "Schema"
    }
  }
}

extension GenerationSchema.Declaration: Equatable {
  /// Returns `true` if two declarations of one subject are equal; the subjects are not compared.
  package static func == (
    first: GenerationSchema.Declaration, second: GenerationSchema.Declaration
  ) -> Bool {
    first === second
      || first.title == second.title
        && first.summary.map(ExactText.init) == second.summary.map(ExactText.init)
        && first.guides == second.guides && first.table === second.table
        && first.kind == second.kind
  }
}

extension GenerationSchema.Title: Equatable {
  /// Returns `true` if two titles are equal; texts are equal if they have the same bytes.
  package static func == (first: GenerationSchema.Title, second: GenerationSchema.Title) -> Bool {
    switch (first, second) {
    case (.none, .none): true
    case (.title(let one), .title(let two)), (.definition(let one), .definition(let two)):
      ExactText(one) == ExactText(two)
    default: false
    }
  }
}

extension GenerationSchema.Reference: Equatable {
  /// Returns `true` if two references have the same target.
  @usableFromInline
  package static func == (
    first: GenerationSchema.Reference, second: GenerationSchema.Reference
  ) -> Bool {
    switch (first, second) {
    case (.type(let first), .type(let second)): ObjectIdentifier(first) == ObjectIdentifier(second)
    case (.entry(let first), .entry(let second)): first == second
    case (.unmentioned, .unmentioned): true
    default: false
    }
  }
}
