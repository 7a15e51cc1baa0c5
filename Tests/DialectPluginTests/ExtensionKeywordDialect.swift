import SchemaEncoding

/// A reader that has a keyword of its own for the step between numbers.
struct ExtensionKeywordDialect: SchemaDialect {
  let name = "extension-keyword"

  var rules: DialectRules {
    DialectRules(stating: [.choices, .minimum, .maximum, .multipleOf])
  }

  var adaptation: Adaptation? {
    { keywords, node in
      guard let step = keywords["multipleOf"] else { return }
      keywords["multipleOf"] = nil
      keywords["x-step"] = ["size": step, "isWhole": .boolean(node.kind == .integer)]
    }
  }
}
