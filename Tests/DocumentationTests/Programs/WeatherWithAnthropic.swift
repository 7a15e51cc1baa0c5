#if Macros
// example: program Anthropic
import SchemaKit
import SchemaProviders

/// Answers a question about the weather with a tool, and prints the answer as it arrives.
enum WeatherWithAnthropic {
  struct Weather: Tool {
    let name = "weather"
    let description = "Says how warm it is in a city"

    @Generable
    struct Arguments {
      @Guide(description: "The name of the city")
      var city: String
    }

    func call(arguments: Arguments) async throws -> String {
      "It is 21 °C in \(arguments.city)."
    }
  }

  static func main() async throws {
    let model = AnthropicModel("claude-sonnet-5", key: .environment("ANTHROPIC_API_KEY"))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    var shown = ""
    for try await snapshot in session.streamResponse(to: "Do I need a coat in Oslo?") {
      if !snapshot.content.hasPrefix(shown) {
        // The model has called the tool, and begins its answer anew.
        print()
        shown = ""
      }
      print(snapshot.content.dropFirst(shown.count), terminator: "")
      shown = snapshot.content
    }
    print()
  }
}
// example: end
#endif
