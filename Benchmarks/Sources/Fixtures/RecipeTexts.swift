import SchemaContent
package import SchemaModel

/// Recipes as a model sends them: their texts and their values.
package enum RecipeTexts {
  /// Returns as many recipes as an array needs whose text has about a number of bytes.
  ///
  /// - Parameter count: The size in bytes.
  /// - Returns: The recipes.
  package static func recipes(bytes count: Int) -> [Recipe] {
    var recipes: [Recipe] = []
    var size = 0
    while size < count {
      let recipe = Recipe(number: recipes.count)
      recipes.append(recipe)
      size += recipe.generatedContent.jsonBytes(.compact).count + 1
    }
    return recipes
  }

  /// Returns the text of recipes, with the properties in their declared order.
  package static func text(of recipes: [Recipe]) -> [UInt8] {
    recipes.generatedContent.jsonBytes(.compact)
  }
}

extension Recipe {
  /// Creates a recipe of about 1 KB.
  ///
  /// Each number gives another recipe, and each recipe satisfies the guides.
  package init(number: Int) {
    let vegetables = ["aubergines", "green peppers", "jalapeños", "leeks", "crème fraîche", "kale"]
    let first = vegetables[number % vegetables.count]
    let second = vegetables[(number / 2 + 1) % vegetables.count]
    name = "Stew of \(first) and \(second), no. \(number)"
    description = "A warming dish for evenings when there is little time and much hunger — simple."
    cookingTime = 20 + number % 90
    servings = 1 + number % 8
    difficulty = [.easy, .medium, .hard][number % 3]
    ingredients = (0..<6).map { index in
      Ingredient(
        name: "\(vegetables[(number + index) % vegetables.count])",
        quantity: Double(number % 40 * 5 + index + 1) / 4, unit: ["g", "ml", "piece"][index % 3])
    }
    steps = [
      "Cut the \(first) into pieces of about two centimetres and salt them generously.",
      "Heat the oil in a \"wide\" pan until it shimmers; add the \(second).",
      "Stir, cover, and let everything simmer for \(10 + number % 50) minutes.\nTaste it.",
    ]
    tags = number.isMultiple(of: 2) ? ["warm", "vegetarian", "quick"] : nil
  }
}

extension Ingredient {
  init(name: String, quantity: Double, unit: String) {
    self.name = name
    self.quantity = quantity
    self.unit = unit
  }
}

extension Recipe {
  /// A recipe that is not complete yet, as the macro `@Generable` generates it.
  package struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    package var name: String?
    package var description: String?
    package var cookingTime: Int?
    package var servings: Int?
    package var difficulty: Difficulty?
    package var ingredients: [Ingredient.PartiallyGenerated]?
    package var steps: [String]?
    package var tags: [String]?

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
  }
}

extension Ingredient {
  /// An ingredient that is not complete yet.
  package struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    package var name: String?
    package var quantity: Double?
    package var unit: String?

    package init(_ content: GeneratedContent) throws {
      var properties = GeneratedContent.PropertyReader(content)
      name = try properties.value(forProperty: "name")
      quantity = try properties.value(forProperty: "quantity")
      unit = try properties.value(forProperty: "unit")
    }
  }
}
