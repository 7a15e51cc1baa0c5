public import SchemaEncoding

/// The dialect of Amazon Bedrock for Claude: `outputConfig` of Converse, and strict tools.
///
/// The rules are those of ``AnthropicDialect`` with two differences:
///
/// - `minLength` and `maxLength` are written: the service accepts them, although its page states
///   otherwise.
/// - The root has no title.
///
/// The limits on optional properties and unions are counted over the answer and all strict tools of
/// a request. The service may change the capitalization of strings of choices.
///
/// Source: botocore 1.44.5 (bedrock-runtime); the AWS page "Structured outputs"; for lengths,
/// requests to the service that pydantic-ai 2.68.0 records. Read on 2026-11-22.
///
/// Not verified: models other than Claude, which may accept more; a root that is not an object, so
/// it is a warning.
public struct BedrockDialect: SchemaDialect {
  /// `bedrock`.
  public let name = "bedrock"

  private let optional: DialectRules.OptionalForm

  /// Creates the dialect.
  ///
  /// - Parameter optional: The form of an optional property: left out of `required`, at most 24
  ///   times, or nullable, which counts against 16 unions.
  public init(optional: DialectRules.OptionalForm = .omitted) { self.optional = optional }

  /// The rules.
  public var rules: DialectRules {
    var rules = AnthropicDialect(optional: optional).rules
    rules[.minimumLength] = .written
    rules[.maximumLength] = .written
    rules.title = { _, _ in nil }
    return rules
  }
}
