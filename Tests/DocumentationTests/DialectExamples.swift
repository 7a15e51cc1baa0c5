import SchemaConformances
import SchemaKit
import Testing

// example: dialect to fit
/// A service without dictionaries, whose answers are objects.
struct PantryDialect: SchemaDialect {
  let name = "pantry"

  var rules: DialectRules {
    var rules = DialectRules(stating: [.choices, .minimumCount])
    rules.objects.additionalProperties = .rejected
    rules[.otherRoot] = .rejected
    return rules
  }
}
// example: end

/// The examples of the page on writing a dialect.
struct DialectExamples {
  @Test func `a dialect is registered`() async throws {
    // The dialect that the page is about belongs to another target, which tests what it does.
    struct ExampleDialect: SchemaDialect {
      let name = "example"
      let rules = DialectRules()
    }
    try await example("register") { print in
      // example: register
      var registry = DialectRegistry.standard
      try registry.register(ExampleDialect())
      print(registry.names.last ?? "none")  // example
      // example: end
    }
  }

  @Test func `what a dialect lacks is fitted`() async throws {
    try await example("fitted dictionary") { print in
      // example: fitted dictionary
      let schema = try SchemaEncoder(dialect: PantryDialect()).fit([String: Int].self)
      let answer = try GeneratedContent(json: #"{"value": [{"key": "eggs", "value": 3}]}"#)
      print(try schema.content(from: answer).jsonString)  // {"eggs": 3}
      // example: end
    }
  }
}
