import SchemaModel

/// The constructs that a dialect accepts, and the forms in which it writes them.
///
/// New rules state nothing but types, properties and elements: a dialect names the constraints that
/// it can state. Others are described in words or rejected, so a constraint that is added to
/// the library later never reaches a provider that does not know it.
///
///     var rules = DialectRules(stating: [.choices, .minimum, .maximum])
///     rules.keywords.propertyOrder = "order"
///     rules.objects.additionalProperties = .written(patterns: .rejected)
public struct DialectRules: Sendable, Hashable {
  /// The names of the keywords and of the types.
  public var keywords = Keywords()

  /// The schema objects that have their title.
  public var titles: Titles = .root

  /// The form of schemas that have a title, which are written once and referenced; `nil` if they
  /// are written inline wherever they occur, and a type that contains itself is an error.
  public var definitions: DefinitionRules? = DefinitionRules()

  /// The form of an optional property.
  public var optional: OptionalForm = .omitted

  /// The form of a value that may also be `null`.
  public var nullForm: NullForm = .typeList

  /// The forms of objects.
  public var objects = ObjectRules()

  /// The form of an array of a fixed number of elements with a schema each.
  public var tuples: Tuples = .rejected

  /// The form of a list of choices.
  public var choices = ChoiceRules()

  /// The values that constraints may have, and the constraints that may stand together.
  public var constraints = ConstraintRules()

  /// The limits on the finished document.
  public var limits = DocumentLimits()

  /// The limits above which a warning says that the document may be rejected.
  public var advisableLimits = DocumentLimits()

  /// The sum of the `maxItems` of all arrays above which a warning says that the document may be
  /// rejected; `nil` for any number.
  public var advisableElements: Int?

  /// The handling of each constraint, by its position.
  private var handlings = Array(repeating: Handling.described, count: Constraint.allCases.count)

  private var null = Support.rejected
  private var anyValue = Support.rejected
  private var otherRoot = Support.written
  private var emptyObject = Support.written

  /// Creates rules that state no constraint but those that are named.
  ///
  /// - Parameter constraints: The constraints that are written; all others are described, unless
  ///   they are set to something else.
  public init(stating constraints: [Constraint] = []) {
    for constraint in constraints { handlings[constraint.position] = .written }
  }

  /// The handling of a constraint.
  public subscript(constraint: Constraint) -> Handling {
    get { handlings[constraint.position] }
    set { handlings[constraint.position] = newValue }
  }

  /// The support for a construct.
  ///
  ///     rules[.null] = .written
  public subscript(construct: Construct) -> Support {
    get {
      switch construct {
      case .null: null
      case .anyValue: anyValue
      case .otherRoot: otherRoot
      case .emptyObject: emptyObject
      }
    }
    set {
      switch construct {
      case .null: null = newValue
      case .anyValue: anyValue = newValue
      case .otherRoot: otherRoot = newValue
      case .emptyObject: emptyObject = newValue
      }
    }
  }

  /// The support for types that contain themselves, which need definitions.
  package var recursion: Recursion { definitions?.recursion ?? .rejected }

  /// The rules of plain JSON Schema (draft 2020-12), which states everything.
  public static var jsonSchema: DialectRules {
    var rules = DialectRules(stating: .jsonSchema)
    rules[.null] = .written
    rules[.anyValue] = .written
    rules.objects.additionalProperties = .written(patterns: .written)
    rules.objects.open = .written(forbidden: .written)
    rules.tuples = .written(closedBy: .maximumCount)
    rules.constraints.combination = .allOf
    return rules
  }
}

extension DialectRules {
  /// The kinds of schemas, besides dictionaries and tuples, that not all readers understand.
  public enum Construct: Sendable, Hashable, CaseIterable {
    /// `null` as the only value; rejected unless a dialect states it.
    case null

    /// A value of any kind; rejected unless a dialect states it.
    case anyValue

    /// A root that is not an object.
    case otherRoot

