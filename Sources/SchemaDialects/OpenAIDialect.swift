public import SchemaEncoding

/// The dialect of OpenAI with `strict: true`: structured outputs and strict tools.
///
/// - Every property is required; an optional one may be `null` instead, written as an `anyOf`
///   next to `{"type": "null"}`.
/// - Nothing may be next to `$ref`, so a reference with a description is wrapped in an `anyOf` of
///   one. Names of definitions have ASCII letters, digits, `_` and `-`.
/// - The root is an object. A value of any kind is an error; so are dictionaries and arrays whose
///   elements differ: declare an array of objects with a key and a value, or an object, instead.
/// - Every object is closed, with a note if it was open. Counts of properties are described.
/// - `pattern` is written unless it has lookarounds; of several patterns, one is written. Formats
///   other than the nine in the guide are described.
/// - Objects nest 10 levels deep in the root and in each definition; there are at most 5 000
///   properties, 1 000 choices, and 120 000 characters of names and choices; the choices of a list
///   of more than 250 have at most 15 000 characters.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, arrays whose elements
/// differ, values of any kind, optional properties, and documents above the limits.
///
/// The profile ``Profile/azure`` is for Azure OpenAI, whose page still states an older, smaller
/// subset: lengths, patterns, formats, `multipleOf`, and bounds on numbers and arrays are
/// described; more than 5 levels of objects, 100 properties, 500 choices, 15 000 characters, or
/// 7 500 of a long list are a warning.
///
/// Source: OpenAI's guide "Structured outputs", and Azure's page of that name, read on 2026-11-22;
/// the strict transformers in openai 3.52.0 and openai-agents 0.24.0; for the count of depth and
/// the syntax of patterns, pydantic-ai 2.68.0.
///
/// Fine-tuned models do not accept lengths, patterns, formats, and bounds on numbers and arrays.
///
/// Not verified against the services: whether `title` is still allowed; the limits of deployments
/// on Azure, so they are warnings.
public struct OpenAIDialect: SchemaDialect {
  /// A service with OpenAI's form of schemas.
  public enum Profile: Sendable, Hashable {
    /// OpenAI itself.
    case openAI

    /// Azure OpenAI.
    case azure
  }

  private let profile: Profile

  /// `openai`, or `azure`.
  public var name: String { profile == .azure ? "azure" : "openai" }

  /// Creates the dialect.
  public init(profile: Profile = .openAI) { self.profile = profile }

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [.choices, .numberChoices, .mixedChoices])
    if profile == .openAI {
      for constraint in Self.constraints { rules[constraint] = .written }
    } else {
      rules.advisedLimits.objectDepth = 5
      rules.advisedLimits.properties = 100
      rules.advisedLimits.choices = 500
      rules.advisedLimits.characters = 15_000
      rules.advisedLimits.longChoiceCharacters = 7500
    }
    rules.optional = .nullable
    rules.nullForm = .union
    rules[.null] = .written
    rules.definitions?.wrapsDescriptions = true
    rules.definitions?.names = .ascii(punctuation: "_-")
    rules[.otherRoot] = .rejected
    rules.constraints.formats = [
      "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
    ]
    rules.constraints.pattern = { $0.usesLookaround ? nil : $0.source }
    rules.limits.objectDepth = 10
    rules.limits.properties = 5000
    rules.limits.choices = 1000
    rules.limits.characters = 120_000
    rules.limits.longChoiceCharacters = 15_000
    return rules
  }

  /// The constraints in addition to lists of choices.
  private static let constraints: [DialectRules.Constraint] = [
    .pattern, .format, .minimumLength, .maximumLength, .minimum, .maximum, .exclusiveMinimum,
    .exclusiveMaximum, .multipleOf, .minimumCount, .maximumCount,
  ]
}
