import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What remains of a turn without an answer.
///
/// Templates of chats and some servers reject two prompts in a row.
struct UnansweredPromptTests {
  private struct Broken: Error {}

  private static let part = ScriptedModel.Reply.Step.event(
    .response(action: .appendText("Da", tokenCount: 1)))
  private static let thought = ScriptedModel.Reply.Step.event(
    .reasoning(action: .appendText("Hm.", tokenCount: 1)))

  /// Replies that are no answer, each enough for a request that is tried twice.
  private static let failures: [[ScriptedModel.Reply]] = [
    [.failure(Broken())],
    [.init([part, .fail(Broken())])],
    [.init([thought, .fail(Broken())])],
    [.failure(LanguageModelError.refusal(.init(explanation: "No.", debugDescription: "")))],
    [.init([]), .init([])],
    [.init([thought]), .init([thought])],
    [.text([""]), .text([""])],
    [.init([thought, .event(.finished(.length))])],
  ]

  /// `true` if the conversation has a prompt directly after another one.
  private func hasPromptsInARow(_ transcript: Transcript) -> Bool {
    func isPrompt(_ entry: Transcript.Entry) -> Bool {
      if case .prompt = entry { true } else { false }
    }
    return zip(transcript, transcript.dropFirst()).contains { isPrompt($0) && isPrompt($1) }
  }

  @Test(
    "T4: is no prompt of its own in the next request, whatever failed",
    arguments: failures.indices, [TranscriptErrorHandlingPolicy?.none, .preserveTranscript])
  func next(_ failure: Int, _ policy: TranscriptErrorHandlingPolicy?) async throws {
    for hasSchema in [false, true] {
      let answer = hasSchema ? #"{"name":"Dal","minutes":40}"# : "Dal."
      let model = ScriptedModel(["Hello."] + Self.failures[failure] + [.text([answer])])
      let session = LanguageModelSession(model: model, instructions: "You are a cook.")
      session.transcriptErrorHandlingPolicy = policy
      try await session.respond(to: "Hello")
      await #expect(throws: (any Error).self) {
        if hasSchema {
          try await session.respond(to: "Soup?", generating: Dish.self)
        } else {
          try await session.respond(to: "Soup?")
        }
      }
      let kept = policy == nil ? [] : ["prompt Soup?"]
      #expect(
        session.transcript.outline == ["instructions", "prompt Hello", "response Hello."] + kept)
      if hasSchema {
        #expect(try await session.respond(to: "Now?", generating: Dish.self).content.minutes == 40)
      } else {
        #expect(try await session.respond(to: "Now?").content == "Dal.")
      }
      #expect(model.requests.allSatisfy { !hasPromptsInARow($0.transcript) })
      let last = model.requests.last?.transcript.outline.last
      #expect(last?.hasPrefix("prompt") == true && last?.hasSuffix("Now?") == true)
      // The model still reads a prompt that the policy keeps.
      #expect(last?.contains("Soup?") == (policy != nil))
    }
  }

  @Test("T15: is requested again without feedback, which would be a second prompt")
  func repeated() async throws {
    let model = ScriptedModel([.init([Self.thought]), "Dal."])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal.")
    #expect(response.attempts.map(\.rawContent) == ["", "Dal."])
    #expect(response.attempts.first?.problem?.contains("The answer is empty.") == true)
    #expect(model.requests.map(\.transcript.outline) == [["prompt Soup?"], ["prompt Soup?"]])
    #expect(session.transcript.outline == ["prompt Soup?", "response Dal."])
  }

  @Test("T16: was cut off before any text, which is no answer by any policy")
  func cutOff() async throws {
    let model = ScriptedModel([.init([Self.thought, .event(.finished(.length))])])
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.debugDescription.contains("length") == true)
    #expect(session.transcript.isEmpty && model.requests.count == 1)
  }
}
