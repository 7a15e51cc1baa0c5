#if Macros
import SchemaKit
import Testing

/// What README.md shows, run.
@Suite struct ReadmeTests {
  private let readme = "README.md"

  @Test func `a type is encoded`() throws {
    try example("encode", in: readme) { print in
      // README.md: encode
      let encoder = SchemaEncoder(dialect: GeminiDialect())
      let schema = try encoder.encode(Recipe.self)
      print(schema.jsonString(.pretty))
      // README.md: end
    }
  }

  @Test func `a value goes to content and back`() throws {
    try example("convert", in: readme) { print in
      // README.md: convert
      let dal = Recipe(
        name: "Dal", minutes: 40, ingredients: [Ingredient(name: "Red lentils", unit: .gram)])
      let content = dal.generatedContent
      print(try content.value(Int.self, forProperty: "minutes"))  // 40
      print(try Recipe(content).ingredients[0].name)  // Red lentils
      // README.md: end
    }
  }

  @Test func `a document is looked into`() throws {
    try example("inspect", in: readme) { print in
      // README.md: inspect
      let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(Recipe.self)
      print(schema.root.properties.map(\.name))  // ["name", "minutes", "ingredients"]
      print(schema.root.definitions.map(\.name))  // ["Ingredient"]
      print(schema.utf8.count)  // 558
      // README.md: end
    }
  }

  @Test func `what a dialect cannot state is a diagnostic`() throws {
    try example("diagnose", in: readme) { print in
      // README.md: diagnose
      let code = DynamicGenerationSchema(type: String.self, guides: [.pattern(/^[A-Z]{4}$/)])
      let coupon = DynamicGenerationSchema(
        name: "Coupon",
        properties: [DynamicGenerationSchema.Property(name: "code", schema: code)])

      let declared = try GenerationSchema(root: coupon, dependencies: [])
      let schema = try SchemaEncoder(dialect: GeminiDialect()).encode(declared)
      for diagnostic in schema.diagnostics {
        print(diagnostic)
      }
      // README.md: end
    }
  }

  @Test func `a schema is put together at run time`() throws {
    try example("dynamic", in: readme) { print in
      // README.md: dynamic
      let comment = DynamicGenerationSchema(
        name: "Comment",
        properties: [
          DynamicGenerationSchema.Property(name: "text", schema: .string),
          DynamicGenerationSchema.Property(
            name: "replies", schema: .array(of: DynamicGenerationSchema(referenceTo: "Comment")),
            isOptional: true),
        ])
      let schema = try GenerationSchema(root: comment, dependencies: [])
      print(try SchemaEncoder(dialect: JSONSchemaDialect()).encode(schema).jsonString(.pretty))
      // README.md: end
    }
  }

  @Test func `a graph is encoded in every dialect`() throws {
    try example("graph", in: readme) { print in
      // README.md: graph
      let graph = try SchemaGraph(Recipe.self)
      let registry = DialectRegistry.standard
      for dialect in registry.names.compactMap(registry.dialect(named:)) {
        let schema = try SchemaEncoder(dialect: dialect).encode(graph)
        print("\(dialect.name): \(schema.utf8.count) bytes")
      }
      // README.md: end
    }
  }

  @Test func `a graph is walked`() throws {
    try example("walk", in: readme) { print in
      // README.md: walk
      var finder = OptionalPropertyFinder()
      try SchemaGraph(Recipe.self).walk(&finder)
      print(finder.paths)  // []
      // README.md: end
    }
  }

  @Test func `an answer is checked`() throws {
    try example("validate", in: readme) { print in
      // README.md: validate
      let validator = try ContentValidator(Recipe.self)
      let answer = try GeneratedContent(
        json: #"{"name": "Dal", "minutes": 240, "ingredients": []}"#)
      print(validator.report(on: answer).modelFeedback())
      // README.md: end
    }
  }

  @Test func `an error says where, what, and what to do`() throws {
    try example("fail", in: readme) { print in
      // README.md: fail
      let age = DynamicGenerationSchema(type: Int.self, guides: [.minimum(18), .maximum(12)])
      let person = DynamicGenerationSchema(
        name: "Person", properties: [DynamicGenerationSchema.Property(name: "age", schema: age)])
      do {
        let schema = try GenerationSchema(root: person, dependencies: [])
        print(try SchemaEncoder(dialect: GeminiDialect()).encode(schema))
      } catch let error as SchemaError {
        print(error)
      }
      // README.md: end
    }
  }
}
#endif
