public import SchemaEncoding

/// The dialect of Anthropic: `output_config.format`, and strict tools.
///
/// - An optional property has one of two forms. It is left out of `required`: a request may have 24
///   such properties. Or it is required and may be `null`, which is a union: a request may have 16
///   unions. Properties in the target of a `$ref` do not count. The service counts both over the
///   answer and all strict tools of a request; this dialect counts one schema.
/// - A document of more than 8000 bytes has a warning, whether its types are definitions or not.
///   The service compiles a schema to a grammar, and rejects large grammars without a stated limit.
/// - Types that contain themselves are an error, and so is a value of any kind.
/// - Bounds on numbers, `multipleOf`, `minLength`, `maxLength`, `maxItems` and counts of properties
///   are described, and so is `minItems` above 1. A pattern is written unless it has lookarounds,
///   back-references or word boundaries.
/// - Dictionaries and arrays whose elements differ are errors: declare an array of objects with a
///   key and a value, or an object, instead. Every object is closed, with a note if it was open.
/// - The service may change the capitalization of strings of `enum` and `const`; a fitted schema
///   maps them to the declared strings.
/// - A single choice is `const`. Schemas with `const` or `enum` have no `type`.
/// - A reference with a description is wrapped in an `anyOf` of one, which is counted as a union.
/// - Names of properties have ASCII letters, digits, `_`, `.` and `-`, at most 64; other names are
///   a warning.
/// - Required properties are generated before the others; a note marks a changed order.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, arrays whose elements
/// differ, values of any kind, types that contain themselves, names of properties, and documents
/// above the limits.
///
/// Anthropic's Python package, anthropic 2.11.0, does not change the written schema, with one
/// exception: it moves `pattern` into the description, although the service accepts it.
///
/// Source: Anthropic's guide "Structured outputs", and `transform_schema` of that package; for the
/// names of properties, the error message of the service, which users report for the arguments of
/// tools; for the size, such reports, in which documents of 6.7 to 29 KB were rejected and the
/// largest accepted one had 5.7 KB. Some models reject less.
///
/// Not verified against the service: a root that is not an object, so it is a warning (tools reject
/// it); whether an `anyOf` of one counts as a union; names of definitions beyond ASCII letters,
/// digits, `_` and `-`, which are avoided; whether the names of properties are limited outside of
/// tools and in nested objects, where they are also avoided; the largest repetition in a pattern.
public struct AnthropicDialect: SchemaDialect {
  /// `anthropic`.
  public let name = "anthropic"

  private let optional: DialectRules.OptionalForm

  /// Creates the dialect.
  ///
  /// - Parameter optional: The form of an optional property: left out of `required`, at most 24
  ///   times, or nullable, which counts against 16 unions.
  public init(optional: DialectRules.OptionalForm = .omitted) { self.optional = optional }

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .numberChoices, .mixedChoices, .pattern, .format, .minimumCount,
    ])
    rules.optional = optional
    rules.nullForm = .union
    rules[.null] = .written
    rules.definitions?.wrapsDescriptions = true
    rules.definitions?.names = .ascii(punctuation: "_-")
    rules.objects.propertyNames = .ascii(maximumLength: 64)
    rules.objects.generatesRequiredFirst = true
    rules.constraints.singleChoiceIsConstant = true
    rules.constraints.choicesHaveType = false
    rules.constraints.mayChangeCapitals = true
    rules[.otherRoot] = .warned
    rules.definitions?.recursion = .rejected
    rules.constraints.formats = [
      "date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid",
    ]
    rules.constraints.pattern = {
      $0.usesLookaround || $0.usesBackreferences || $0.usesWordBoundaries ? nil : $0.source
    }
    rules.constraints.states = { constraint, number, _ in
      constraint != .minimumCount || number <= SchemaNumber(1)
    }
    rules.limits.optionalProperties = 24
    rules.limits.unions = 16
    rules.limits.countsDefinitions = false
    rules.advisedSize = 8_000
    return rules
  }
}
