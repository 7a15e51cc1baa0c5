public import SchemaEncoding

/// The dialect of DeepSeek for the arguments of strict tools, in the beta of its API.
///
/// Every tool of a request has to be strict. A chat completion accepts no JSON Schema for an
/// answer.
///
/// - Lists of strings, patterns, bounds on numbers and `multipleOf` are written, and so are the
///   formats `email`, `hostname`, `ipv4`, `ipv6` and `uuid`. Lengths and counts are described.
/// - Every property is required; an optional one may be `null` instead, written as an `anyOf`
///   next to `{"type": "null"}`.
/// - There are no references: a schema with a title is written inline each time, and a type that
///   contains itself is an error. The page spells definitions in another way than JSON Schema does,
///   and users report that a reference inside `anyOf` is rejected.
/// - The root is an object, and every object is closed. An object without properties below the root
///   is a warning: the page does not allow it. Dictionaries, arrays whose elements differ and
///   values of any kind are errors.
///
/// Fitted (`SchemaEncoder.fit(_:)`): the root, open objects, dictionaries, arrays whose elements
/// differ, values of any kind, choices that are not strings, optional properties, and types that
/// contain themselves.
///
/// Source: DeepSeek's page "Tool Calls", read on 2026-11-22; for `null` and references, rig-core
/// 0.46.
///
/// Not verified against the service: choices that are not strings, which are described, and of
/// several kinds, which are an error; the accepted patterns; limits on the size of a schema.
public struct DeepSeekDialect: SchemaDialect {
  /// `deepseek-strict`.
  public let name = "deepseek-strict"

  /// Creates the dialect.
  public init() {}

  /// The rules.
  public var rules: DialectRules {
    var rules = DialectRules(stating: [
      .choices, .pattern, .format, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum,
      .multipleOf,
    ])
    rules.optional = .nullable
    rules.nullForm = .union
    rules[.null] = .written
    rules.definitions = nil
    rules[.emptyObject] = .warned
    rules[.otherRoot] = .rejected
    rules.constraints.formats = ["email", "hostname", "ipv4", "ipv6", "uuid"]
    return rules
  }
}
