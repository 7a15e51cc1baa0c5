import SchemaModel

/// The constructs that a dialect accepts, and the forms in which it writes them.
///
/// New rules state nothing but types, properties and elements: a dialect names the constraints that
/// it can state. Others are described in words or rejected, so a constraint that is added to
/// the library later never reaches a provider that does not know it.
///
///     var rules = DialectRules(stating: [.choices, .minimum, .maximum])
///     rules.keywords.propertyOrder = "order"
///     rules.additionalProperties = .written
public struct DialectRules: Sendable, Hashable {
  /// The names of the keywords.
  public var keywords = Keywords()

  /// The place of a reference's description.
  public var referenceDescription: ReferenceDescription = .sibling

  /// The schema objects that have their title.
  public var titles: Titles = .root

  /// The form of an optional property.
  public var optional: OptionalForm = .omitted

  /// The form of a value that may also be `null`.
  public var nullForm: NullForm = .typeList

  /// The place of schemas that have a title: written once and referenced, or wherever they occur.
  public var references: References = .definitions

  /// The target of references to the root.
  public var rootReference: RootReference = .root

  /// The spelling of the names of types.
  public var typeNames: TypeNames = .lowercase

  /// The form of a list with one choice.
  public var constants: ConstantForm = .choices

  /// Indicates whether the provider may spell strings of some choices in other capitals.
  ///
  /// A fitted schema reads them in any capitals, where exactly one choice is meant.
  public var mayChangeCapitals = false

  /// Indicates whether a list of choices has its `type` next to it.
  public var statesTypeOfChoices = true

  /// Indicates whether a list of choices has next to it the pattern that all of them match.
  public var statesPatternBesideChoices = false

  /// Indicates whether `additionalProperties: false` is written for objects with known properties.
  public var closesObjects = true

  /// The order in which the reader of the schema generates the properties of an object.
  public var propertyOrder: PropertyOrder = .declared

  /// The support for `null` as the only value.
  public var null: Support = .rejected

  /// The support for a value of any kind.
  public var anyValue: Support = .rejected

  /// The support for dictionaries: properties without a name that are described by a schema, and
  /// objects without named properties that are open to any.
  public var additionalProperties: Support = .rejected

  /// The support for properties whose names match a pattern; `nil` for the value of
  /// ``additionalProperties``.
  public var patternProperties: Support?

  /// The form of a property that an open object must not have, or of those whose names match a
  /// pattern.
  ///
  /// If the object is closed, a property that it must not have is left out, and nothing is lost.
  public var forbiddenProperties: ForbiddenProperties = .rejected

  /// The form of an object with named properties that is open to any others.
  public var openObjects: OpenObjects = .closed

  /// The support for an array of a fixed number of elements with a schema each.
  ///
  /// Its length is stated by the keywords of ``Constraint/minimumCount`` and
  /// ``Constraint/maximumCount``, as far as the dialect states those.
  public var tuples: Support = .rejected

  /// Indicates whether `items: false` closes an array of fixed length; `maxItems` is then left out.
  public var closesTuples = false

  /// The support for a closed object without properties below the root.
  public var emptyObjects: Support = .written

  /// The support for a root that is not an object.
  public var otherRoot: Support = .written

  /// The formats that are written, where `format` is, or `nil` for all; others are described.
  public var formats: [String]?

  /// The patterns that are written, where `pattern` is; others are described.
  public var patterns: PatternRule = .any

  /// The bounds that are written, where `minimum` and `maximum` are; others are described.
  public var bounds: BoundRule = .any

  /// The largest length or count that each constraint may state; larger ones are described.
  ///
  /// Some providers reject larger values, and others accept them without enforcing them.
  public var largestCounts: [Constraint: Int] = [:]

  /// Indicates whether a pattern, a format and lengths may constrain one string together.
  ///
  /// If they may not, the first of them that can be written is written, and the others are
  /// described.
  public var combinesStringConstraints = true

  /// Indicates whether a second pattern, format or multiple is written in an `allOf`; else it is
  /// described.
  public var combinesWithAllOf = false

  /// The names that definitions may have.
  public var definitionNames: NameRule = .any

  /// The names that properties may have; others are written with a warning, or changed where the
  /// schema is fitted.
  public var propertyNames: NameRule = .any

  /// The support for types that contain themselves.
  public var recursion: Recursion = .allowed

  /// The limits on the finished document.
  public var limits = DocumentLimits()

  /// The limits above which a warning says that the document may be rejected.
  public var advisableLimits = DocumentLimits()

  /// The sum of the `maxItems` of all arrays above which a warning says that the document may be
  /// rejected; `nil` for any number.
  public var advisableElements: Int?

  /// The constraints that are not described, and whether each is written or rejected.
  private var handlings: [Constraint: Handling] = [:]

  /// Creates rules that state no constraint but those that are named.
  ///
  /// - Parameter constraints: The constraints that are written; all others are described, unless
  ///   they are set to something else.
  public init(stating constraints: [Constraint] = []) {
    for constraint in constraints { handlings[constraint] = .written }
  }

  /// The handling of a constraint.
  public subscript(constraint: Constraint) -> Handling {
    get { handlings[constraint] ?? .described }
    set { handlings[constraint] = newValue == .described ? nil : newValue }
  }

  /// The rules of plain JSON Schema (draft 2020-12), which states everything.
  public static var jsonSchema: DialectRules {
    var rules = DialectRules(stating: .jsonSchema)
    rules.null = .written
    rules.anyValue = .written
    rules.additionalProperties = .written
    rules.forbiddenProperties = .written
    rules.openObjects = .written
    rules.tuples = .written
    rules.combinesWithAllOf = true
    return rules
  }
}
