public import SchemaEncoding

/// The dialect of Cerebras with `strict: true`, in version 2 of its API.
///
/// - Lists of choices, bounds on numbers and `multipleOf` are written. Patterns, formats, lengths
///   and counts are described.
/// - An optional property is required and may be `null`, written as an `anyOf` next to `{"type":
///   "null"}`. Version 1 requires this form, and version 2 accepts it.
/// - The root is an object, and every object is closed. Types that contain themselves, dictionaries
///   and values of any kind are errors.
/// - An array whose first elements have schemas of their own has `items: false` after its
///   `prefixItems`, so further elements are an error. Its smallest length is described.
/// - Objects nest 10 levels deep; there are at most 500 properties, 500 choices, and 5 000
///   characters of names and choices, without descriptions. The page also allows 7 500 characters
///   for the choices of a list of more than 250, which no document can reach.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, values of any kind,
/// arrays with further elements after those with schemas of their own, optional properties, types
/// that contain themselves, and documents above the limits.
///
/// Source: Cerebras' page "Structured Outputs" for version 2, read on 2026-11-22.
///
/// Not verified against the service: the version that an account has without the header
/// `X-Cerebras-Version-Patch`; choices that are not strings; lengths, which depend on the model.
public struct CerebrasDialect: SchemaDialect {
  /// `cerebras`.
  public let name = "cerebras"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .numberChoices, .mixedChoices, .minimum, .maximum, .exclusiveMinimum,
      .exclusiveMaximum, .multipleOf,
    ])
    rules.optional = .nullable
    rules.nullForm = .union
    rules[.null] = .written
    rules.definitions?.wrapsDescriptions = true
    rules.definitions?.names = .ascii(punctuation: "_-")
    rules.constraints.singleChoiceIsConstant = true
    rules.tuples = .closedByItems
    rules[.otherRoot] = .rejected
    rules.definitions?.recursion = .rejected
    rules.limits.objectDepth = 10
    rules.limits.properties = 500
    rules.limits.choices = 500
    rules.limits.characters = 5000
    return rules
  }
}
