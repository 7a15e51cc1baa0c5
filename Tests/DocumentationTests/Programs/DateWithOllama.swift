#if Macros
// example: program Ollama
import SchemaKit
import SchemaProviders

/// Reads a date out of a text, with a model on this machine.
enum DateWithOllama {
  @Generable
  struct Meeting {
    @Guide(description: "The day, as YYYY-MM-DD")
    var day: String

    var place: String?
  }

  static func main() async throws {
    let model = OllamaModel("qwen3", contextSize: 16_384)
    let session = LanguageModelSession(model: model)
    do {
      let response = try await session.respond(
        to: "Let us meet at the harbour on the 3rd of May 2027.", generating: Meeting.self)
      print(response.content.day, response.content.place ?? "somewhere")
    } catch let error as LanguageModelError {
      print("Is Ollama running?", error.debugDescription)
    }
  }
}
// example: end
#endif
