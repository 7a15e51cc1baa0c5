#if CommandLine
import SchemaKit
import SchemaProviders
import SchemaSessionTesting
import Testing

@testable import SchemaCommandLine

struct ChatTextTests {
  /// A tool without arguments.
  private struct Look: Tool {
    struct Arguments: Generable {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Arguments.self, properties: [])
      }

      init(_ content: GeneratedContent) throws {}

      var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
    }

    let name = "look"
    let description = "Looks"

    func call(arguments: Arguments) async throws -> String { "dal, pho" }
  }

  private struct Broken: Error {}

  private static let call = ScriptedModel.Reply.toolCalls([
    .init(id: "c1", name: "look", arguments: "{}")
  ])

  private func output(_ replies: [ScriptedModel.Reply]) async -> String {
    var console = RecordingConsole()
    let request = ChatRequest(model: ScriptedModel(replies), tools: [Look()], prompt: "Soup?")
    try? await request.run(on: &console)
    return console.output
  }

  /// A text that arrives slowly, and then a call.
  private static func round(_ pieces: [String]) -> ScriptedModel.Reply {
    let steps = ScriptedModel.Reply.text(pieces).steps.flatMap { [$0, .wait(.milliseconds(2))] }
    return .init(steps + call.steps)
  }

  @Test func `a text after calls follows that before them on a new line`() async {
    for pieces in [["Let me look."], ["Let ", "me", " look."]] {
      let replies = [Self.round(pieces), .text(["There is ", "dal and pho."])]
      #expect(await output(replies) == "Let me look.\nThere is dal and pho.\n")
      // The first text arrives just before the calls.
      #expect(
        await output([.init(ScriptedModel.Reply.text(pieces).steps + Self.call.steps), replies[1]])
          == "Let me look.\nThere is dal and pho.\n")
    }
  }

  @Test func `texts of several rounds are all written, and rounds without text add no lines`()
    async
  {
    #expect(
      await output([Self.round(["A"]), Self.call, Self.round(["B", "ü"]), Self.round(["A"]), "A"])
        == "A\nBü\nA\nA\n")
    #expect(await output([Self.call, Self.call, "Dal."]) == "Dal.\n")
    #expect(await output([Self.round(["Let me look."]), .failure(Broken())]) == "Let me look.\n")
  }
}
#endif
