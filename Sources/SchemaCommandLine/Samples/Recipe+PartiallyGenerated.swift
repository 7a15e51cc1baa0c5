import SchemaKit

extension Recipe {
  /// A recipe as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var name: String?
    var summary: String?
    var cookingTime: Int?
    var servings: Int?
    var difficulty: Difficulty?
    var ingredients: [Ingredient.PartiallyGenerated]?
    var steps: [String]?
    var tags: [String]?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      summary = try content.value(forProperty: "summary")
      cookingTime = try content.value(forProperty: "cookingTime")
      servings = try content.value(forProperty: "servings")
      difficulty = try content.value(forProperty: "difficulty")
      ingredients = try content.value(forProperty: "ingredients")
      steps = try content.value(forProperty: "steps")
      tags = try content.value(forProperty: "tags")
    }
  }
}

extension Ingredient {
  /// An ingredient as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var name: String?
    var quantity: Double?
    var unit: String?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      quantity = try content.value(forProperty: "quantity")
      unit = try content.value(forProperty: "unit")
    }
  }
}
