import SchemaModel

/// What a dialect accepts, and how it says what can be said in several ways.
///
/// The rules that nothing is said of are those of plain JSON Schema, draft 2020-12.
public struct DialectRules: Sendable, Hashable {
  /// The keyword that lists an object's properties in order, if there is one.
  public var orderKeyword: String? {
    get { if case .keyword(let keyword) = orderListing { keyword } else { nil } }
    set { orderListing = newValue.map { .keyword($0) } ?? .none }
  }

  private(set) var orderListing = OrderListing.none

  /// How a reference is described.
  public var referenceDescription: ReferenceDescription = .sibling

  /// Which schema objects carry their title.
  public var titles: Titles = .root

  /// How a property that a value may lack is said.
  public var optional: OptionalForm = .omitted

  /// How it is said that a value may be `null`, besides what else it may be.
  public var nullForm: NullForm = .typeList

  /// Whether what has a title is defined once and referred to, or written out wherever it occurs.
  public var references: References = .definitions

  /// What a nested occurrence of the root refers to.
  public var rootReference: RootReference = .root

  /// How the names of types are spelled.
  public var typeNames: TypeNames = .lowercase

  /// How the only choice of a list is said.
  public var constants: ConstantForm = .choices

  /// Whether `type` stands beside a list of choices.
  public var statesTypeOfChoices = true

  /// Whether objects that know their properties say `additionalProperties: false`.
  public var closesObjects = true

  /// In which order the reader of the schema has the properties of an object generated.
  public var propertyOrder: PropertyOrder = .declared

  /// What is done where `null` is the only value.
  public var null: Handling = .written

  /// What is done where any value is allowed.
  public var anyValue: Handling = .written

  /// What is done where properties that have no name beforehand are described by a schema, as in
  /// dictionaries, and where an object names no property and is open to all.
  ///
  /// ``Handling/told`` writes them, with a warning.
  public var additionalProperties: Handling = .written

  /// What is done where properties whose names match a pattern are described by a schema: what
  /// ``additionalProperties`` says, unless something else is set.
  ///
  /// ``Handling/told`` writes them, with a warning.
  public var patternProperties: Handling {
    get { statedPatternProperties ?? additionalProperties }
    set { statedPatternProperties = newValue }
  }

  private var statedPatternProperties: Handling?

  /// What is done where an open object must not have some property.
  ///
  /// ``Handling/told`` leaves the property out, with a warning. Where the object is written closed,
  /// the property is left out in any case, and nothing is lost.
  public var forbiddenProperties: Handling = .written

  /// What is done where an object has named properties and is open to any others.
  ///
  /// ``Handling/told`` writes the object closed, with a note: every value of that is still one of
  /// the schema's.
  public var openObjects: Handling = .written

  /// What is done where an array has a fixed number of elements with a schema each.
  ///
  /// ``Handling/told`` writes it, with a warning.
  public var tuples: Handling = .written

  /// Which formats are written, where `format` is, or `nil` for all; others are told in words.
  public var formats: [String]? {
    get { if case .only(let formats) = formatListing { formats } else { nil } }
    set { formatListing = newValue.map { .only($0) } ?? .all }
  }

  private(set) var formatListing = FormatListing.all

  /// Which patterns are written, where `pattern` is; others are told in words.
  public var patterns: PatternRule = .any

  /// Which bounds are written, where `minimum` and `maximum` are; others are told in words.
  public var bounds: BoundRule = .any

  /// The largest count that `minItems` may state, or `nil` for any; larger ones are told in words.
  public var largestMinimumCount: Int?

  /// Whether a pattern, a format and lengths may stand on one string.
  ///
  /// Where they may not, the first of them that is written stands, and the others are told in words.
  public var combinesStringConstraints = true

  /// Whether what one keyword can say once only, such as a second pattern, is written with `allOf`.
  ///
  /// Where it is not, the further ones are told in the description.
  public var combinesWithAllOf = true

  /// Which names definitions may have.
  public var definitionNames: DefinitionNameRule = .any

