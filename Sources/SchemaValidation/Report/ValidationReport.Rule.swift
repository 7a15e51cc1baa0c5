import SchemaDocuments

extension ValidationReport {
  /// The rule of a schema that a violation breaks.
  public struct Rule: Sendable, Hashable, CustomStringConvertible {
    /// The keyword of JSON Schema that states the rule, or a word for several keywords.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The value is of another kind.
    public static let type = Rule("type")
    /// A required property is missing.
    public static let required = Rule("required")
    /// An object has a property that its schema does not allow.
    public static let unknownProperty = Rule("additionalProperties")
    /// An object has a property twice.
    public static let duplicateProperty = Rule("duplicate")
    /// The value is not one of the choices.
    public static let choices = Rule("enum")
    /// The string does not match a pattern.
    public static let pattern = Rule("pattern")
    /// The string does not have the required format, such as the format of a date.
    public static let format = Rule("format")
    /// The string is too short or too long.
    public static let length = Rule("length")
    /// The number is out of range.
    public static let bounds = Rule("range")
    /// The number is not a multiple.
    public static let multiple = Rule("multipleOf")
    /// The array has too few or too many elements, or the object too few or too many properties.
    public static let count = Rule("count")
    /// The array has an element twice.
    public static let unique = Rule("uniqueItems")
    /// The array has too few or too many elements of a certain form.
    public static let contains = Rule("contains")
    /// A property is missing that another property requires.
    public static let dependency = Rule("dependentRequired")
    /// The value satisfies no alternative of a union.
    public static let union = Rule("anyOf")
    /// The value satisfies more than one alternative of a union that requires exactly one.
    public static let oneOf = Rule("oneOf")
    /// The schema excludes the value.
    public static let not = Rule("not")
    /// The schema allows no value at all.
    public static let never = Rule("false")
    /// The content is not complete.
    public static let incomplete = Rule("incomplete")

    /// All rules, in the order in which `schema explain` lists them.
    ///
    /// The command lists only these, so each new rule is added here.
    package static let all: [Rule] = [
      type, required, unknownProperty, duplicateProperty, choices, pattern, format, length, bounds,
      multiple, count, unique, contains, dependency, union, oneOf, not, never, incomplete,
    ]

    /// The keyword that states the rule; `nil` if there is none, or if there are several.
    var keyword: Keyword? { Keyword(rawValue: description) }
  }
}
