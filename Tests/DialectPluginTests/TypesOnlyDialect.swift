import SchemaEncoding

/// A reader that knows nothing but types, properties and elements.
struct TypesOnlyDialect: SchemaDialect {
  let name = "types-only"
  var rules: DialectRules { DialectRules() }
}
