package import PlanEncoding
package import SchemaModel

/// A dish and how to cook it: the everyday case, with a nested type, an enumeration and guides.
package struct Recipe: Generable, PlanGenerable, Codable, Equatable {
  var name: String
  var description: String
  var cookingTime: Int
  var servings: Int
  var difficulty: Difficulty
  var ingredients: [Ingredient]
  var steps: [String]
  var tags: [String]?

  package init(_ content: GeneratedContent) throws {
    var properties = GeneratedContent.PropertyReader(content)
    name = try properties.value(forProperty: "name")
    description = try properties.value(forProperty: "description")
    cookingTime = try properties.value(forProperty: "cookingTime")
    servings = try properties.value(forProperty: "servings")
    difficulty = try properties.value(forProperty: "difficulty")
    ingredients = try properties.value(forProperty: "ingredients")
    steps = try properties.value(forProperty: "steps")
    tags = try properties.value(forProperty: "tags")
  }

  package var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "name": name, "description": description, "cookingTime": cookingTime, "servings": servings,
      "difficulty": difficulty, "ingredients": ingredients, "steps": steps, "tags": tags,
    ])
  }

  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A dish and how to cook it",
      properties: [
        GenerationSchema.Property(
          name: "name", description: "What the dish is called", type: String.self),
        GenerationSchema.Property(
          name: "description", description: "One sentence that makes it sound good",
          type: String.self),
        GenerationSchema.Property(
          name: "cookingTime", description: "Minutes from start to table", type: Int.self,
          guides: [.range(5...120)]),
        GenerationSchema.Property(
          name: "servings", type: Int.self, guides: [.range(1...12)]),
        GenerationSchema.Property(
          name: "difficulty", description: "How hard it is to cook", type: Difficulty.self),
        GenerationSchema.Property(
          name: "ingredients", description: "All that goes in, in order of use",
          type: [Ingredient].self, guides: [.count(1...20)]),
        GenerationSchema.Property(name: "steps", type: [String].self),
        GenerationSchema.Property(
          name: "tags", description: "Words to find it by", type: [String]?.self),
      ])
  }

  package static var jsonSchema: JSONSchema {
    JSONSchema(
      type: Self.self, description: "A dish and how to cook it",
      properties: [
        JSONSchema.Property(
          name: "name", description: "What the dish is called", type: String.self),
        JSONSchema.Property(
          name: "description", description: "One sentence that makes it sound good",
          type: String.self),
        JSONSchema.Property(
          name: "cookingTime", description: "Minutes from start to table", type: Int.self,
          guides: [.range(5...120)]),
        JSONSchema.Property(
          name: "servings", type: Int.self, guides: [.range(1...12)]),
        JSONSchema.Property(
          name: "difficulty", description: "How hard it is to cook", type: Difficulty.self),
        JSONSchema.Property(
          name: "ingredients", description: "All that goes in, in order of use",
          type: [Ingredient].self, guides: [.count(1...20)]),
        JSONSchema.Property(name: "steps", type: [String].self),
        JSONSchema.Property(
          name: "tags", description: "Words to find it by", type: [String]?.self),
      ])
  }
}

/// How hard a recipe is.
package enum Difficulty: String, Generable, PlanGenerable, Codable {
  /// Anyone can do it.
  case easy
  /// It takes some practice.
  case medium
  /// It takes a cook.
  case hard

  package init(_ content: GeneratedContent) throws {
    let text = try content.value(String.self)
    guard let difficulty = Difficulty(rawValue: text) else { throw UnknownChoice(text: text) }
    self = difficulty
  }

  package var generatedContent: GeneratedContent { rawValue.generatedContent }

  package static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: ["easy", "medium", "hard"])
  }

  package static var jsonSchema: JSONSchema {
    JSONSchema(type: Self.self, anyOf: ["easy", "medium", "hard"])
  }
}

/// A text that is not one of the choices.
struct UnknownChoice: Error {
  let text: String
}

/// Something that goes into a dish.
package struct Ingredient: Generable, PlanGenerable, Codable, Equatable {
  var name: String
  var quantity: Double
  var unit: String

  package init(_ content: GeneratedContent) throws {
    var properties = GeneratedContent.PropertyReader(content)
    name = try properties.value(forProperty: "name")
    quantity = try properties.value(forProperty: "quantity")
    unit = try properties.value(forProperty: "unit")
  }

  package var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "quantity": quantity, "unit": unit])
  }

  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(
          name: "quantity", type: Double.self, guides: [.range(0.1...1000)]),
        GenerationSchema.Property(
          name: "unit", type: String.self, guides: [.anyOf(["g", "ml", "piece", "spoon"])]),
      ])
  }

  package static var jsonSchema: JSONSchema {
    JSONSchema(
      type: Self.self,
      properties: [
        JSONSchema.Property(name: "name", type: String.self),
        JSONSchema.Property(
          name: "quantity", type: Double.self, guides: [.range(0.1...1000)]),
        JSONSchema.Property(
          name: "unit", type: String.self, guides: [.anyOf(["g", "ml", "piece", "spoon"])]),
      ])
  }
}
