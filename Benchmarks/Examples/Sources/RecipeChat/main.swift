import Foundation
import SchemaKit
import SchemaProviders

@Generable(description: "A dish and how to cook it")
struct Recipe {
  var name: String
  @Guide(description: "Time in minutes", .range(5...120))
  var minutes: Int
  @Guide(.minimumCount(1))
  var steps: [String]
}

let environment = ProcessInfo.processInfo.environment
let model = OpenAIModel(
  "gpt-5-mini", key: environment["OPENAI_API_KEY"].map { ModelProvider.Key($0) },
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1")
let session = LanguageModelSession(model: model)
do {
  let stream = session.streamResponse(
    to: "Invent a recipe with lentils.", generating: Recipe.self)
  for try await snapshot in stream {
    print(snapshot.content.name ?? "…", "–", snapshot.content.steps?.last ?? "…")
  }
  let recipe = try await stream.collect().content
  print("\(recipe.name), \(recipe.minutes) minutes, \(recipe.steps.count) steps")
} catch {
  print("No recipe: \(error)")
  exit(1)
}
