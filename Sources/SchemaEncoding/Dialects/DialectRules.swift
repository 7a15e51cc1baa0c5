import SchemaModel

/// The constructs that a dialect accepts, and the forms in which it writes them.
///
/// New rules state nothing but types, properties and elements: a dialect names the constraints that
/// it can state. Others are described in words or rejected, so a constraint that is added to
/// the library later never reaches a provider that does not know it.
///
///     var rules = DialectRules(stating: [.choices, .minimum, .maximum])
///     rules.keywords.propertyOrder = "order"
///     rules.objects.additionalProperties = .written
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

  /// The support for `null` as the only value.
  public var null: Support = .rejected

  /// The support for a value of any kind.
  public var anyValue: Support = .rejected

  /// The support for a root that is not an object.
  public var otherRoot: Support = .written

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

  /// The support for types that contain themselves, which need definitions.
  package var recursion: Recursion { definitions?.recursion ?? .rejected }

  /// The rules of plain JSON Schema (draft 2020-12), which states everything.
  public static var jsonSchema: DialectRules {
    var rules = DialectRules(stating: .jsonSchema)
    rules.null = .written
    rules.anyValue = .written
    rules.objects.additionalProperties = .written
    rules.objects.open = .written(forbidden: .written)
    rules.tuples = .written(closedBy: .maximumCount)
    rules.constraints.usesAllOf = true
    return rules
  }
}
