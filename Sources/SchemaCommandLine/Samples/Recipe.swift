import SchemaKit

/// A dish and how to cook it.
///
/// A typical case: text, numbers in a range, a choice, lists of text and of another type, and a
/// property that an answer may leave out.
struct Recipe: Sendable, Hashable {
  var name: String
  var summary: String
  var cookingTime: Int
  var servings: Int
  var difficulty: Difficulty
  var ingredients: [Ingredient]
  var steps: [String]
  var tags: [String]?
}

extension Recipe: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      description: "A dish and how to cook it",
      properties: [
        GenerationSchema.Property(
          name: "name", description: "Name of the dish", type: String.self),
        GenerationSchema.Property(
          name: "summary", description: "One sentence that makes it sound good",
          type: String.self),
        GenerationSchema.Property(
          name: "cookingTime", description: "Cooking time in minutes", type: Int.self,
          guides: [.range(5...120)]),
        GenerationSchema.Property(
          name: "servings", description: "How many people it feeds", type: Int.self,
          guides: [.range(1...12)]),
        GenerationSchema.Property(
          name: "difficulty", description: "How hard it is to cook", type: Difficulty.self),
        GenerationSchema.Property(
          name: "ingredients", description: "List of ingredients, in order of use",
          type: [Ingredient].self, guides: [.count(1...20)]),
        GenerationSchema.Property(
          name: "steps", description: "What to do, one step at a time", type: [String].self,
          guides: [.minimumCount(1)]),
        GenerationSchema.Property(
          name: "tags", description: "Words to find it by, if any fit", type: [String]?.self),
      ])
  }

  /// Reads a recipe from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    name = try content.value(forProperty: "name")
    summary = try content.value(forProperty: "summary")
    cookingTime = try content.value(forProperty: "cookingTime")
    servings = try content.value(forProperty: "servings")
    difficulty = try content.value(forProperty: "difficulty")
    ingredients = try content.value(forProperty: "ingredients")
    steps = try content.value(forProperty: "steps")
    tags = try content.value(forProperty: "tags")
  }

  /// The recipe as a model would generate it: without tags if there are none.
  var generatedContent: GeneratedContent {
    GeneratedContent(
      properties: [
        "name": name, "summary": summary, "cookingTime": cookingTime, "servings": servings,
        "difficulty": difficulty, "ingredients": ingredients, "steps": steps, "tags": tags,
      ], omittingNil: true)
  }
}

/// How hard a recipe is: one of a few strings.
enum Difficulty: String, CaseIterable, Generable, Sendable {
  case easy, medium, hard
}

/// Something that goes into a dish.
///
/// It has a name, so a schema defines it once and refers to it everywhere.
struct Ingredient: Sendable, Hashable {
  var name: String
  var quantity: Double
  var unit: String
}

extension Ingredient: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(
          name: "name", description: "What a shop would call it", type: String.self),
        GenerationSchema.Property(
          name: "quantity", description: "Amount", type: Double.self, guides: [.range(0.1...1000)]),
        GenerationSchema.Property(
          name: "unit", type: String.self, guides: [.anyOf(["g", "ml", "piece", "spoon"])]),
      ])
  }

  /// Reads an ingredient from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    name = try content.value(forProperty: "name")
    quantity = try content.value(forProperty: "quantity")
    unit = try content.value(forProperty: "unit")
  }

  /// The ingredient as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "quantity": quantity, "unit": unit])
  }
}
