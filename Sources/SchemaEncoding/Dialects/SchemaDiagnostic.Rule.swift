public import SchemaModel

extension SchemaDiagnostic {
  /// The rule that a diagnostic reports.
  ///
  /// A minor release may add cases.
  public enum Rule: String, Sendable, CaseIterable {
    /// A list of allowed values (`enum`).
    case choices = "dialect.enum"
    /// Allowed strings that differ in capitals only, which the provider may change.
    case capitals = "dialect.capitals"
    /// A regular expression for strings (`pattern`).
    case pattern = "dialect.pattern"
    /// A named format of strings (`format`).
    case format = "dialect.format"
    /// A least length of strings (`minLength`).
    case minimumLength = "dialect.min-length"
    /// A largest length of strings (`maxLength`).
    case maximumLength = "dialect.max-length"
    /// A least number (`minimum`).
    case minimum = "dialect.minimum"
    /// A lower bound that is not allowed itself (`exclusiveMinimum`).
    case exclusiveMinimum = "dialect.exclusive-minimum"
    /// A largest number (`maximum`).
    case maximum = "dialect.maximum"
    /// An upper bound that is not allowed itself (`exclusiveMaximum`).
    case exclusiveMaximum = "dialect.exclusive-maximum"
    /// A number of which all values are multiples (`multipleOf`).
    case multipleOf = "dialect.multiple-of"
    /// A least number of elements (`minItems`).
    case minimumCount = "dialect.min-items"
    /// A largest number of elements (`maxItems`).
    case maximumCount = "dialect.max-items"
    /// A least number of properties (`minProperties`).
    case minimumPropertyCount = "dialect.min-properties"
    /// A largest number of properties (`maxProperties`).
    case maximumPropertyCount = "dialect.max-properties"

    /// A root that is not an object.
    case root = "dialect.root"
    /// A schema that accepts any value.
    case anyValue = "dialect.any-value"
    /// A schema that accepts only null.
    case null = "dialect.null"
    /// An array with a schema for each element (`prefixItems`).
    case tuple = "dialect.tuple"
    /// A dictionary, whose properties are not named (`additionalProperties`).
    case additionalProperties = "dialect.additional-properties"
    /// Properties whose names match a pattern (`patternProperties`).
    case patternProperties = "dialect.pattern-properties"
    /// A property that an object must not have.
    case forbiddenProperty = "dialect.forbidden-property"
    /// An object that allows properties which it does not name.
    case openObject = "dialect.open-object"
    /// The name of a property, which is too long or has characters that are not allowed.
    case propertyName = "dialect.property-name"
    /// An order of properties in which the dialect does not generate them.
    case propertyOrder = "dialect.property-order"
    /// A type that contains itself.
    case recursion = "dialect.recursion"
    /// The largest number of elements of all arrays together.
    case elementTotal = "dialect.element-total"
    /// A keyword that the adaptation of a dialect must not set.
    case adaptation = "dialect.adaptation"
    /// A part of the schema that fitting writes in another form.
    case fitted = "dialect.fitted"

    /// Two different types with one name.
    case duplicateType = "schema.duplicate-type"
    /// Two properties of one object with one name.
    case duplicateProperty = "schema.duplicate-property"
    /// A list of choices without any choice.
    case emptyChoices = "schema.empty-choices"
    /// A reference to a name that is not defined.
    case undefinedReference = "schema.undefined-reference"
    /// A schema without a title that contains itself.
    case circularDependency = "schema.circular-dependency"
    /// Constraints that no value satisfies together.
    case contradictoryGuides = "schema.contradictory-guides"
    /// A constraint that does not fit its kind of value.
    case invalidGuide = "schema.invalid-guide"
    /// A schema that the dialect, or JSON Schema itself, cannot express.
    case unsupported = "schema.unsupported"
    /// A schema above a limit, such as that on depth.
    case limitExceeded = "schema.limit-exceeded"
    /// A part of a document that validation does not check.
    case notChecked = "schema.not-checked"
    /// A constraint that token masks do not enforce.
    case notEnforced = "mask.not-enforced"
    /// A finding of a dialect that has no rule in this list.
    case other = "schema.other"

    /// The stable name of the rule, as reports print it.
    public var code: String { rawValue }

    /// The rule of an error.
    ///
    /// - Parameter error: The error.
    public init(_ error: SchemaError) {
      switch error {
      case .duplicateType: self = .duplicateType
      case .duplicateProperty: self = .duplicateProperty
      case .emptyTypeChoices: self = .emptyChoices
      case .undefinedReferences: self = .undefinedReference
      case .circularDependency: self = .circularDependency
      case .contradictoryGuides: self = .contradictoryGuides
      case .invalidGuide: self = .invalidGuide
      case .unsupported: self = .unsupported
      case .limitExceeded: self = .limitExceeded
      }
    }

    /// The rule of a constraint that a dialect does not state.
    init(_ constraint: DialectRules.Constraint) {
      switch constraint {
      case .choices, .numberChoices, .mixedChoices: self = .choices
      case .pattern: self = .pattern
      case .format: self = .format
      case .minimumLength: self = .minimumLength
      case .maximumLength: self = .maximumLength
      case .minimum: self = .minimum
      case .exclusiveMinimum: self = .exclusiveMinimum
      case .maximum: self = .maximum
      case .exclusiveMaximum: self = .exclusiveMaximum
      case .multipleOf: self = .multipleOf
      case .minimumCount: self = .minimumCount
      case .maximumCount: self = .maximumCount
      case .minimumPropertyCount: self = .minimumPropertyCount
      case .maximumPropertyCount: self = .maximumPropertyCount
      }
    }
  }
}
