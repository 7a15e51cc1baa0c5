import SchemaEncoding

/// What a service named Example accepts, as its documentation would say it.
///
/// Its schemas list properties under `order`, say `options` for `enum`, want every object to state
/// its version, and know no upper bounds.
struct ExampleDialect: SchemaDialect {
  let name = "example"

  // What the table of rules can say, it says.
  var rules: DialectRules {
    var rules = DialectRules()
    rules.orderKeyword = "order"
    rules.referenceDescription = .wrapped
    rules[.pattern] = .told
    rules[.maximum] = .refused
    return rules
  }

  // The rest is done to the keywords of each schema object before they are written.
  var adaptation: Adaptation? {
    { keywords, _ in
      keywords.rename("enum", to: "options")
      if keywords["type"] == "object" { keywords["x-version"] = 1 }
    }
  }

  // And what only the whole document shows is checked when it is finished.
  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] {
    guard schema.root.properties.isEmpty else { return [] }
    return [
      SchemaDiagnostic(
        .warning, at: SchemaPath(), problem: "Example expects an object with properties.",
        remedy: "Make the value a property of a struct.")
    ]
  }
}
