import SchemaKit
import SchemaLlama

@Generable
struct Recipe {
  @Guide(description: "The name of the dish")
  var name: String

  @Guide(.range(5...240))
  var minutes: Int

  @Guide(.count(2...6))
  var ingredients: [String]
}

let model = try await LlamaModel(file: CommandLine.arguments[1], context: .tokens(4_096))
let session = LanguageModelSession(model: model, instructions: "You are a cook.")
let recipe = try await session.respond(to: "A dal, please.", generating: Recipe.self).content
print("\(recipe.name), \(recipe.minutes) minutes, with:", recipe.ingredients)
