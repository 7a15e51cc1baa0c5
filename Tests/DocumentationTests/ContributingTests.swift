import SchemaKit
import Testing

// CONTRIBUTING.md: guide
extension GenerationGuide where Value == Int {
  /// The number is a percentage.
  static var percentage: GenerationGuide<Int> { .range(0...100) }
}
// CONTRIBUTING.md: end

/// What CONTRIBUTING.md shows, run.
@Suite struct ContributingTests {
  private let contributing = "CONTRIBUTING.md"

  @Test func `a dialect is registered`() throws {
    // The dialect that the chapter is about belongs to another target, which tests what it does.
    struct ExampleDialect: SchemaDialect {
      let name = "example"
      let rules = DialectRules()
    }
    try example("register", in: contributing) { print in
      // CONTRIBUTING.md: register
      var registry = DialectRegistry.standard
      try registry.register(ExampleDialect())
      print(registry.names.suffix(2))  // ["llama.cpp", "example"]
      // CONTRIBUTING.md: end
    }
  }

  @Test func `a guide is made of others`() throws {
    let share = DynamicGenerationSchema(type: Int.self, guides: [.percentage])
    let schema = try GenerationSchema(root: share, dependencies: [])
    #expect(
      try SchemaEncoder(dialect: JSONSchemaDialect()).encode(schema).jsonString()
        == #"{"type":"integer","minimum":0,"maximum":100}"#)
  }
}
