import Foundation
import FoundationModels

@main
struct Main {
  static func main() async {
    do {
      try nameDefaultModel()
      try await cook()
      if #available(macOS 27, iOS 27, visionOS 27, *) { try await look() }
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  static func look() async throws {
    guard let path = CommandLine.arguments.dropFirst().first else { return }
    let photo = URL(filePath: path)
    let report = DeviceReport()
    try await report.print(photo: photo)
    let session = try await report.attach(photo: photo)
    print("feedback: \(!report.feedback(on: session))")
  }

  static func cook() async throws {
    guard case .available = SystemLanguageModel.default.availability else {
      print("The model is unavailable.")
      return
    }
    let session = LanguageModelSession(tools: [PantryTool()]) {
      "You are a cook."
      "Use what the pantry has."
    }
    session.prewarm()

    let idea = try await session.respond(
      to: "What can I cook with lentils?",
      options: GenerationOptions(temperature: 0.5, maximumResponseTokens: 200))
    print("idea: \(idea.content)")

    let stream = session.streamResponse(generating: Dish.self) {
      Prompt("Write that down as a dish.")
    }
    var states = 0
    for try await snapshot in stream {
      states += 1
      _ = snapshot.content.name
    }
    let dish = try await stream.collect().content
    print("dish: \(dish.name), \(dish.duration) minutes, \(dish.course), \(dish.steps.count) steps")
    print("streamed: \(states > 2)")

    let data = try JSONEncoder().encode(session.transcript)
    let transcript = try JSONDecoder().decode(Transcript.self, from: data)
    let resumed = LanguageModelSession(tools: [PantryTool()], transcript: transcript)
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Verdict", anyOf: ["good", "bad"]), dependencies: [])
    do {
      let verdict = try await resumed.respond(to: "Is it good?", schema: schema)
      print("verdict: \(try verdict.content.value(String.self))")
    } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
      print("too long")
    }
    let kinds = resumed.transcript.map { entry in
      switch entry {
      case .instructions: "instructions"
      case .prompt: "prompt"
      case .toolCalls(let calls): "calls of \(calls.map(\.toolName).joined(separator: ", "))"
      case .toolOutput: "output"
      case .response: "response"
      case .reasoning: "reasoning"
      @unknown default: "something new"
      }
    }
    print("transcript: \(kinds.joined(separator: "; "))")
  }
}