    /// A closed object without properties below the root.
    case emptyObject
  }

  /// The support of a dialect for a kind of schema that not all readers understand.
  public enum Support: Sendable, Hashable {
    /// It is written.
    case written

    /// It is written, with a warning that the reader may not understand it.
    case warned

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The schema objects that have their title.
  public enum Titles: Sendable, Hashable {
    /// The root only.
    case root

    /// Every object and union: the root has its title, a definition its name, and any other schema
    /// the name of the property around it.
    case everywhere

    /// Every schema that declares one; a definition has its name.
    case declared

    /// None.
    case nowhere
  }

  /// The form of an optional property.
  public enum OptionalForm: Sendable, Hashable {
    /// It is absent from `required`.
    case omitted

    /// It is required, and may be `null`.
    case nullable
  }

  /// The form of a value that may also be `null`.
  public enum NullForm: Sendable, Hashable {
    /// `null` joins the type, as in `"type": ["string", "null"]`, and a list of choices; a
    /// reference stands in an `anyOf` next to `{"type": "null"}`.
    case typeList

    /// The schema stands in an `anyOf` next to `{"type": "null"}`.
    case union

    /// The keyword `nullable`, as in OpenAPI 3.0, which also replaces a `null` alternative of a
    /// union.
    case keyword
  }

  /// The form of an array of fixed length.
  ///
  /// Its length is stated by the keywords of ``Constraint/minimumCount`` and
  /// ``Constraint/maximumCount``, as far as the dialect states those.
  public enum Tuples: Sendable, Hashable {
    /// It is written.
    case written(closedBy: Closing)

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    var support: Support { self == .rejected ? .rejected : .written }

    /// The keyword that says that there are no further elements.
    public enum Closing: Sendable, Hashable {
      /// `maxItems`.
      case maximumCount

      /// `items: false`.
      case items
    }
  }
}

extension DialectRules {
  /// Indicates whether `null` joins the choices of a node that may also be `null`.
  ///
  /// Next to `null` in a union, or a keyword for it, the list needs no `null` of its own.
  func listsNull(of kind: SchemaKind, isNullable: Bool) -> Bool {
    isNullable && (nullForm == .typeList || kind == .any)
  }
}

extension DialectRules {
  /// The names under which a dialect writes keywords and types.
  ///
  ///     rules.keywords[.definitions] = "types"
  ///     rules.keywords[.maximum] = "atMost"
  ///
  /// Limits are measured on the schema and not on its text, so a renamed keyword is measured too.
  public struct Keywords: Sendable, Hashable {
    /// The list of an object's properties in order; `nil` to write none.
    public var propertyOrder: String?

    /// The spelling of the names of types.
    public var typeNames: TypeNames = .lowercase

    /// The names in the dialect of the keywords that it renames, by those in JSON Schema.
    private var renamed: [String: String] = [:]

    /// Creates the keywords of JSON Schema.
    public init() {}

    /// The name of a keyword.
    public subscript(keyword: Keyword) -> String {
      get { renamed[keyword.rawValue] ?? keyword.rawValue }
      set { rename(keyword.rawValue, to: newValue) }
    }

    /// The name of the keyword of a constraint.
    ///
    /// The three lists of choices share one name, so `keywords[.choices]` renames all of them.
    public subscript(constraint: Constraint) -> String {
      get { renamed[constraint.keyword] ?? constraint.keyword }
      set { rename(constraint.keyword, to: newValue) }
    }

    private mutating func rename(_ keyword: String, to name: String) {
      renamed[keyword] = name == keyword ? nil : name
    }
  }

