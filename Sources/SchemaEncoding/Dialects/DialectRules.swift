public import SchemaModel

/// The constructs that a dialect accepts, and the forms in which it writes them.
///
/// New rules state only types, properties and elements. A dialect names the constraints that it can
/// state, and all other constraints are described or rejected. A constraint that the library adds
/// later therefore never reaches a provider that does not know it.
///
///     var rules = DialectRules(stating: [.choices, .minimum, .maximum])
///     rules.keywords.propertyOrder = "order"
///     rules.objects.additionalProperties = .written(patterns: .rejected)
///
/// The rules that are functions get the part of the schema that they decide on:
///
///     rules.constraints.pattern = { $0.usesLookaround ? nil : $0.source }
public struct DialectRules: Sendable {
  /// The names of the keywords and of the types.
  public var keywords = Keywords()

  /// Returns the title that is written in the schema of a node; `nil` for no title.
  ///
  /// The second argument is the name of the definition, if the schema of the node is a definition.
  /// Unless a dialect sets another function, only the root has its title.
  public var title: @Sendable (SchemaGraph.Node, _ definition: String?) -> String? = {
    $1 == nil ? $0.title : nil
  }

  /// Indicates whether an object that fitting puts around the root has the title of the root.
  package var keepsRootTitle = false

  /// The form of schemas that have a title and are written once and referenced.
  ///
  /// If it is `nil`, all schemas are written inline wherever they occur, and a type that contains
  /// itself is an error.
  public var definitions: DefinitionRules? = DefinitionRules()

  /// The form of an optional property.
  public var optional: OptionalForm = .omitted

  /// The form of a value that may also be `null`.
  public var nullForm: NullForm = .typeList

  /// The forms of objects.
  public var objects = ObjectRules()

  /// The form of an array whose first elements have schemas of their own.
  ///
  /// ``Construct/furtherElements`` is the support for elements after them.
  public var tuples: Tuples = .rejected

  /// The forms of constraints, and the constraints that a value may have together.
  public var constraints = ConstraintRules()

  /// The limits above which a document is an error,
  /// `SchemaError.limitExceeded(limit:value:maximum:context:)`.
  public var limits = DocumentLimits()

  /// The limits above which a document has a warning that it may be rejected.
  public var advisedLimits = DocumentLimits()

  /// Indicates whether keywords of imported documents that no constraint stands for, such as `not`,
  /// are written as they are.
  ///
  /// Otherwise the description tells them.
  package var writesOtherKeywords = false

  /// The sum of the `maxItems` of all arrays above which a document has such a warning; `nil` for
  /// any sum.
  package var advisedElements: Int?

  /// The size of a document in bytes, with its definitions, above which it has such a warning;
  /// `nil` for any size.
  package var advisedSize: Int?

  /// The handling of each constraint, indexed by the constraints' raw values.
  private var handlings = Array(repeating: Handling.described, count: Constraint.allCases.count)

  /// The support for each construct, indexed by the constructs' raw values.
  private var supports = Construct.allCases.map(\.defaultSupport)

  /// Creates rules that state only the named constraints.
  ///
  /// - Parameter constraints: The constraints that are written. All other constraints are
  ///   described, unless the rules are changed.
  public init(stating constraints: [Constraint] = []) {
    for constraint in constraints { handlings[constraint.rawValue] = .written }
  }

  /// The handling of a constraint.
  public subscript(constraint: Constraint) -> Handling {
    get { handlings[constraint.rawValue] }
    set { handlings[constraint.rawValue] = newValue }
  }

  /// The support for a construct.
  ///
  ///     rules[.null] = .written
  public subscript(construct: Construct) -> Support {
    get { supports[construct.rawValue] }
    set { supports[construct.rawValue] = newValue }
  }

  /// The support for types that contain themselves, which need definitions.
  package var recursion: Recursion { definitions?.recursion ?? .rejected }

