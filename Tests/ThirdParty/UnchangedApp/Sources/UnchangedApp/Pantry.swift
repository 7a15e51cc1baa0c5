import FoundationModels

@Generable(description: "A dish for a number of people")
struct Dish: Equatable {
  @Generable
  enum Course {
    case starter
    case main
    case dessert
  }

  @Guide(description: "A short name")
  var name: String

  @Guide(description: "In minutes", .range(5...120))
  var duration: Int

  var course: Course

  @Guide(.count(2))
  var steps: [String]
}

struct PantryTool: Tool {
  let name = "readPantry"
  let description = "Says what is left of an ingredient."

  @Generable
  struct Arguments {
    @Guide(description: "The ingredient to look for")
    var ingredient: String
  }

  func call(arguments: Arguments) async throws -> String {
    "There are 500 g of \(arguments.ingredient)."
  }
}
