public import SchemaEncoding

/// The dialect of Gemini in the form of OpenAPI: `responseSchema`, and the `parameters` of a
/// function declaration.
///
/// ``GeminiDialect`` states more constraints; prefer it if `responseJsonSchema` is available.
///
/// - Types are spelled in capitals, as in `STRING`, and `propertyOrdering` lists an object's
///   properties in order.
/// - There are no references: a schema with a title is written inline each time, and a type that
///   contains itself is an error.
/// - `null` among the alternatives of a union becomes the keyword `nullable`.
/// - Objects do not state that they are closed: the service for developers accepts no
///   `additionalProperties`, and generates the listed properties.
/// - Dictionaries and arrays whose elements differ are errors: declare an array of objects with a
///   key and a value, or an object, instead. Every object is closed, with a note if it was open.
/// - Exclusive bounds on numbers that are not integers, `multipleOf`, and choices that are not
///   strings are described; choices of several kinds are an error.
/// - Formats other than `date-time` are described; of several patterns, one is written. A value of
///   any kind is an error.
/// - An empty string among choices, and an object without properties below the root, are errors:
///   users report that the service rejects the request.
///
/// Fitted (`SchemaEncoder.fit(_:)`): open objects, dictionaries, arrays whose elements differ,
/// values of any kind, objects without properties, choices that are not strings or are empty, and
/// types that contain themselves.
///
/// Source: `Schema`, `JSONSchema` and their transformers in google-genai 3.4.0. The service rejects
/// a request with any unknown keyword.
///
/// Not verified against the service: the enforcement of `pattern`, `minLength` and `maxLength`, for
/// which there are fields; the largest depth of a schema, for which some users report 4 levels.
public struct GeminiOpenAPIDialect: SchemaDialect {
  /// `gemini-openapi`.
  public let name = "gemini-openapi"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .pattern, .format, .minimumLength, .maximumLength, .minimum, .maximum,
      .minimumCount, .maximumCount, .minimumPropertyCount, .maximumPropertyCount,
    ])
    rules.keywords.propertyOrder = "propertyOrdering"
    rules.keywords.capitalizesTypes = true
    rules.definitions = nil
    rules.nullForm = .keyword
    rules[.null] = .written
    rules.constraints.formats = ["date-time"]
    rules.constraints.allowsEmptyChoice = false
    rules[.emptyObject] = .rejected
    return rules
  }

  /// Leaves out `additionalProperties`, which the service does not accept.
  public var adaptation: Adaptation? { { keywords, _ in keywords["additionalProperties"] = nil } }
}
