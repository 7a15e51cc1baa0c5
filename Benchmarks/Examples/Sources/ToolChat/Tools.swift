import SchemaKit
import SchemaProviders

/// A recipe in the user's collection.
@Generable
struct Recipe {
  var name: String
  var minutes: Int
  var ingredients: [String]

  static let collection = [
    Recipe(name: "Dal", minutes: 40, ingredients: ["lentils", "onion", "cumin"]),
    Recipe(name: "Leek soup", minutes: 30, ingredients: ["leek", "potato"]),
    Recipe(name: "Risotto", minutes: 35, ingredients: ["rice", "onion"]),
  ]
}

/// Finds recipes in the collection.
struct FindRecipes: Tool {
  let name = "find_recipes"
  let description = "Finds recipes in the user's collection by an ingredient"

  @Generable
  struct Arguments {
    @Guide(description: "The ingredient, in English and lower case", .pattern(/[a-z ]+/))
    var ingredient: String
    @Guide(description: "The longest cooking time in minutes", .range(5...240))
    var maximumMinutes: Int?
  }

  func call(arguments: Arguments) async throws -> [Recipe] {
    Recipe.collection.filter { recipe in
      recipe.ingredients.contains(arguments.ingredient)
        && recipe.minutes <= arguments.maximumMinutes ?? .max
    }
  }
}

/// Sets a timer.
struct SetTimer: Tool {
  let name = "set_timer"
  let description = "Sets a timer that rings in the kitchen"

  @Generable
  struct Arguments {
    @Guide(.range(1...240))
    var minutes: Int
  }

  struct OutOfOrder: Error, CustomStringConvertible {
    let description = "The timer goes up to 60 minutes."
  }

  func call(arguments: Arguments) async throws -> String {
    guard arguments.minutes <= 60 else { throw OutOfOrder() }
    return "The timer rings in \(arguments.minutes) minutes."
  }
}