  /// The keywords that do not state a constraint, by their names in JSON Schema.
  public enum Keyword: String, Sendable, Hashable, CaseIterable {
    /// The type of value.
    case type
    /// The title.
    case title
    /// The description.
    case description
    /// A reference.
    case reference = "$ref"
    /// The definitions.
    case definitions = "$defs"
    /// The named properties of an object.
    case properties
    /// The properties of an object whose names match patterns.
    case patternProperties
    /// The names of the properties that an object must have.
    case required
    /// The properties of an object that are not named.
    case additionalProperties
    /// The elements of an array.
    case items
    /// The first elements of an array, one schema each.
    case prefixItems
    /// The alternatives of a union.
    case anyOf
    /// The schemas that a value has to satisfy together.
    case allOf
    /// A single choice.
    case constant = "const"
    /// The keyword of OpenAPI 3.0 for a value that may be `null`.
    case nullable
  }

  /// The spelling of the names of types.
  public enum TypeNames: Sendable, Hashable {
    /// As in JSON Schema: `string`.
    case lowercase

    /// As in the protocol buffers of some services: `STRING`.
    case uppercase
  }
}

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
    /// The form of an object with named properties that is open to any others.
    public var open: OpenObjects = .closed

    /// The support for dictionaries: properties without a name that are described by a schema, and
    /// objects without named properties that are open to any.
    public var additionalProperties: AdditionalProperties = .rejected

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

  /// The support for dictionaries, and with it that for properties whose names match a pattern.
  public enum AdditionalProperties: Sendable, Hashable {
    /// Dictionaries are written. Properties whose names match a pattern have a support of their
    /// own.
    case written(patterns: Support)

    /// Both are written, with a warning that the reader may not understand them.
    case warned

    /// Both are an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    /// The support for dictionaries.
    package var support: Support {
      switch self {
      case .written: .written
      case .warned: .warned
      case .rejected: .rejected
      }
    }

    /// The support for properties whose names match a pattern.
    package var patterns: Support {
      if case .written(let patterns) = self { patterns } else { support }
    }
  }

  /// The form of an object with named properties that is open to any others, and the keyword of
  /// closed objects.
  public enum OpenObjects: Sendable, Hashable {
    /// It is written open, and a closed object with `additionalProperties: false`. A property that
    /// an open object must not have has a form of its own.
    case written(forbidden: ForbiddenProperties)

    /// It is written closed, by `additionalProperties: false`, with a note: each value of the
    /// closed object is a value of the schema. If it requires more properties than it names, it is
    /// an error.
    case closed

    /// It is written closed, as by ``closed``, but `additionalProperties` is left out: the reader
    /// closes every object.
    case closedWithoutKeyword

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    /// Indicates whether the object is written open.
    package var isWritten: Bool { if case .written = self { true } else { false } }

    /// Indicates whether the object is written closed.
    var isClosed: Bool { self == .closed || self == .closedWithoutKeyword }
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

    /// The keywords next to a list.
    public var adjacentKeywords: AdjacentKeywords = .type

    /// Indicates whether the provider may spell strings of some choices in other capitals.
    ///
    /// A fitted schema reads them in any capitals, where exactly one choice is meant.
    public var mayChangeCapitals = false

    init() {}
  }

  /// The keywords next to a list of choices.
  public enum AdjacentKeywords: Sendable, Hashable {
    /// No keyword.
    case nothing

    /// The `type` of the choices.
    case type

    /// The `type`, and the pattern that all of the choices match, if they have one.
    case typeAndPattern
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

    /// The constraints that may stand together on one value.
    public var combination: Combination = .differentKeywords

    init() {}
  }

  /// The constraints that may stand together on one value.
  public enum Combination: Sendable, Hashable {
    /// A string has a pattern, a format or lengths: the first of these that can be written. Other
    /// values have constraints with different keywords.
    case firstOnStrings

    /// Constraints with different keywords: of several patterns, formats or multiples, the first.
    case differentKeywords

    /// All constraints: a second pattern, format or multiple is written in an `allOf`.
    case allOf
  }

  /// The bounds on numbers that are written.
  public enum BoundRule: Sendable, Hashable {
    /// All of them.
    case any

    /// Bounds on integers that fit into 64 bits with a sign.
    case integers
  }
}
