#if Macros
// example: program Gemini
import SchemaKit
import SchemaProviders

/// Shows a recipe as it grows.
enum RecipeWithGemini {
  @Generable
  struct Recipe {
    @Guide(description: "What the dish is called")
    var name: String

    @Guide(description: "What to do, one step each", .count(3...6))
    var steps: [String]
  }

  static func main() async throws {
    let model = GeminiModel("gemini-3-pro", key: .environment("GOOGLE_API_KEY"))
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(
      to: "A dal, please.", generating: Recipe.self,
      options: GenerationOptions(samplingMode: .random(top: 40, seed: 7)))
    for try await snapshot in stream {
      print(snapshot.content.name ?? "…", snapshot.content.steps?.count ?? 0)
    }
    print(try await stream.collect().content.steps.joined(separator: "\n"))
  }
}
// example: end
#endif