  /// The rules of plain JSON Schema (draft 2020-12), which states everything.
  package static var jsonSchema: DialectRules {
    var rules = DialectRules(stating: .jsonSchema)
    rules[.null] = .written
    rules[.anyValue] = .written
    rules.objects.additionalProperties = .written(patterns: .written)
    rules.objects.open = .written(forbidden: .written)
    rules.objects.areOpenByDefault = true
    rules.tuples = .closedByMaximumCount
    rules[.furtherElements] = .written
    rules.constraints.combination = .allOf
    return rules
  }
}

extension DialectRules {
  /// The kinds of schemas that some readers do not understand, except dictionaries and tuples.
  public enum Construct: Int, Sendable, CaseIterable {
    /// `null` as the only value. It is rejected unless a dialect sets another support.
    case null

    /// A value of any kind. It is rejected unless a dialect sets another support.
    case anyValue

    /// A root that is not an object.
    case otherRoot

    /// A closed object that is below the root and has no properties.
    case emptyObject

    /// Elements of an array after those that have schemas of their own: `items` beside
    /// `prefixItems`. They are rejected unless a dialect sets another support.
    case furtherElements

    fileprivate var defaultSupport: Support {
      switch self {
      case .null, .anyValue, .furtherElements: .rejected
      case .otherRoot, .emptyObject: .written
      }
    }
  }

  /// The support of a dialect for a kind of schema that some readers do not understand.
  public enum Support: Sendable, Hashable {
    /// It is written.
    case written

    /// The schema is written, with a warning that the reader may not understand it.
    case warned

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The form of an optional property.
  public enum OptionalForm: Sendable, Hashable {
    /// The property is absent from `required`.
    case omitted

    /// The property is required, and may be `null`.
    case nullable
  }

  /// The form of a value that may also be `null`.
  public enum NullForm: Sendable, Hashable {
    /// `null` is added to the type, as in `"type": ["string", "null"]`, and to a list of choices. A
    /// reference is in an `anyOf` next to `{"type": "null"}`.
    case typeList

    /// The schema is in an `anyOf` next to `{"type": "null"}`.
    case union

    /// The keyword `nullable`, as in OpenAPI 3.0, which also replaces a `null` alternative of a
    /// union.
    case keyword
  }

  /// The form of an array whose first elements have schemas of their own.
  ///
  /// The keywords of ``Constraint/minimumCount`` and ``Constraint/maximumCount`` state the length,
  /// if the dialect states these constraints.
  public enum Tuples: Sendable, Hashable {
    /// It is written, and `maxItems` forbids further elements.
    case closedByMaximumCount

    /// It is written, and `items: false` forbids further elements.
    case closedByItems

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    var support: Support { self == .rejected ? .rejected : .written }
  }
}

extension DialectRules {
  /// The names under which a dialect writes keywords and types.
  ///
  ///     rules.keywords[.definitions] = "types"
  ///     rules.keywords[.maximum] = "atMost"
  ///
  /// Limits are measured on the schema and not on its text, so they also apply to renamed keywords.
  public struct Keywords: Sendable, Hashable {
    /// The list of an object's properties in order; `nil` to write none.
    public var propertyOrder: String?

    /// Indicates whether the names of types are in capitals, as in `STRING`.
    public var capitalizesTypes = false

    /// The dialect's names of the keywords that it renames, by their names in JSON Schema.
    private var renamed: [String: String] = [:]

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
}

extension DialectRules {
  /// The form of definitions and references.
  public struct DefinitionRules: Sendable, Hashable {
    /// The names that definitions may have.
    public var names: NameRule = .any

    /// Indicates whether a reference with a description is in an `anyOf` of one, next to the
    /// description.
    ///
    /// Otherwise `description` is next to `$ref`.
    public var wrapsDescriptions = false

    /// Indicates whether references to the root refer to a copy of the root among the definitions.
    ///
    /// Otherwise they refer to the root itself: `#`.
    public var copiesRoot = false

    /// The support for types that contain themselves.
    public var recursion: Recursion = .allowed
  }

  /// The support of a dialect for types that contain themselves.
  public enum Recursion: Sendable, Hashable {
    /// All recursion is accepted.
    case allowed

    /// Each cycle has to contain a property, an array or a dictionary that may be absent or empty.
    /// A diagnostic reports cycles that do not.
    case throughOptionalProperties

