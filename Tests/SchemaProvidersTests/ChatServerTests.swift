import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// A server that writes Chat Completions in its own way.
struct ChatServerTests {
  private func session(
    _ responses: ScriptedTransport.Response..., tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(responses)
    return (ProviderFixture.openAI.session(transport, tools: tools), transport)
  }

  /// A response of pieces of a message.
  private func response(_ deltas: String..., finish: String = "stop") -> ScriptedTransport.Response
  {
    let chunks = deltas.map { "data: \(ChatStreamTests.delta($0))\n\n" }
    return .init(
      body: chunks + [ChatStreamTests.stream(ChatStreamTests.delta("{}", finish: finish))])
  }

  @Test(
    "T14: calls tools once for each call",
    arguments: [
      // Arguments as an object, as llama.cpp and TGI have written them.
      (
        [
          #"""
          {"tool_calls":[{"index":0,"id":"a",\#
          "function":{"name":"find","arguments":{"term":"soup"}}}]}
          """#
        ], ["soup"]
      ),
      // One index for all calls.
      (
        [
          #"""
          {"tool_calls":[{"index":0,"id":"a",\#
          "function":{"name":"find","arguments":"{\"term\":\"soup\"}"}}]}
          """#,
          #"""
          {"tool_calls":[{"index":0,"id":"b",\#
          "function":{"name":"find","arguments":"{\"term\":"}}]}
          """#,
          #"{"tool_calls":[{"index":0,"function":{"arguments":"\"pie\"}"}}]}"#,
        ], ["soup", "pie"]
      ),
      // One index for all calls, and an id with each piece.
      (
        [
          #"""
          {"tool_calls":[{"index":0,"id":"a","function":{"name":"find","arguments":""}},\#
          {"index":0,"id":"b","function":{"name":"find","arguments":""}}]}
          """#,
          #"{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{\"term\":\"soup\"}"}}]}"#,
          #"{"tool_calls":[{"index":0,"id":"b","function":{"arguments":"{\"term\":\"pie\"}"}}]}"#,
        ], ["soup", "pie"]
      ),
      // Another id with each piece of a call.
      (
        [
          #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"find","arguments":""}}]}"#,
          #"{"tool_calls":[{"index":0,"id":"b","function":{"arguments":"{\"term\":"}}]}"#,
          #"{"tool_calls":[{"index":0,"id":"c","function":{"arguments":"\"soup\"}"}}]}"#,
        ], ["soup"]
      ),
      // One id, or none, for calls with indexes of their own.
      (
        [
          #"""
          {"tool_calls":[{"index":0,"id":"a","function":{"name":"find","arguments":"{\"term\":"}},\#
          {"index":1,"id":"a","function":{"name":"find","arguments":"{\"term\":\"pie\"}"}}]}
          """#,
          #"{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"\"soup\"}"}}]}"#,
          #"""
          {"tool_calls":[{"index":2,"id":"",\#
          "function":{"name":"find","arguments":"{\"term\":\"rice\"}"}}]}
          """#,
        ], ["soup", "pie", "rice"]
      ),
    ])
  func calls(_ deltas: [String], _ terms: [String]) async throws {
    let chunks = deltas.map { "data: \(ChatStreamTests.delta($0))\n\n" }
    let (session, transport) = session(
      .init(
        body: chunks + [ChatStreamTests.stream(ChatStreamTests.delta("{}", finish: "tool_calls"))]),
      .init(body: [ChatStreamTests.text]), tools: [Find()])
    try await session.respond(to: "Soup?")
    let outputs = session.transcript.toolOutputs
    #expect(outputs.map(\.segments.joinedText) == terms.map { "found \($0)" })
    #expect(Set(outputs.map(\.id)).count == terms.count)
    #expect(transport.requests.count == 2)
  }

  @Test("gives text and thoughts in parts")
  func parts() async throws {
    let (session, _) = session(
      response(
        #"""
        {"content":[{"type":"thinking",\#
        "thinking":[{"type":"text","text":"Soup, "},{"type":"text","text":"then."}]}]}
        """#,
        #"{"content":[{"type":"text","text":"Da"},{"type":"text","text":"l"}]}"#,
        #"{"content":" ü"}"#))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(session.transcript.outline.contains("reasoning Soup, then."))
  }

  @Test(
    "T22: names the reason of an answer that ended early",
    arguments: ["abort", "error", "insufficient_system_resource"])
  func reasons(_ reason: String) async throws {
    let (session, _) = session(response(#"{"content":"The dose is 5"}"#, finish: reason))
    let error = await session.failure(of: "How much?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == reason)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test("T16: an answer with the finish reason model_length is cut off")
  func modelLength() async throws {
    let (session, _) = session(
      response(#"{"content":"{\"term\":\"so"}"#, finish: "model_length"))
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    }
    #expect(error?.rawContent == #"{"term":"so"#)
  }

  private func failure(_ error: String) -> ScriptedTransport.Response {
    .init(body: [ChatStreamTests.stream(error, done: false)])
  }

  @Test("T17, T18: gives a status in a stream, which says whether the request is sent again")
  func status() async throws {
    let text = ScriptedTransport.Response(body: [ChatStreamTests.text])
    let (busy, _) = session(failure(#"{"error":{"message":"Busy","code":503}}"#), text)
    #expect(try await busy.respond(to: "Soup?").content == "Dal ü")

    let (wrong, transport) = session(
      failure(#"{"error":{"message":"Wrong","type":"BadRequestError","code":400}}"#), text)
    let error = await #expect(throws: LanguageModelError.self) {
      try await wrong.respond(to: "Soup?")
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.statusCode == 400)
    #expect(transport.requests.count == 1)
  }

  @Test("T18: gives an error in a stream that has words only")
  func bareError() async throws {
    let chunk = ChatStreamTests.delta(#"{"content":"Da"}"#)
    let (session, _) = session(
      .init(body: [ChatStreamTests.stream(chunk, #"{"error":"out of memory"}"#, done: false)]))
    let error = await session.failure(of: "Soup?")
    #expect(error?.errorDescription == "The request failed: OpenAI: out of memory")
    #expect(error?.recoverySuggestion?.hasPrefix("Read the description") == true)
  }

  @Test("T18: reads what Groq adds to OpenAI's interface: counts, and why a stream stopped")
  func groq() async throws {
    let usage = #"{"prompt_tokens":9,"completion_tokens":4}"#
    let counted = ChatStreamTests.delta(#"{"content":"Dal"}"#, finish: "stop").dropLast()
    let (session, _) = session(
      .init(body: [
        ChatStreamTests.stream(#"\#(counted),"usage":null,"x_groq":{"id":"r","usage":\#(usage)}}"#)
      ]))
    #expect(try await session.respond(to: "Soup?").usage.totalTokenCount == 13)

    let (stopped, _) = self.session(
      .init(body: [
        ChatStreamTests.stream(
          ChatStreamTests.delta(#"{"content":"Da"}"#),
          #"{"choices":[],"x_groq":{"error":"over capacity"}}"#, done: false)
      ]))
    let error = await #expect(throws: LanguageModelError.self) {
      try await stopped.respond(to: "Soup?")
    }
    #expect(error?.debugDescription.contains("over capacity") == true)
    #expect(stopped.transcript.outline == ["instructions"])
  }

  @Test(
    "T27: counts reasoning as a part of the output, also where xAI counts it apart",
    arguments: [
      (1, 399, 386, 387), (387, 399, 386, 387), (1, 13, 0, 1), (Int.max, Int.max, 5, Int.max),
    ])
  func reasoningTokens(
    _ completion: Int, _ total: Int, _ reasoning: Int, _ output: Int
  ) async throws {
    let usage =
      #"""
      {"prompt_tokens":12,"completion_tokens":\#(completion),"total_tokens":\#(total),\#
      "completion_tokens_details":{"reasoning_tokens":\#(reasoning)}}
      """#
    let (session, _) = session(
      .init(body: [
        ChatStreamTests.stream(
          ChatStreamTests.delta(#"{"content":"Dal"}"#, finish: "stop"),
          #"{"id":"x","choices":[],"usage":\#(usage)}"#)
      ]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.usage.output.totalTokenCount == output)
    #expect(response.usage.output.reasoningTokenCount == reasoning)
    #expect(response.usage.input.totalTokenCount == 12)
  }

  @Test("T22: gives the status of a limit in a stream", arguments: ["429", #""429""#])
  func limit(_ code: String) async throws {
    let transport = ScriptedTransport([
      failure(#"{"error":{"message":"Slow down","code":\#(code)}}"#)
    ])
    let model = OpenAIModel(
      "m", key: "secret", transport: ExportingTransport(transport),
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    #expect(error?.rateLimited != nil)
  }

  @Test(
    "that sends another object in place of a stream is an error, and is not asked again",
    arguments: [
      #"""
      {"id":"x","data":[{"index":0,"message":{"role":"assistant","content":"Dal"},\#
      "finish_reason":"stop"}]}
      """#,
      "{\n  \"id\": \"x\",\n\n  \"choices\": []\n}\n",
    ])
  func noStream(_ body: String) async throws {
    let (session, transport) = session(.init(body: [body]), .init(body: [ChatStreamTests.text]))
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription.contains("sent JSON in place of a stream") == true)
    #expect(transport.requests.count == 1)
  }
}
