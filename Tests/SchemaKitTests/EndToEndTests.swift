import SchemaKit
import Testing

/// From a type to text, as the README shows it: one import is enough.
struct EndToEndTests {
  @Test func `a type is encoded for a provider`() throws {
    let encoder = SchemaEncoder(dialect: GeminiDialect())
    let schema = try encoder.encode(Recipe.self)
    #expect(
      schema.jsonString()
        == #"{"type":"object","title":"Recipe","description":"A dish and how to cook it","#
        + #""additionalProperties":false,"properties":{"#
        + #""name":{"type":"string","description":"What the dish is called"},"#
        + #""minutes":{"type":"integer","minimum":5,"maximum":120},"#
        + #""difficulty":{"type":"string","enum":["easy","medium","hard"]},"#
        + ##""ingredients":{"type":"array","minItems":1,"maxItems":20,"##
        + ##""items":{"$ref":"#/$defs/Ingredient"}},"##
        + #""steps":{"type":"array","items":{"type":"string"}}},"#
        + #""required":["name","minutes","difficulty","ingredients"],"#
        + #""propertyOrdering":["name","minutes","difficulty","ingredients","steps"],"#
        + #""$defs":{"Ingredient":{"type":"object","additionalProperties":false,"properties":{"#
        + #""name":{"type":"string"},"grams":{"type":"number","minimum":0.1}},"#
        + #""required":["name","grams"],"propertyOrdering":["name","grams"]}}}"#)
    #expect(schema.diagnostics.isEmpty)
    #expect(schema.jsonString(.pretty).hasPrefix("{\n  \"type\": \"object\",\n"))
  }

  @Test(arguments: DialectRegistry.standard.names)
  func `a resolved graph is encoded in any dialect as its type is`(name: String) throws {
    let graph = try SchemaGraph(Recipe.self)
    let dialect = try #require(DialectRegistry.standard.dialect(named: name))
    let schema = try SchemaEncoder(dialect: dialect).encode(graph)
    #expect(
      schema.root.properties.map(\.name)
        == ["name", "minutes", "difficulty", "ingredients", "steps"])
    #expect(try schema.utf8 == SchemaEncoder(dialect: dialect).encode(Recipe.self).utf8)
  }

  @Test func `a dynamic schema is validated and encoded like a type's`() throws {
    let answer = DynamicGenerationSchema(
      name: "Answer",
      properties: [
        DynamicGenerationSchema.Property(name: "text", schema: .string),
        DynamicGenerationSchema.Property(name: "isCorrect", schema: .boolean),
      ])
    let riddle = DynamicGenerationSchema(
      name: "Riddle",
      properties: [
        DynamicGenerationSchema.Property(name: "question", schema: .string),
        DynamicGenerationSchema.Property(
          name: "answers",
          schema: DynamicGenerationSchema(
            arrayOf: DynamicGenerationSchema(referenceTo: "Answer"), minimumElements: 2)),
      ])
    let validated = try ValidatedGenerationSchema(schemas: [riddle, answer])
    #expect(
      try SchemaEncoder().encode(validated).jsonString()
        == #"{"type":"object","title":"Riddle","additionalProperties":false,"properties":{"#
        + #""question":{"type":"string"},"#
        + ##""answers":{"type":"array","minItems":2,"items":{"$ref":"#/$defs/Answer"}}},"##
        + #""required":["question","answers"],"$defs":{"Answer":{"type":"object","#
        + #""additionalProperties":false,"properties":{"text":{"type":"string"},"#
        + #""isCorrect":{"type":"boolean"}},"required":["text","isCorrect"]}}}"#)
    #expect(
      try SchemaEncoder().encode(validated).utf8 == SchemaEncoder().encode(validated.schema).utf8)
  }

  @Test func `a value goes into content and comes back`() throws {
    let recipe = Recipe(
      name: "Soup", minutes: 20, difficulty: .easy,
      ingredients: [Ingredient(name: "Leek", grams: 250.5)], steps: nil)
    #expect(try Recipe(recipe.generatedContent) == recipe)
  }

  @Test func `a fault says where it is and what to do`() {
    let schema = GenerationSchema(
      type: Recipe.self,
      properties: [
        GenerationSchema.Property(
          name: "steps", type: [Int].self, guides: [.element(.range(3...4)), .element(.minimum(9))])
      ])
    let error = #expect(throws: SchemaError.self) { try SchemaEncoder().encode(schema) }
    #expect(
      error?.description.hasPrefix("At /steps: The minimum 9 is above the maximum 4.") == true)
  }
}

private struct Recipe: Generable, Equatable {
  var name: String
  var minutes: Int
  var difficulty: Difficulty
  var ingredients: [Ingredient]
  var steps: [String]?

  init(
    name: String, minutes: Int, difficulty: Difficulty, ingredients: [Ingredient], steps: [String]?
  ) {
    self.name = name
    self.minutes = minutes
    self.difficulty = difficulty
    self.ingredients = ingredients
    self.steps = steps
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A dish and how to cook it",
      properties: [
        GenerationSchema.Property(
          name: "name", description: "What the dish is called", type: String.self),
        GenerationSchema.Property(name: "minutes", type: Int.self, guides: [.range(5...120)]),
        GenerationSchema.Property(name: "difficulty", type: Difficulty.self),
        GenerationSchema.Property(
          name: "ingredients", type: [Ingredient].self, guides: [.count(1...20)]),
        GenerationSchema.Property(name: "steps", type: [String]?.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
    difficulty = try content.value(forProperty: "difficulty")
    ingredients = try content.value(forProperty: "ingredients")
    steps = try content.value(forProperty: "steps")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "name": name, "minutes": minutes, "difficulty": difficulty, "ingredients": ingredients,
      "steps": steps,
    ])
  }
}

private struct Ingredient: Generable, Equatable {
  var name: String
  var grams: Double

  init(name: String, grams: Double) {
    self.name = name
    self.grams = grams
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(name: "grams", type: Double.self, guides: [.minimum(0.1)]),
      ])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    grams = try content.value(forProperty: "grams")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "grams": grams])
  }
}

private enum Difficulty: String, CaseIterable, Generable {
  case easy
  case medium
  case hard

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: allCases.map(\.rawValue))
  }

  init(_ content: GeneratedContent) throws {
    let name = try content.value(String.self)
    guard let value = Difficulty(rawValue: name) else {
      throw SchemaError.emptyTypeChoices(
        schema: "Difficulty", context: SchemaError.Context(debugDescription: "'\(name)'"))
    }
    self = value
  }

  var generatedContent: GeneratedContent { rawValue.generatedContent }
}
