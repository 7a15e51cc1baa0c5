public import SchemaEncoding

/// Plain JSON Schema, draft 2020-12: what validators read.
///
/// Definitions stand under `$defs`, a description stands beside `$ref`, and what one keyword cannot
/// say twice, such as two patterns, is said with `allOf`. Properties come in order of declaration,
/// though the draft gives that no meaning.
public struct JSONSchemaDialect: SchemaDialect {
  /// `json-schema`.
  public let name = "json-schema"

  /// Creates the dialect.
  public init() {}

  /// Every constraint is written.
  public var rules: DialectRules { .jsonSchema }
}

extension SchemaEncoder {
  /// Creates an encoder of plain JSON Schema, draft 2020-12.
  public init() {
    self.init(dialect: JSONSchemaDialect())
  }
}
