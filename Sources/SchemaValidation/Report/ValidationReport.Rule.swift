import SchemaDocuments

extension ValidationReport {
  /// The rule of a schema that a violation breaks.
  ///
  /// A minor release may add cases.
  public enum Rule: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The value is of another kind.
    case type
    /// A required property is missing.
    case required
    /// An object has a property that its schema does not allow.
    case unknownProperty = "additionalProperties"
    /// An object has a property twice.
    case duplicateProperty = "duplicate"
    /// The value is not one of the choices.
    case choices = "enum"
    /// The string does not match a pattern.
    case pattern
    /// The string does not have the required format, such as the format of a date.
    case format
    /// The string is too short or too long.
    case length
    /// The number is out of range.
    case bounds = "range"
    /// The number is not a multiple.
    case multiple = "multipleOf"
    /// The array has too few or too many elements, or the object too few or too many properties.
    case count
    /// The array has an element twice.
    case unique = "uniqueItems"
    /// The array has too few or too many elements of a certain form.
    case contains
    /// A property is missing that another property requires.
    case dependency = "dependentRequired"
    /// The value satisfies no alternative of a union.
    case union = "anyOf"
    /// The value satisfies more than one alternative of a union that requires exactly one.
    case oneOf
    /// The schema excludes the value.
    case not
    /// The schema allows no value at all.
    case never = "false"
    /// The content is not complete.
    case incomplete

    /// The keyword of JSON Schema that states the rule, or a word for several keywords.
    public var description: String { rawValue }

    /// The keyword that states the rule; `nil` if there is none, or if there are several.
    var keyword: Keyword? { Keyword(rawValue: rawValue) }
  }
}
