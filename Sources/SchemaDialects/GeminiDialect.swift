public import SchemaEncoding

/// The dialect of Gemini (`responseJsonSchema`, or `responseFormat.text.schema`).
///
/// - `propertyOrdering` lists an object's properties in order.
/// - Only `$` keywords may be next to `$ref`, so a reference with a description is wrapped in an
///   `anyOf` of one.
/// - Gemini does not read `pattern`, `minLength` and `maxLength`, so they are described. Formats
///   other than `date-time`, `date` and `time` are also described.
/// - Numbers only have `minimum` and `maximum`, which are inclusive: exclusive bounds on numbers
///   that are not integers and `multipleOf` are described, and so are counts of properties. `enum`
///   lists strings or numbers; other choices are described.
/// - Dictionaries are written as documented, with a warning: users report that they come back
///   empty. An array of objects with a key and a value is safer.
/// - A single choice is an `enum` of one, because Gemini does not read `const`.
/// - A type may contain itself through an optional property, or through an array or a dictionary
///   that may be empty. A diagnostic reports other recursion.
/// - Arrays that may have more than 960 elements together are a warning: users report that such
///   requests fail without an explanation.
/// - An empty string among choices is an error: users report that the service rejects the request.
///
/// Fitted (`SchemaEncoder.fit(_:)`): dictionaries, further properties of an object that have a
/// schema or names that match a pattern, values of any kind, and choices of several kinds or with
/// an empty string.
///
/// Source: the field documentation of `response_json_schema` in google-genai 3.4.0, and Google's
/// guide "Structured outputs", whose example of a recursive schema refers to the root by `#` in a
/// required array. The field documentation allows only optional properties; a later error message
/// of the service names optional properties and possibly empty arrays.
///
/// Not verified against the service: the largest depth of a schema; a value of any kind, so it is a
/// warning; names of definitions beyond ASCII letters, digits, `_`, `.` and `-`, which are avoided;
/// an `anyOf` of one around a `$ref`.
public struct GeminiDialect: SchemaDialect {
  /// `gemini`.
  public let name = "gemini"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .numberChoices, .format, .minimum, .maximum, .minimumCount, .maximumCount,
    ])
    rules.keywords.propertyOrder = "propertyOrdering"
    rules.definitions?.wrapsDescriptions = true
    rules[.null] = .written
    rules[.anyValue] = .warned
    rules.objects.additionalProperties = .warned
    rules.objects.open = .written(forbidden: .warned)
    rules.tuples = .closedByMaximumCount
    rules[.furtherElements] = .written
    rules.constraints.formats = ["date-time", "date", "time"]
    rules.definitions?.recursion = .throughOptionalProperties
    rules.definitions?.names = .ascii()
    rules.advisedElements = 960
    rules.constraints.allowsEmptyChoice = false
    return rules
  }
}
