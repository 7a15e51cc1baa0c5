import SchemaEncoding

/// What a service named Example accepts, as its documentation would state it.
///
/// Its schemas list properties under `order`, write `options` for `enum`, have a version in every
/// object, and state nothing but choices, lower bounds and counts of elements.
struct ExampleDialect: SchemaDialect {
  let name = "example"

  // The table names what the service can state; everything else is described or rejected.
  var rules: DialectRules {
    var rules = DialectRules(stating: [.choices, .minimum, .minimumCount])
    rules.keywords.propertyOrder = "order"
    rules.keywords[.choices] = "options"
    rules.definitions?.descriptions = .wrapped
    rules[.maximum] = .rejected
    return rules
  }

  // What the table cannot express is done to the keywords of each schema object.
  var adaptation: Adaptation? {
    { keywords, node in
      if node.kind == .object { keywords["x-version"] = 1 }
    }
  }

  // What only the whole document shows is checked when it is finished.
  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] {
    guard schema.root.properties.isEmpty else { return [] }
    return [
      SchemaDiagnostic(
        .warning, at: SchemaPath(), problem: "Example expects an object with properties.",
        remedy: "Make the value a property of a struct.")
    ]
  }
}
