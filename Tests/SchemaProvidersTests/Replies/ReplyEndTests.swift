import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// The end of a reply, on each interface.
@Suite("The end of a reply", .timeLimit(.minutes(5)))
struct ReplyEndTests {
  private static let broken = TransportError(.connection, "broken")

  /// Reasons that state no end.
  private static let placeholders = ["null", #""""#, #""null""#, #"" ""#, #""Null""#]

  private func find() -> Find {
    Find { _ in
      Issue.record("called")
      return ""
    }
  }

  private func expectNothing(
    _ session: LanguageModelSession, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> LanguageModelError? {
    let error = await #expect(throws: LanguageModelError.self, sourceLocation: sourceLocation) {
      try await session.respond(to: "Soup?")
    }
    #expect(
      session.transcript.outline.allSatisfy { $0 == "instructions" },
      sourceLocation: sourceLocation)
    return error
  }

  @Test(
    "T21: a placeholder, or an unknown reason, before a cut leaves no answer, and no tool runs",
    arguments: ReplyForm.all, placeholders + [#""later""#])
  func placeholder(_ form: ReplyForm, _ reason: String) async {
    for content in [form.text(#""Da""#), form.call] {
      for failure in [nil, Self.broken] {
        // Responses and Ollama have no reason before their end.
        let end = ["Responses", "Ollama"].contains(form.name) ? Data() : form.end(reason)
        let (session, _) = form.session(
          .init(pieces: [content, end], failure: failure), tools: [find()])
        _ = await expectNothing(session)
      }
    }
  }

  @Test("T21: an unknown reason with the interface's end quotes it", arguments: ReplyForm.all)
  func unknown(_ form: ReplyForm) async {
    for content in [form.text(#""Da""#), form.call] {
      let (session, _) = form.session(
        [content, form.end(#""later""#), form.last], tools: [find()])
      let error = await expectNothing(session)
      #expect(error?.providerFailure?.code == "later")
      #expect(error?.debugDescription.contains("ended early (later)") == true)
    }
  }

  @Test(
    "T21: a placeholder before or after a stated end changes nothing", arguments: ReplyForm.all,
    placeholders)
  func placeholderBeside(_ form: ReplyForm, _ reason: String) async throws {
    guard !["Responses", "Ollama"].contains(form.name) else { return }
    let (session, _) = form.session(
      [form.text(#""Da""#), form.end(reason), form.text(#""l""#), form.end(form.normal)]
        + [form.end(reason), form.last])
    #expect(try await session.respond(to: "Soup?").content == "Dal")
  }

  @Test("T21: nothing after a stated end spoils the answer", arguments: ReplyForm.all)
  func after(_ form: ReplyForm) async throws {
    let stated = [form.text(#""Dal""#), form.end(form.normal)]
    let done = form.name == "Bedrock" ? Data([1, 2, 3]) : form.event("message", "[DONE]")
    let rests: [[Data]] = [
      [], [form.last], [done], [done, done], [form.event(form.type, "{nonsense")],
      [form.event("ping", "now"), form.event(form.type, #"{"error":{"message":"late"}}"#)],
      [Data("\n\n<html>".utf8)],
    ]
    for rest in rests {
      for failure in [nil, Self.broken] {
        let (session, _) = form.session(.init(pieces: stated + rest, failure: failure))
        #expect(try await session.respond(to: "Soup?").content == "Dal")
        #expect(session.transcript.outline.last == "response Dal")
      }
    }
  }

  @Test("T21: a stray [DONE] before the content is not an end")
  func strayDone() async throws {
    for form in [ReplyForm.responses, .anthropic, .gemini] {
      let (session, _) = form.session([form.event("message", "[DONE]")] + form.answer)
      #expect(try await session.respond(to: "Soup?").content == "Dal")
    }
  }

  /// A transport whose bodies stay open.
  private struct OpenTransport: ModelTransport {
    let pieces: [Data]

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
      for piece in pieces { continuation.yield(piece) }
      // Without a reference to the continuation, the stream would end.
      continuation.onTermination = { _ in _ = continuation }
      return TransportResponse(status: 200, headers: [:], body: stream)
    }
  }

  @Test(
    "T21: an answer is returned at its stated end while the connection stays open",
    .timeLimit(.minutes(5)), arguments: ReplyForm.all)
  func open(_ form: ReplyForm) async throws {
    for end in [[form.end(form.normal)], [form.end(form.normal), form.last]] {
      let transport = OpenTransport(pieces: [form.text(#""Dal""#)] + end)
      let session = LanguageModelSession(model: form.model(transport))
      #expect(try await session.respond(to: "Soup?").content == "Dal")
    }
  }

  @Test(
    "T37: a reply without content is an error that may be tried again", arguments: ReplyForm.all)
  func empty(_ form: ReplyForm) async throws {
    for content in [[], [form.text(#""""#)], [form.reasoning(#""Hm""#)]] {
      let (session, _) = form.session(content + [form.end(form.normal), form.last])
      let error = await expectNothing(session)
      #expect(error?.providerFailure?.code == "emptyReply")
      #expect(error?.debugDescription.contains("no content") == true)
    }
  }

  @Test("T37: the error of an empty reply has the provider's reason")
  func emptyWithReason() async {
    func error(_ form: ReplyForm, _ events: Data...) async -> String {
      let (session, _) = form.session(events)
      return await expectNothing(session)?.debugDescription ?? ""
    }
    #expect(await error(.ollama, ReplyForm.ollama.end(#""load""#)).contains("(load)"))
    #expect(await error(.chat, ReplyForm.chat.last).contains("no content"))
    let native = Data(
      #"""
      data: {"choices":[{"delta":{},"finish_reason":"stop","native_finish_reason":"network_error"}]}
      """#.utf8)
    #expect(
      await error(.compatible, native + Data("\n\n".utf8), ReplyForm.chat.last)
        .contains("(network_error)"))
    for end in [ReplyForm.chat.last, Data()] {
      #expect(
        await error(.chat, ReplyForm.chat.end(#""network_error""#), end).contains("network_error"))
    }
  }

  @Test(
    "a reply of reasoning only at its largest length was cut off", arguments: ReplyForm.all)
  func length(_ form: ReplyForm) async {
    let (session, _) = form.session([
      form.reasoning(#""Hm""#), form.end(form.length), form.last,
    ])
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(session.transcript.isEmpty)
  }

  @Test(
    "explanations are quoted, and say whether the prompt or the answer was stopped",
    arguments: [
      (
        #"{"promptFeedback":{"blockReason":"SAFETY","blockReasonMessage":"Too hot."}}"#,
        "a filter stopped the prompt (SAFETY). Too hot."
      ),
      (
        #"{"candidates":[{"finishReason":"SAFETY","finishMessage":"Too hot."}]}"#,
        "a filter stopped the answer (SAFETY). Too hot."
      ),
      (
        #"{"candidates":[{"finishReason":"MALFORMED_RESPONSE","finishMessage":"Too hot."}]}"#,
        "the answer ended early (MALFORMED_RESPONSE). Too hot."
      ),
    ])
  func explanation(_ event: String, _ expected: String) async {
    let (session, _) = ReplyForm.gemini.session([ReplyForm.gemini.event("message", event)])
    #expect(await expectNothing(session)?.debugDescription == "Gemini: \(expected)")
  }

  @Test("T27: counts that are repeated as 0 do not erase earlier ones")
  func counts() async throws {
    func sum(_ form: ReplyForm, _ events: [String]) async throws -> [Int] {
      let lines = events.map { Data("data: \($0)\n\n".utf8) }
      let (session, _) = form.session(
        [form.text(#""Dal""#)] + lines + [form.end(form.normal), form.last])
      let usage = try await session.respond(to: "Soup?").usage
      return [usage.input.totalTokenCount, usage.output.totalTokenCount]
    }
    let chat = ["9,\"completion_tokens\":4", "0,\"completion_tokens\":0"]
      .map { #"{"choices":[],"usage":{"prompt_tokens":\#($0)}}"# }
    #expect(try await sum(.chat, chat) == [9, 4])
    let gemini = ["9,\"candidatesTokenCount\":4", "0,\"candidatesTokenCount\":0"]
      .map { #"{"usageMetadata":{"promptTokenCount":\#($0)}}"# }
    #expect(try await sum(.gemini, gemini) == [9, 4])
    let anthropic = [
      #"{"type":"message_start","message":{"usage":{"input_tokens":9,"output_tokens":1}}}"#,
      #"{"type":"message_delta","delta":{},"usage":{"input_tokens":0,"output_tokens":4}}"#,
      #"{"type":"message_delta","delta":{},"usage":{"input_tokens":0,"output_tokens":0}}"#,
    ]
    #expect(try await sum(.anthropic, anthropic) == [9, 4])
  }

  @Test("output that arrives only in the last event is read")
  func lastEvent() async throws {
    let message =
      #"{"type":"message","content":[{"type":"output_text","text":"Dal"}]}"#
    let replies: [(ReplyForm, String)] = [
      (
        .responses,
        #"""
        {"type":"response.completed","response":{"status":"completed","output":[\#(message)]}}
        """#
      ),
      (
        .chat,
        #"{"choices":[{"delta":{},"message":{"content":"Dal"},"finish_reason":"stop"}]}"#
      ),
      (
        .anthropic,
        #"{"type":"message_stop","message":{"content":[{"type":"text","text":"Dal"}]}}"#
      ),
    ]
    for (form, event) in replies {
      for text in [[], [form.text(#""Dal""#)]] {
        let (session, _) = form.session(text + [form.event("message", event)])
        #expect(try await session.respond(to: "Soup?").content == "Dal")
      }
    }
  }
}
