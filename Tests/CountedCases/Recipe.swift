import SchemaContent

/// A dish: the everyday case, with a nested type, choices and guides.
struct Recipe: Generable {
  var name: String
  var cookingTime: Int
  var difficulty: Difficulty
  var ingredients: [Ingredient]
  var steps: [String]
  var tags: [String]?

  /// A size that depends on all properties, so that each has to be read.
  var size: Int {
    name.utf8.count + cookingTime + difficulty.rawValue.utf8.count + ingredients.count
      + steps.count + (tags?.count ?? 0)
  }

  init(_ content: GeneratedContent) throws {
    var properties = GeneratedContent.PropertyReader(content)
    name = try properties.value(forProperty: "name")
    cookingTime = try properties.value(forProperty: "cookingTime")
    difficulty = try properties.value(forProperty: "difficulty")
    ingredients = try properties.value(forProperty: "ingredients")
    steps = try properties.value(forProperty: "steps")
    tags = try properties.value(forProperty: "tags")
  }

  /// Creates a recipe of half a KB; each number gives another.
  init(number: Int) {
    let vegetables = ["aubergines", "green peppers", "jalapeños", "leeks", "kale"]
    name = "Stew of \(vegetables[number % 5]), no. \(number)"
    cookingTime = 20 + number
    difficulty = [.easy, .medium, .hard][number % 3]
    ingredients = (0..<6).map { index in
      Ingredient(name: vegetables[(number + index) % 5], quantity: Double(number + index) / 4)
    }
    steps = [
      "Cut everything into pieces of about two centimetres and salt them.",
      "Heat the oil in a \"wide\" pan until it shimmers.\nStir and cover.",
      "Let it simmer for \(10 + number) minutes — no longer.",
    ]
    tags = number.isMultiple(of: 2) ? ["warm", "quick"] : nil
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "name": name, "cookingTime": cookingTime, "difficulty": difficulty,
      "ingredients": ingredients, "steps": steps, "tags": tags,
    ])
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A dish and how to cook it",
      properties: [
        GenerationSchema.Property(
          name: "name", description: "What the dish is called", type: String.self),
        GenerationSchema.Property(
          name: "cookingTime", description: "Minutes from start to table", type: Int.self,
          guides: [.range(5...120)]),
        GenerationSchema.Property(name: "difficulty", type: Difficulty.self),
        GenerationSchema.Property(
          name: "ingredients", description: "All that goes in, in order of use",
          type: [Ingredient].self, guides: [.count(1...20)]),
        GenerationSchema.Property(name: "steps", type: [String].self),
        GenerationSchema.Property(name: "tags", type: [String]?.self),
      ])
  }
}

/// How hard a recipe is.
enum Difficulty: String, Generable {
  case easy, medium, hard

  init(_ content: GeneratedContent) throws {
    let text = try content.value(String.self)
    guard let difficulty = Difficulty(rawValue: text) else {
      throw CaseError(problem: "'\(text)' is no difficulty.")
    }
    self = difficulty
  }

  var generatedContent: GeneratedContent { rawValue.generatedContent }

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: ["easy", "medium", "hard"])
  }
}

/// Something that goes into a dish.
struct Ingredient: Generable {
  var name: String
  var quantity: Double

  init(name: String, quantity: Double) {
    self.name = name
    self.quantity = quantity
  }

  init(_ content: GeneratedContent) throws {
    var properties = GeneratedContent.PropertyReader(content)
    name = try properties.value(forProperty: "name")
    quantity = try properties.value(forProperty: "quantity")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "quantity": quantity])
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(
          name: "quantity", type: Double.self, guides: [.range(0...1000)]),
      ])
  }
}
