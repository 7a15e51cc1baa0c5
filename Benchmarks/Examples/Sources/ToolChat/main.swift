import Foundation
import SchemaKit
import SchemaProviders

// A chat in a terminal, with tools that the model may call, and with streamed answers.
//
//     OPENAI_API_KEY=… swift run ToolChat
//
// OPENAI_BASE_URL selects another server with OpenAI's interface, and OPENAI_MODEL another model.

let environment = ProcessInfo.processInfo.environment
let model = OpenAIModel(
  environment["OPENAI_MODEL"] ?? "gpt-5-mini",
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1")

let session = LanguageModelSession(
  model: model, tools: [FindRecipes(), SetTimer()],
  instructions: "You help in a kitchen. Use the tools, and be brief.")
// The model gets the error of a failed tool, and can call the tool again.
session.policy.toolFailure = .tellModel

func say(_ text: String) {
  FileHandle.standardOutput.write(Data(text.utf8))
}

say("Ask for a recipe. An empty line ends the chat.\n> ")
while let prompt = readLine(), !prompt.isEmpty {
  do {
    var shown = ""
    for try await snapshot in session.streamResponse(to: prompt) {
      if !snapshot.content.hasPrefix(shown) {
        // The model has called tools, and begins a new answer.
        say("\n")
        shown = ""
      }
      say(String(snapshot.content.dropFirst(shown.count)))
      shown = snapshot.content
    }
    say("\n> ")
  } catch {
    // The transcript does not contain the failed turn, so the chat continues.
    let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    say("\nNo answer: \(text)\n> ")
  }
}

say("\n")
for entry in session.transcript {
  guard case .toolCalls(let calls) = entry else { continue }
  for call in calls { say("called \(call.toolName) with \(call.arguments.jsonString)\n") }
}
say("\(session.usage.totalTokenCount) tokens\n")
