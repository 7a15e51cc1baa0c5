public import SchemaEncoding

/// The dialect of Mistral with `strict: true`: the part that all providers share.
///
/// Mistral publishes no list of keywords, so this dialect states little:
///
/// - Lists of strings are the only constraint that is written; all others are described. Choices
///   of several kinds are an error.
/// - An optional property is left out of `required`.
/// - The root is an object, and every object is closed. Dictionaries, arrays whose elements differ,
///   values of any kind and types that contain themselves are errors.
/// - A reference with a description is wrapped in an `anyOf` of one.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, arrays whose elements
/// differ, values of any kind, choices that are not strings, and types that contain themselves.
///
/// Source: the helper for schemas in mistralai 3.7.0, which closes every object, and users' reports
/// that nested schemas are enforced, read on 2026-11-22.
///
/// Not verified against the service: every keyword; limits on the size of a schema.
public struct MistralDialect: SchemaDialect {
  /// `mistral`.
  public let name = "mistral"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [.choices])
    rules.nullForm = .union
    rules[.null] = .written
    rules.definitions?.wrapsDescriptions = true
    rules.definitions?.names = .ascii(punctuation: "_-")
    rules[.otherRoot] = .rejected
    rules.definitions?.recursion = .rejected
    return rules
  }
}