  /// What is done where the root is not an object.
  public var otherRoot: Handling = .written

  /// What is done about types that contain themselves.
  public var recursion: Recursion = .allowed

  /// How large the finished document may be.
  public var limits = DocumentLimits()

  /// How many elements the `maxItems` of all arrays may allow together before a diagnostic warns
  /// that the document may be rejected; `nil` for any number.
  public var advisableElements: Int?

  /// Two bits for each constraint: 0 for written, 1 for told, 2 for refused.
  private var handlings: UInt64 = 0

  /// Creates the rules of plain JSON Schema.
  public init() {}

  /// What is done with a constraint.
  public subscript(constraint: Constraint) -> Handling {
    get {
      switch handlings >> (UInt64(constraint.rawValue) * 2) & 3 {
      case 0: .written
      case 1: .told
      default: .refused
      }
    }
    set {
      let bits: UInt64 =
        switch newValue {
        case .written: 0
        case .told: 1
        case .refused: 2
        }
      let shift = UInt64(constraint.rawValue) * 2
      handlings = handlings & ~(3 << shift) | bits << shift
    }
  }

  /// Whether a node's constraints are all written as the keywords that say them.
  func writesAll(of record: ConstraintRecord) -> Bool {
    handlings & record.stated == 0 && record.isSingle
      && (formatListing == .all || record.format.isNone)
      && (patterns == .any || record.pattern.isNone)
      && (bounds == .any || record.minimum.isNone && record.maximum.isNone)
      && (largestMinimumCount == nil || record.value(of: .minimumCount) == nil)
      && (combinesStringConstraints || !record.statesString)
  }

  /// What a dialect does with something that a schema states.
  public enum Handling: Sendable, Hashable {
    /// It is written as the keyword that says it.
    case written

    /// It is told in the description, in words, and a diagnostic says that it is not enforced.
    case told

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case refused
  }

  /// The constraints on values, by the keywords that state them.
  public enum Constraint: UInt8, Sendable, Hashable, CaseIterable {
    /// `enum`, of strings.
    case choices
    /// `pattern`.
    case pattern
    /// `format`.
    case format
    /// `minLength`.
    case minimumLength
    /// `maxLength`.
    case maximumLength
    /// `minimum`.
    case minimum
    /// `maximum`.
    case maximum
    /// `minItems`.
    case minimumCount
    /// `maxItems`.
    case maximumCount
    /// `enum`, of numbers.
    case numberChoices
    /// `enum`, of booleans, or of values of several kinds.
    case mixedChoices
    /// `exclusiveMinimum`; of integers it is asked only beyond 64 bits, others have a `minimum`.
    case exclusiveMinimum
    /// `exclusiveMaximum`; of integers it is asked only beyond 64 bits, others have a `maximum`.
    case exclusiveMaximum
    /// `multipleOf`.
    case multipleOf
    /// `minProperties`.
    case minimumPropertyCount
    /// `maxProperties`.
    case maximumPropertyCount

    /// The constraint that a list of choices states: of strings, of numbers, or of others.
    init(choices: [SchemaScalar]) {
      if choices.allSatisfy({ $0.string != nil }) {
        self = .choices
      } else {
        self = choices.allSatisfy { $0.number != nil } ? .numberChoices : .mixedChoices
      }
    }

    /// The keyword in JSON Schema.
    public var keyword: String {
      switch self {
      case .choices, .numberChoices, .mixedChoices: "enum"
      case .pattern: "pattern"
      case .format: "format"
      case .minimumLength: "minLength"
      case .maximumLength: "maxLength"
      case .minimum: "minimum"
      case .maximum: "maximum"
      case .minimumCount: "minItems"
      case .maximumCount: "maxItems"
      case .exclusiveMinimum: "exclusiveMinimum"
      case .exclusiveMaximum: "exclusiveMaximum"
      case .multipleOf: "multipleOf"
      case .minimumPropertyCount: "minProperties"
      case .maximumPropertyCount: "maxProperties"
      }
    }
  }
}
