public import SchemaModel

extension SchemaDiagnostic {
  /// What a diagnostic is about.
  ///
  /// A minor release may add cases.
  public enum Rule: String, Sendable, CaseIterable {
    case choices = "dialect.enum"
    case pattern = "dialect.pattern"
    case format = "dialect.format"
    case minimumLength = "dialect.min-length"
    case maximumLength = "dialect.max-length"
    case minimum = "dialect.minimum"
    case exclusiveMinimum = "dialect.exclusive-minimum"
    case maximum = "dialect.maximum"
    case exclusiveMaximum = "dialect.exclusive-maximum"
    case multipleOf = "dialect.multiple-of"
    case minimumCount = "dialect.min-items"
    case maximumCount = "dialect.max-items"
    case minimumPropertyCount = "dialect.min-properties"
    case maximumPropertyCount = "dialect.max-properties"

    case root = "dialect.root"
    case anyValue = "dialect.any-value"
    case null = "dialect.null"
    case tuple = "dialect.tuple"
    case additionalProperties = "dialect.additional-properties"
    case patternProperties = "dialect.pattern-properties"
    case forbiddenProperty = "dialect.forbidden-property"
    case openObject = "dialect.open-object"
    case propertyName = "dialect.property-name"
    case propertyOrder = "dialect.property-order"
    case recursion = "dialect.recursion"
    case elementTotal = "dialect.element-total"
    case adaptation = "dialect.adaptation"
    case fitted = "dialect.fitted"

    case duplicateType = "schema.duplicate-type"
    case duplicateProperty = "schema.duplicate-property"
    case emptyChoices = "schema.empty-choices"
    case undefinedReference = "schema.undefined-reference"
    case circularDependency = "schema.circular-dependency"
    case contradictoryGuides = "schema.contradictory-guides"
    case invalidGuide = "schema.invalid-guide"
    case unsupported = "schema.unsupported"
    case limitExceeded = "schema.limit-exceeded"
    case notChecked = "schema.not-checked"
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
