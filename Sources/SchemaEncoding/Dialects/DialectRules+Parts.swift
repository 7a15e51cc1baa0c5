extension DialectRules {
  /// The form of definitions and references.
  public struct DefinitionRules: Sendable, Hashable {
    /// The names that definitions may have.
    public var names: NameRule = .any

    /// The place of a reference's description.
    public var descriptions: ReferenceDescription = .sibling

    /// The target of references to the root.
    public var root: RootReference = .root

    /// The support for types that contain themselves.
    public var recursion: Recursion = .allowed

    /// Creates the rules of JSON Schema.
    public init() {}
  }

  /// The place of a reference's description.
  public enum ReferenceDescription: Sendable, Hashable {
    /// `description` is next to `$ref`.
    case sibling

    /// The reference is in an `anyOf` of one, next to the description.
    case wrapped
  }

  /// The target of references to the root.
  public enum RootReference: Sendable, Hashable {
    /// The root itself: `#`.
    case root

    /// A copy of the root among the definitions, written if something refers to it.
    case definition
  }

  /// The support of a dialect for types that contain themselves.
  public enum Recursion: Sendable, Hashable {
    /// All recursion is accepted.
    case allowed

    /// Recursion has to pass a property, an array or a dictionary that may be absent or empty; a
    /// diagnostic says where it does not.
    case throughOptionalProperties

    /// Recursion is an error.
    case rejected
  }
}

extension DialectRules {
  /// The forms of objects.
  public struct ObjectRules: Sendable, Hashable {
    /// Indicates whether `additionalProperties: false` is written for objects with known
    /// properties.
    public var statesClosed = true

    /// The form of an object with named properties that is open to any others.
    public var open: OpenObjects = .closed

    /// The support for dictionaries: properties without a name that are described by a schema, and
    /// objects without named properties that are open to any.
    public var additionalProperties: Support = .rejected

    /// The support for properties whose names match a pattern; `nil` for the value of
    /// ``additionalProperties``.
    public var patternProperties: Support?

    /// The support for a closed object without properties below the root.
    public var empty: Support = .written

    /// The names that properties may have; others are written with a warning, or changed where the
    /// schema is fitted.
    public var propertyNames: NameRule = .any

    /// The order in which the reader of the schema generates the properties of an object.
    public var propertyOrder: PropertyOrder = .declared

    init() {}

    /// The form of a property that an object must not have although others are open.
    var forbidden: ForbiddenProperties {
      if case .written(let forbidden) = open { forbidden } else { .rejected }
    }
  }

  /// The form of an object with named properties that is open to any others.
  public enum OpenObjects: Sendable, Hashable {
    /// It is written open. A property that it must not have has a form of its own.
    case written(forbidden: ForbiddenProperties)

    /// It is written closed, with a note: every value of that is still a value of the schema. If it
    /// requires more properties than it names, it is an error.
    case closed

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    /// Indicates whether the object is written open.
    package var isWritten: Bool { if case .written = self { true } else { false } }
  }

  /// The form of a property that an open object must not have, or of those whose names match a
  /// pattern.
  ///
  /// If the object is closed, a property that it must not have is left out, and nothing is lost.
  public enum ForbiddenProperties: Sendable, Hashable {
    /// It is written with the schema `false`.
    case written

    /// It is left out, with a warning that it is not enforced.
    case omitted

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// In which order the properties of an object are generated.
  public enum PropertyOrder: Sendable, Hashable {
    /// In the order of declaration.
    case declared

    /// Required properties first; a note says where that is not the order of declaration.
    case requiredFirst
  }
}

extension DialectRules {
  /// The form of a list of choices.
  public struct ChoiceRules: Sendable, Hashable {
    /// The form of a list with one choice.
    public var single: ConstantForm = .choices

    /// Indicates whether a list has its `type` next to it.
    public var statesType = true

    /// Indicates whether a list has next to it the pattern that all of its choices match.
    public var statesPattern = false

    /// Indicates whether the provider may spell strings of some choices in other capitals.
    ///
    /// A fitted schema reads them in any capitals, where exactly one choice is meant.
    public var mayChangeCapitals = false

    init() {}
  }

  /// The form of a list with one choice.
  public enum ConstantForm: Sendable, Hashable {
    /// `enum` with one element.
    case choices

    /// `const`.
    case constant
  }
}

extension DialectRules {
  /// The values that constraints may have, and the constraints that may stand together.
  ///
  /// A constraint that these rules exclude at a place is described there.
  public struct ConstraintRules: Sendable, Hashable {
    /// The formats that are written, where `format` is, or `nil` for all.
    public var formats: [String]?

    /// The patterns that are written, where `pattern` is.
    public var patterns: PatternRule = .any

    /// The bounds that are written, where `minimum` and `maximum` are.
    public var bounds: BoundRule = .any

    /// The largest length or count that each constraint may state.
    ///
    /// Some providers reject larger values, and others accept them without enforcing them.
    public var largestCounts: [Constraint: Int] = [:]

    /// Indicates whether a pattern, a format and lengths may constrain one string together.
    ///
    /// If they may not, the first of them that can be written is written.
    public var combinesStrings = true

    /// Indicates whether a second pattern, format or multiple is written in an `allOf`.
    public var usesAllOf = false

    init() {}
  }

  /// The bounds on numbers that are written.
  public enum BoundRule: Sendable, Hashable {
    /// All of them.
    case any

    /// Bounds on integers that fit into 64 bits with a sign.
    case integers
  }
}
