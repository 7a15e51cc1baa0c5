public import SchemaEncoding

/// What Gemini takes as a JSON Schema (`responseJsonSchema`, or `responseFormat.text.schema`).
///
/// - `propertyOrdering` lists an object's properties in order.
/// - Beside `$ref` nothing but `$` keywords may stand, so a reference with a description is wrapped
///   in an `anyOf` of one.
/// - `pattern`, `minLength` and `maxLength` are not among the keywords it reads: they are told in
///   the description. So are formats other than `date-time`, `date` and `time`.
/// - Recursion has to pass a property that may be left out; where it does not, a diagnostic says so.
///
/// Source: the field documentation of `response_json_schema` in google-genai 3.4.0, and Google's
/// guide "Structured outputs". Not verified against the service: whether it accepts `#` as a
/// reference to the root, and how deep a schema may nest.
public struct GeminiDialect: SchemaDialect {
  /// `gemini`.
  public let name = "gemini"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules { Self.table }

  private static let table: DialectRules = {
    var rules = DialectRules()
    rules.orderKeyword = "propertyOrdering"
    rules.referenceDescription = .wrapped
    rules[.pattern] = .told
    rules[.minimumLength] = .told
    rules[.maximumLength] = .told
    rules.formats = ["date-time", "date", "time"]
    rules.combinesWithAllOf = false
    rules.recursion = .throughOptionalProperties
    return rules
  }()
}
