import Foundation
import SchemaKit
import SchemaProviders

@Generable(description: "The confirmation of an order")
struct Confirmation {
  var supplier: String
  @Guide(.minimum(1))
  var crates: Int
}

struct OrderVegetables: Tool {
  let name = "order"
  let description = "Orders crates of vegetables, which have to be paid"

  @Generable
  struct Arguments {
    var vegetable: String
    @Guide(.range(1...100))
    var crates: Int
  }

  func call(arguments: Arguments) async throws -> String {
    print("Ordered \(arguments.crates) crates of \(arguments.vegetable).")
    return "Ordered at Green & Sons."
  }
}

// OrderApproval FILE PROMPT            sends the prompt, and stores the conversation with its order
// OrderApproval FILE --allow           continues in another process with the unchanged order
// OrderApproval FILE --crates NUMBER   continues with another number of crates
// OrderApproval FILE --deny REASON     continues without the order
let arguments = CommandLine.arguments
guard arguments.count > 2 else {
  print("OrderApproval FILE (PROMPT | --allow | --crates NUMBER | --deny REASON)")
  exit(2)
}
let file = URL(filePath: arguments[1])
let environment = ProcessInfo.processInfo.environment
let model = OpenAIModel(
  "gpt-5-mini", key: environment["OPENAI_API_KEY"].map { ModelProvider.Key($0) },
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1")

do {
  let session: LanguageModelSession
  let decision: ToolApproval.Decision
  let isNew = !arguments[2].hasPrefix("--")
  if isNew {
    session = LanguageModelSession(
      model: model, tools: [OrderVegetables()], instructions: "You run the larder of a kitchen.")
    decision = .wait
  } else {
    let stored = try JSONDecoder().decode(Transcript.self, from: Data(contentsOf: file))
    session = LanguageModelSession(model: model, tools: [OrderVegetables()], transcript: stored)
    switch (arguments[2], arguments.dropFirst(3).first) {
    case ("--allow", nil): decision = .allow
    case ("--deny", let reason?): decision = .deny(reason: reason)
    case ("--crates", let number?):
      let changed = GeneratedContent(
        properties: ["vegetable": "leek", "crates": Int(number) ?? 0])
      decision = .change(arguments: changed)
    default: decision = .wait
    }
  }
  session.toolApproval = .required(for: ["order"]) { _ in decision }
  do {
    let response =
      isNew
      ? try await session.respond(to: arguments[2], generating: Confirmation.self)
      : try await session.resume(generating: Confirmation.self)
    print("\(response.content.crates) from \(response.content.supplier)")
  } catch let error as LanguageModelSession.PendingApprovalError {
    for call in error.calls { print("Waits: \(call.toolName) \(call.arguments.jsonString)") }
  }
  try JSONEncoder().encode(session.transcript).write(to: file)
} catch {
  print("No order: \(error)")
  exit(1)
}
