#if Macros
// example: program OpenAI
import SchemaKit
import SchemaProviders

/// Sorts a message of a customer, with the reasons of a model that thinks.
enum TriageWithOpenAI {
  @Generable
  struct Ticket {
    @Guide(description: "What the message is about", .anyOf(["billing", "fault", "praise"]))
    var topic: String

    @Guide(description: "How soon somebody has to answer, from 1 to 5", .range(1...5))
    var urgency: Int
  }

  static func main() async throws {
    let model = OpenAIResponsesModel("gpt-5", key: .environment("OPENAI_API_KEY"))
    let session = LanguageModelSession(
      model: model, instructions: "You sort messages of customers.")
    let response = try await session.respond(
      to: "I was charged twice this month!", generating: Ticket.self,
      contextOptions: ContextOptions(reasoningLevel: .light))
    print(response.content.topic, response.content.urgency)
    print("Tokens:", response.usage.totalTokenCount)
  }
}
// example: end
#endif
