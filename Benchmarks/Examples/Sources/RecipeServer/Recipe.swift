import SchemaKit

@Generable(description: "A dish and how to cook it")
struct Recipe {
  var name: String
  @Guide(description: "Time in minutes", .range(5...120))
  var minutes: Int
  @Guide(.minimumCount(1))
  var ingredients: [Ingredient]
  @Guide(.minimumCount(1))
  var steps: [String]
}

@Generable
struct Ingredient {
  var amount: String
  var name: String
}
