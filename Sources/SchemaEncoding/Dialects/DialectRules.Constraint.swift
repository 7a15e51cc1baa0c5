package import SchemaModel

extension DialectRules {
  /// The handling of a constraint by a dialect.
  public enum Handling: Sendable, Hashable {
    /// The constraint is written as the keyword that states it.
    case written

    /// The constraint is moved into the description, in words. A diagnostic reports that it is not
    /// enforced.
    case described

    /// The constraint is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The constraints on values, by the keywords that state them.
  ///
  /// The raw value is the index in tables with an element for each constraint. Such tables are read
  /// for each constraint that is written. With dictionaries instead, hashing takes 6 % of the time
  /// of writing an object with many constraints.
  public enum Constraint: Int, Sendable, CaseIterable {
    /// `enum`, of strings.
    case choices
    /// `enum`, of numbers.
    case numberChoices
    /// `enum`, of booleans, or of values of several kinds.
    case mixedChoices
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
    /// `exclusiveMinimum`. Integers have a `minimum` instead, if its value fits 64 bits.
    case exclusiveMinimum
    /// `maximum`.
    case maximum
    /// `exclusiveMaximum`. Integers have a `maximum` instead, if its value fits 64 bits.
    case exclusiveMaximum
    /// `multipleOf`.
    case multipleOf
    /// `minItems`.
    case minimumCount
    /// `maxItems`.
    case maximumCount
    /// `minProperties`.
    case minimumPropertyCount
    /// `maxProperties`.
    case maximumPropertyCount

    /// Creates the constraint that a list of choices states.
    package init(choices: [SchemaScalar]) {
      if choices.allSatisfy({ $0.string != nil }) {
        self = .choices
      } else {
        self = choices.allSatisfy { $0.number != nil } ? .numberChoices : .mixedChoices
      }
    }

    /// Indicates whether this is one of the lists of choices, which share the keyword `enum`.
    var isChoices: Bool {
      switch self {
      case .choices, .numberChoices, .mixedChoices: true
      default: false
      }
    }

    /// Indicates whether the other constraints of a value can affect how a dialect handles the
    /// constraint: a value may have the constraint several times, or one constraint may exclude
    /// others.
    var dependsOnOthers: Bool {
      switch self {
      case .pattern, .format, .minimumLength, .maximumLength, .multipleOf: true
      default: false
      }
    }

    /// The keyword in JSON Schema.
    package var keyword: String {
      switch self {
      case .choices, .numberChoices, .mixedChoices: "enum"
      case .pattern: "pattern"
      case .format: "format"
      case .minimumLength: "minLength"
      case .maximumLength: "maxLength"
      case .minimum: "minimum"
      case .exclusiveMinimum: "exclusiveMinimum"
      case .maximum: "maximum"
      case .exclusiveMaximum: "exclusiveMaximum"
      case .multipleOf: "multipleOf"
      case .minimumCount: "minItems"
      case .maximumCount: "maxItems"
      case .minimumPropertyCount: "minProperties"
      case .maximumPropertyCount: "maxProperties"
      }
    }
  }
}

extension [DialectRules.Constraint] {
  /// All constraints that JSON Schema states (draft 2020-12).
  package static var jsonSchema: Self { DialectRules.Constraint.allCases }
}
