import SchemaEncoding

/// A reader with names of its own for keywords, and a limit on depth.
struct RenamingDialect: SchemaDialect {
  let name = "renaming"

  var rules: DialectRules {
    var rules = DialectRules(stating: [.choices, .maximum])
    rules.keywords[.type] = "kind"
    rules.keywords[.properties] = "fields"
    rules.keywords[.required] = "mandatory"
    rules.keywords[.items] = "element"
    rules.keywords[.choices] = "oneOfValues"
    rules.keywords[.definitions] = "types"
    rules.keywords[.reference] = "see"
    rules.keywords[.maximum] = "atMost"
    rules.limits.depth = 3
    rules.limits.choices = 4
    rules.limits.nameLength = 12
    return rules
  }
}
