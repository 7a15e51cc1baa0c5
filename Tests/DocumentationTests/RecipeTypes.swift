#if Macros
// example: recipe
import SchemaKit

@Generable(description: "A dish and how to cook it")
struct Recipe {
  @Guide(description: "Name of the dish")
  var name: String
  @Guide(.range(5...120))
  var minutes: Int
  @Guide(.minimumCount(1))
  var ingredients: [Ingredient]
}

@Generable
struct Ingredient {
  var name: String
  var unit: Unit
}

@Generable
enum Unit: String {
  case gram, milliliter, piece
}
// example: end

/// Values that the examples use.
enum Samples {
  static let answer =
    #"{"name": "Dal", "minutes": 40, "ingredients": [{"name": "Red lentils", "unit": "piece"}]}"#

  static let dal = Recipe(
    name: "Dal", minutes: 40, ingredients: [Ingredient(name: "Red lentils", unit: .gram)])

  /// The answer in three pieces.
  static var chunks: AsyncStream<String> {
    AsyncStream { continuation in
      var rest = Substring(answer)
      for length in [12, 50, answer.count] {
        continuation.yield(String(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      continuation.finish()
    }
  }
}
#endif
