import SchemaEncoding

/// The form of schemas that a service named Example accepts, by its documentation.
///
/// The schemas list properties under `order`, write `options` for `enum`, have a version in every
/// object, and state only choices, lower bounds and counts of elements.
struct ExampleDialect: SchemaDialect {
  let name = "example"

  // The table names the constraints that the service knows; all others are described or rejected.
  var rules: DialectRules {
    var rules = DialectRules(stating: [.choices, .minimum, .minimumCount])
    rules.keywords.propertyOrder = "order"
    rules.keywords[.choices] = "options"
    rules.definitions?.wrapsDescriptions = true
    rules[.maximum] = .rejected
    return rules
  }

  // The adaptation makes the changes that the table cannot express, in each schema object.
  var adaptation: Adaptation? {
    { keywords, node in
      if node.kind == .object { keywords["x-version"] = 1 }
    }
  }

  // This check is possible only for the complete document.
  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] {
    guard schema.root.properties.isEmpty else { return [] }
    return [
      SchemaDiagnostic(
        .warning, at: SchemaPath(), problem: "Example expects an object with properties.",
        remedy: "Make the value a property of a struct.")
    ]
  }
}