    /// Recursion is an error.
    case rejected
  }
}

extension DialectRules {
  /// The forms of objects.
  public struct ObjectRules: Sendable, Hashable {
    /// The form of an object that has named properties and allows any other properties.
    public var open: OpenObjects = .closed

    /// The support for dictionaries: for unnamed properties that a schema describes, and for
    /// objects that have no named properties and allow any.
    public var additionalProperties: AdditionalProperties = .rejected

    /// Indicates whether an object without the keyword for additional properties is open.
    ///
    /// The keyword is then left out where the document that was read does not mention it.
    var areOpenByDefault = false

    /// The names that properties may have.
    ///
    /// Other names are written with a warning, or changed if the schema is fitted.
    public var propertyNames: NameRule = .any

    /// Indicates whether the reader of the schema generates the required properties of an object
    /// before the others.
    ///
    /// A note reports objects whose declaration has another order.
    public var generatesRequiredFirst = false

    /// The form of a property that an open object must not have.
    var forbidden: Support {
      if case .written(let forbidden) = open { forbidden } else { .rejected }
    }
  }

  /// The support for dictionaries and for properties whose names match a pattern.
  public enum AdditionalProperties: Sendable, Hashable {
    /// Dictionaries are written. Properties whose names match a pattern have separate support.
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

  /// The form of an object that has named properties and allows any other properties.
  public enum OpenObjects: Sendable, Hashable {
    /// The object is written as it is, and a closed object has `additionalProperties: false`.
    ///
    /// `forbidden` is the support for a property that an open object must not have, or for
    /// properties that it must not have because their names match a pattern. They are written with
    /// the schema `false`, or are left out with a warning that this is not enforced. In a closed
    /// object, they are left out without loss.
    case written(forbidden: Support)

    /// The object is written closed, with `additionalProperties: false` and a note. Each value of
    /// the closed object is a value of the schema. An object that requires more properties than it
    /// names is an error.
    case closed

    /// It is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected

    /// Indicates whether the object is written open.
    package var isWritten: Bool { if case .written = self { true } else { false } }
  }
}

extension DialectRules {
  /// The forms of constraints, and the constraints that a value may have together.
  ///
  /// A constraint that these rules exclude is described.
  public struct ConstraintRules: Sendable {
    /// Indicates whether a list with one choice is `const`, and not an `enum` of one.
    public var singleChoiceIsConstant = false

    /// Indicates whether `type` is next to a list of choices.
    public var choicesHaveType = true

    /// Indicates whether a pattern that the choices match is next to the list of choices.
    package var choicesHavePattern = false

    /// Indicates whether the empty string may be a choice.
    package var allowsEmptyChoice = true

    /// Indicates whether the provider may change the capitals of choices that are strings.
    ///
    /// A fitted schema reads such a choice in any capitals, if exactly one choice matches.
    public var mayChangeCapitals = false

    /// The formats that are written, if `format` is written; `nil` for all formats.
    public var formats: [String]?

    /// Returns a regular expression in the form of the provider, if `pattern` is written; `nil` if
    /// the provider does not support the expression.
    ///
    /// Unless a dialect sets another function, the expression is written as in JSON Schema.
    public var pattern: @Sendable (SchemaPattern) -> String? = { $0.source }

    /// Indicates whether a bound, a length or a count of a node is written, if the dialect writes
    /// this constraint.
    ///
    /// Some providers reject large values, and others accept them without enforcing them. Unless a
    /// dialect sets another function, all values are written.
    public var states: @Sendable (Constraint, SchemaNumber, SchemaGraph.Node) -> Bool = { _, _, _ in
      true
    }

    /// The constraints that one value may have together.
    public var combination: Combination = .differentKeywords
  }

  /// The constraints that one value may have together.
  public enum Combination: Sendable, Hashable {
    /// A string has a pattern, a format or lengths: only the first of these that can be written.
    /// Other values have constraints with different keywords.
    case firstOnStrings

    /// Constraints with different keywords. Only the first of several patterns, formats or
    /// multiples is written.
    case differentKeywords

    /// All constraints. A second pattern, format or multiple is written in an `allOf`.
    case allOf
  }
}
