#if Macros
// example: program Compatible
import SchemaKit
import SchemaProviders

/// Asks a model on your own server, and falls back on a provider.
enum AnswerWithOwnServer {
  static func main() async throws {
    let model = FallbackModel([
      CompatibleModel("qwen3", server: .llamaCpp, baseURL: "http://localhost:8080/v1"),
      OpenAIModel("gpt-5-mini", key: .environment("OPENAI_API_KEY")),
    ])
    let session = LanguageModelSession(model: model, instructions: "Answer in one sentence.")
    session.policy.unsupportedOption = .log
    let response = try await session.respond(
      to: "Why is the sky blue?",
      options: GenerationOptions(temperature: 0.2, maximumResponseTokens: 200))
    print(response.content)
    if response.finishReason == .length { print("(cut off)") }
  }
}
// example: end
#endif
