/// What a dialect accepts, and how it says what can be said in several ways.
///
/// The rules that nothing is said of are those of plain JSON Schema, draft 2020-12.
public struct DialectRules: Sendable, Hashable {
  /// The keyword that lists an object's properties in order, if there is one.
  public var orderKeyword: String? {
    didSet {
      orderKey = orderKeyword.map { [0x2C] + OutputBuffer.quoted($0) + [0x3A] } ?? []
    }
  }

  /// The order keyword as it stands in an object, with the comma before it and the colon behind.
  private(set) var orderKey: [UInt8] = []

  /// How a reference is described.
  public var referenceDescription: ReferenceDescription = .sibling

  /// Which schema objects carry their title.
  public var titles: Titles = .root

  /// How a property that a value may lack is said.
  public var optional: OptionalForm = .omitted

  /// What is done where `null` is the only value.
  public var null: Handling = .written

  /// What is done where any value is allowed.
  public var anyValue: Handling = .written

  /// Which formats are written, where `format` is, or `nil` for all; others are told in words.
  public var formats: [String]?

  /// Whether what one keyword can say once only, such as a second pattern, is written with `allOf`.
  ///
  /// Where it is not, the further ones are told in the description.
  public var combinesWithAllOf = true

  /// Which names definitions may have.
  public var definitionNames: DefinitionNameRule = .any

  /// Whether the root has to be an object.
  public var requiresObjectAtRoot = false

  /// What is done about types that contain themselves.
  public var recursion: Recursion = .allowed

  /// How large the finished document may be.
  public var limits = DocumentLimits()

  /// Two bits for each constraint: 0 for written, 1 for told, 2 for refused.
  private var handlings: UInt32 = 0

  /// Creates the rules of plain JSON Schema.
  public init() {}

  /// What is done with a constraint.
  public subscript(constraint: Constraint) -> Handling {
    get {
      switch handlings >> (UInt32(constraint.rawValue) * 2) & 3 {
      case 0: .written
      case 1: .told
      default: .refused
      }
    }
    set {
      let bits: UInt32 =
        switch newValue {
        case .written: 0
        case .told: 1
        case .refused: 2
        }
      let shift = UInt32(constraint.rawValue) * 2
      handlings = handlings & ~(3 << shift) | bits << shift
    }
  }

  /// Whether a node's constraints are all written as the keywords that say them.
  func writesAll(of record: ConstraintRecord) -> Bool {
    handlings & record.stated == 0 && record.isSingle
      && (formats == nil || record.format.isNone)
  }

  /// What a dialect does with something that a schema states.
  public enum Handling: Sendable, Hashable {
    /// It is written as the keyword that says it.
    case written

    /// It is told in the description, in words, and a diagnostic says that it is not enforced.
    case told

    /// It is an error, ``SchemaError/unsupported(feature:context:)``.
    case refused
  }

  /// The constraints on values, by the keywords that state them.
  public enum Constraint: UInt8, Sendable, Hashable, CaseIterable {
    /// `enum`.
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

    /// The keyword in JSON Schema.
    public var keyword: String {
      switch self {
      case .choices: "enum"
      case .pattern: "pattern"
      case .format: "format"
      case .minimumLength: "minLength"
      case .maximumLength: "maxLength"
      case .minimum: "minimum"
      case .maximum: "maximum"
      case .minimumCount: "minItems"
      case .maximumCount: "maxItems"
      }
    }
  }

  /// How a reference is described.
  public enum ReferenceDescription: Sendable, Hashable {
    /// `description` stands beside `$ref`.
    case sibling

    /// The reference stands in an `anyOf` of one, beside the description.
    case wrapped
  }

  /// Which schema objects carry their title.
  public enum Titles: Sendable, Hashable {
    /// The root only.
    case root

    /// The root, and every definition under its name.
    case everywhere

    /// None.
    case nowhere
  }

  /// How a property that a value may lack is said.
  public enum OptionalForm: Sendable, Hashable {
    /// It is absent from `required`.
    case omitted

    /// It is required, and may be `null`.
    case nullable
  }

  /// What is done about types that contain themselves.
  public enum Recursion: Sendable, Hashable {
    /// Nothing: all recursion is accepted.
    case allowed

    /// Recursion has to pass a property that a value may lack; a diagnostic says where it does not.
    case throughOptionalProperties

    /// Recursion is an error.
    case refused
  }
}

/// How large a document may be; `nil` for any size.
public struct DocumentLimits: Sendable, Hashable {
  /// How deep objects and arrays may nest in the root, or in one definition.
  public var depth: Int?

  /// How many properties all objects may have together.
  public var properties: Int?

  /// How many choices all lists may have together.
  public var choices: Int?

  /// How many characters the name of a property or a definition may have.
  public var nameLength: Int?

  /// How many characters all names of properties and definitions, and all choices, may have together.
  public var characters: Int?

  /// How many properties that a value may lack all objects may have together.
  public var optionalProperties: Int?

  /// How many unions there may be.
  public var unions: Int?

  /// Creates limits that allow any size.
  public init() {}

  var isUnlimited: Bool { self == DocumentLimits() }
}
