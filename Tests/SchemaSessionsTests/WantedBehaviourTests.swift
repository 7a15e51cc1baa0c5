import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What users of other libraries miss most, where no other suite shows it.
struct WantedBehaviourTests {
  @Test("T19: another model takes over in a stream as well")
  func streamedFallback() async throws {
    let busy = LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "busy"))
    let session = LanguageModelSession(
      model: FallbackModel([ScriptedModel([.failure(busy)]), ScriptedModel([.text(["Da", "l."])])]))
    var last = ""
    for try await snapshot in session.streamResponse(to: "Soup?") { last = snapshot.content }
    #expect(last == "Dal.")
  }

  @Test("T22: a refusal ends a stream with the model's words, at its reader and at collect")
  func streamedRefusal() async throws {
    let refusal = LanguageModelError.refusal(
      .init(explanation: "I cannot.", debugDescription: "the model declines"))
    let reply = ScriptedModel.Reply([
      .event(.response(action: .appendText("I", tokenCount: 1))), .fail(refusal),
    ])
    let session = LanguageModelSession(model: ScriptedModel([reply]))
    let stream = session.streamResponse(to: "Soup?")
    for read in [{ for try await _ in stream {} }, { _ = try await stream.collect() }] {
      let error = await #expect(throws: LanguageModelError.self) { try await read() }
      let refusal = try #require(error?.refusal)
      #expect(refusal.text == "I cannot.")
    }
    #expect(session.transcript.isEmpty)
  }

  @Test("T10: a call of an unknown tool is repaired in a stream as well")
  func unknownToolInStream() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "search", arguments: "{}")]), .find("soup"), "Dal.",
    ])
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.streamResponse(to: "Soup?").collect().content == "Dal.")
    #expect(session.transcript.outline[5] == "output call-soup: found soup")
  }

  @Test("T13: arguments that happen to be complete do not begin a call before the reply has ended")
  func wholeArguments() async throws {
    let isCalled = Locked(false)
    let find = Find { term in
      isCalled.withLock { $0 = true }
      return term
    }
    func piece(_ text: String) -> ScriptedModel.Reply.Step {
      .event(
        .toolCalls(
          action: .toolCall(
            id: "1", name: "find", action: .appendArguments(text, tokenCount: 1))))
    }
    let reply = ScriptedModel.Reply([
      piece(#"{"term":"soup"}"#),
      .run {
        for _ in 0..<100 { await Task.yield() }
        #expect(!isCalled.withLock { $0 })
      }, piece(" \n"),
    ])
    let session = LanguageModelSession(model: ScriptedModel([reply, "Dal."]), tools: [find])
    try await session.respond(to: "Soup?")
    #expect(isCalled.withLock { $0 })
  }

  @Test("T27: a request that is cancelled counts what it had used")
  func usageOfCancelled() async throws {
    let (shown, showing) = AsyncStream<Void>.makeStream()
    let reply = ScriptedModel.Reply([
      .event(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: 9, cachedTokenCount: 0),
            output: .init(totalTokenCount: 4, reasoningTokenCount: 0)))),
      .event(.response(action: .appendText("Da", tokenCount: 1))), .wait(.seconds(600)),
    ])
    let session = LanguageModelSession(model: ScriptedModel([reply]))
    let reader = Task {
      for try await _ in session.streamResponse(to: "Soup?") { showing.finish() }
    }
    for await _ in shown {}
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    while session.isResponding { await Task.yield() }
    #expect(session.usage.totalTokenCount == 13)
  }

  @Test("T3: a conversation goes on from a file, and its history is sent")
  func restored() async throws {
    let first = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Dal."]), tools: [Find()],
      instructions: "You are a cook.")
    try await first.respond(to: "Soup?")
    let file = try JSONEncoder().encode(first.transcript)

    let model = ScriptedModel(["Yes."])
    let second = LanguageModelSession(
      model: model, tools: [Find()],
      transcript: try JSONDecoder().decode(Transcript.self, from: file))
    try await second.respond(to: "Is it hot?")
    #expect(
      model.requests.first?.transcript.outline == [
        "instructions", "prompt Soup?", "calls call-soup", "output call-soup: found soup",
        "response Dal.", "prompt Is it hot?",
      ])
    #expect(second.transcript.dropLast(2).elementsEqual(first.transcript))
  }
}
