public import SchemaEncoding

/// The dialect of Groq, with `strict: true`, on the models that its page lists.
///
/// Other models follow a schema as well as they can, and the service answers with an error if the
/// result does not match. According to the page, strict schemas cannot be combined with streams or
/// tools.
///
/// - Lists of strings are the only constraint that is written; all others are described. Choices
///   of several kinds are an error.
/// - An optional property is required and may be `null`, written as an `anyOf` next to
///   `{"type": "null"}`.
/// - The root is an object, and every object is closed. Dictionaries, arrays whose elements differ
///   and values of any kind are errors. Types may contain themselves.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, arrays whose elements
/// differ, values of any kind, choices that are not strings, and optional properties.
///
/// Source: Groq's page "Structured Outputs" of the middle of 2026, read on 2026-11-22.
///
/// Not verified against the service: choices that are not strings, which are described; a
/// description next to `$ref`, which is avoided; limits on the size of a schema.
public struct GroqDialect: SchemaDialect {
  /// `groq-strict`.
  public let name = "groq-strict"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [.choices])
    rules.optional = .nullable
    rules.nullForm = .union
    rules[.null] = .written
    rules.definitions?.wrapsDescriptions = true
    rules.definitions?.names = .ascii(punctuation: "_-")
    rules[.otherRoot] = .rejected
    return rules
  }
}
