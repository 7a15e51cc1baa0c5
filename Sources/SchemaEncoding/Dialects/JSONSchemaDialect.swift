/// Plain JSON Schema, draft 2020-12, as validators read it.
///
/// Definitions are in `$defs`, a description may be next to `$ref`, and several constraints with
/// one keyword, such as two patterns, are written with `allOf`. Properties are in the order of
/// declaration, although the draft gives the order no meaning.
public struct JSONSchemaDialect: SchemaDialect {
  /// `json-schema`.
  public let name = "json-schema"

  /// Creates the dialect.
  public init() {}

  /// Every constraint is written, and so are keywords of imported documents that no constraint
  /// stands for, such as `not`.
  public var rules: DialectRules {
    var rules = DialectRules.jsonSchema
    rules.writesOtherKeywords = true
    return rules
  }
}
