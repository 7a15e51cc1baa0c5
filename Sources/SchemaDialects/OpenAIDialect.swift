public import SchemaEncoding

/// What OpenAI takes as a JSON Schema with `strict: true`: structured outputs and strict tools.
///
/// - Every property is required; an optional one may be `null` instead, written as an `anyOf` beside
///   `{"type": "null"}`.
/// - Beside `$ref` nothing may stand, so a reference with a description is wrapped in an `anyOf` of
///   one. Names of definitions are of ASCII letters, digits, `_` and `-`.
/// - The root is an object. A value of any kind is an error; so are dictionaries and arrays whose
///   elements differ: declare an array of objects with a key and a value, or an object, instead.
/// - Every object is closed; where one was open, a note says so. Counts of properties are described.
/// - `pattern` is written unless it looks ahead or behind; of several patterns, one is. Formats other
///   than the nine that the guide lists are described.
/// - Objects nest 10 levels deep in the root and in each definition; there are at most 5 000
///   properties, 1 000 choices, and 120 000 characters of names and choices; the choices of a list of
///   more than 250 have at most 15 000 characters.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, arrays whose elements differ, values of
/// any kind, optional properties, and what exceeds the limits.
///
/// Source: OpenAI's guide "Structured outputs"; the strict transformers in openai 3.52.0 and
/// openai-agents 0.24.0; for how depth is counted and what pattern may hold, pydantic-ai 2.68.0.
///
/// Not verified against the service: `minLength` and `maxLength`, which the guide does not mention
/// and users report as enforced; whether `title` stays allowed; what older deployments accept, whose
/// limits were 5 levels and 100 properties. Fine-tuned models take fewer keywords than this.
public struct OpenAIDialect: SchemaDialect {
  /// `openai`.
  public let name = "openai"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .numberChoices, .mixedChoices, .pattern, .format, .minimumLength, .maximumLength,
      .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .minimumCount,
      .maximumCount,
    ])
    rules.optional = .nullable
    rules.nullForm = .union
    rules.null = .written
    rules.referenceDescription = .wrapped
    rules.definitionNames = .ascii(punctuation: "_-")
    rules.otherRoot = .rejected
    rules.formats = [
      "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
    ]
    rules.patterns.allowsLookaround = false
    rules.limits.objectDepth = 10
    rules.limits.properties = 5000
    rules.limits.choices = 1000
    rules.limits.characters = 120_000
    rules.limits.longChoices = DocumentLimits.LongChoices(count: 250, characters: 15_000)
    return rules
  }
}
