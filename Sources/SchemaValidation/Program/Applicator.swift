import IndexedTables
import SchemaDocuments

/// A keyword that applies schemas to the same value, or to the parts that no other keyword
/// evaluates.
///
/// Ranges refer to the lists of parts and of dependents in the program.
enum Applicator: Sendable {
  case reference(SchemaIndex, keyword: Keyword)
  case allOf(EntryRange<SchemaIndex>)
  case anyOf(Alternatives)
  case oneOf(Alternatives)
  case not(SchemaIndex)
  case conditional(SchemaIndex, then: SchemaIndex?, otherwise: SchemaIndex?)
  case dependents(EntryRange<Dependent>)
  case contains(SchemaIndex, minimum: Int?, maximum: Int?, countsAsEvaluated: Bool)
  case unevaluatedProperties(SchemaIndex)
  case unevaluatedItems(SchemaIndex)

  struct Dependent: Sendable {
    let keyword: Keyword
    let name: String
    /// The schema of the objects that have the property.
    let schema: SchemaIndex?
    /// The properties that these objects must also have.
    let required: [String]
  }

  /// The schemas under `anyOf` or `oneOf`.
  struct Alternatives: Sendable {
    /// The schemas among the program's parts.
    let schemas: EntryRange<SchemaIndex>
    /// The property that distinguishes the schemas.
    let discriminator: EntryIndex<Discriminator>?

    init(schemas: EntryRange<SchemaIndex>, discriminator: EntryIndex<Discriminator>? = nil) {
      self.schemas = schemas
      self.discriminator = discriminator
    }
  }

  /// The keyword.
  ///
  /// For dependents, it is `dependentSchemas`, whatever keywords the dependents have. Violations
  /// have the keyword of the dependent.
  var keyword: Keyword {
    switch self {
    case .reference(_, let keyword): keyword
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .oneOf: .oneOf
    case .not: .not
    case .conditional: .if
    case .dependents: .dependentSchemas
    case .contains: .contains
    case .unevaluatedProperties: .unevaluatedProperties
    case .unevaluatedItems: .unevaluatedItems
    }
  }

  /// The schemas under `anyOf` or `oneOf`.
  var alternatives: Alternatives? {
    switch self {
    case .anyOf(let alternatives), .oneOf(let alternatives): alternatives
    default: nil
    }
  }

  /// Returns the same union with a distinguishing property; other keywords stay unchanged.
  func distinguished(by discriminator: EntryIndex<Discriminator>) -> Applicator {
    switch self {
    case .anyOf(let union):
      .anyOf(Alternatives(schemas: union.schemas, discriminator: discriminator))
    case .oneOf(let union):
      .oneOf(Alternatives(schemas: union.schemas, discriminator: discriminator))
    default: self
    }
  }
}
