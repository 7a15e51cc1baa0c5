import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

struct ChatStreamTests {
  /// The events of a stream, one chunk each, as the interface writes them.
  static func stream(_ chunks: String..., done: Bool = true) -> String {
    chunks.map { "data: \($0)\n\n" }.joined() + (done ? "data: [DONE]\n\n" : "")
  }

  static func delta(_ delta: String, finish: String? = nil) -> String {
    let reason = finish.map { "\"\($0)\"" } ?? "null"
    return #"{"id":"x","choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}]}"#
  }

  static let text = stream(
    delta(#"{"role":"assistant","content":"Da"}"#), delta(#"{"content":"l \u00fc"}"#),
    delta("{}", finish: "stop"),
    #"""
    {"id":"x","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4,\#
    "prompt_tokens_details":{"cached_tokens":8},\#
    "completion_tokens_details":{"reasoning_tokens":1}}}
    """#
  )

  private func session(
    _ responses: ScriptedTransport.Response..., tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(responses)
    let model = OpenAIModel("m", key: "secret", transport: ExportingTransport(transport))
    return (LanguageModelSession(model: model, tools: tools), transport)
  }

  @Test("T27: gives its text and its usage")
  func text() async throws {
    let (session, _) = session(.init(body: [Self.text]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal ü")
    #expect(response.usage.input.totalTokenCount == 9)
    #expect(response.usage.input.cachedTokenCount == 8)
    #expect(response.usage.output.totalTokenCount == 4)
    #expect(response.usage.output.reasoningTokenCount == 1)
  }

  @Test("T20: gives the same wherever it is split, and with any line ends")
  func splits() async throws {
    for text in [
      Self.text, Self.text.replacing("\n", with: "\r\n"), Self.text.replacing("\n", with: "\r"),
      "\u{FEFF}: ping\n\n"
        + Self.text.replacing("data: {\"id\":\"x\",", with: "data: {\"id\":\"x\",\ndata: "),
    ] {
      let bytes = Array(text.utf8)
      for cut in triedPlaces(in: bytes.count) {
        let (session, _) = session(.init(pieces: [Data(bytes[..<cut]), Data(bytes[cut...])]))
        #expect(try await session.respond(to: "Soup?").content == "Dal ü")
      }
    }
  }

  @Test("T21: that ends without its last event is an error, and leaves no entry")
  func cutOff() async throws {
    let (session, _) = session(
      .init(body: [Self.stream(Self.delta(#"{"content":"Da"}"#), done: false)]))
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription == "OpenAI: the stream ended before the answer did.")
    #expect(session.transcript.isEmpty)
  }

  @Test(
    "T14: gives the calls of tools, whose ids and names come once, late or with each piece",
    arguments: [
      [
        #"""
        {"tool_calls":[{"index":0,"id":"a","function":{"name":"find","arguments":""}},\#
        {"index":1,"id":"b","function":{"name":"find","arguments":"{\"te"}}]}
        """#,
        #"""
        {"content":"Let me see.","tool_calls":[{"index":0,\#
        "function":{"arguments":"{\"term\":\"soup\"}"}}]}
        """#,
        #"{"tool_calls":[{"index":1,"function":{"arguments":"rm\":\"pie\"}"}}]}"#,
      ],
      [
        #"""
        {"content":"Let me see.","tool_calls":[{"index":0,"function":{"arguments":"{\"term\":"}}]}
        """#,
        #"""
        {"tool_calls":[{"index":0,"id":"a","function":{"name":"find","arguments":"\"soup\"}"}}]}
        """#,
        #"""
        {"tool_calls":[{"index":1,"id":"b","function":{"name":"find","arguments":"{\"term\""}}]}
        """#,
        #"""
        {"tool_calls":[{"index":1,"id":"b","function":{"name":"find","arguments":":\"pie\"}"}}]}
        """#,
      ],
      // Without indexes: an id tells calls apart.
      [
        #"""
        {"content":"Let me see.","tool_calls":[{"id":"a",\#
        "function":{"name":"find","arguments":"{\"term\":\"soup\"}"}}]}
        """#,
        #"{"tool_calls":[{"id":"b","function":{"name":"find","arguments":"{\"term\":"}}]}"#,
        #"{"tool_calls":[{"function":{"arguments":"\"pi"}}]}"#,
        #"{"tool_calls":[{"id":"b","function":{"arguments":"e\"}"}}]}"#,
      ],
      // Without indexes: an id that comes after the name.
      [
        #"{"content":"Let me see.","tool_calls":[{"function":{"name":"find","arguments":""}}]}"#,
        #"{"tool_calls":[{"id":"a","function":{"arguments":"{\"term\":\"soup\"}"}}]}"#,
        #"{"tool_calls":[{"function":{"name":"find","arguments":"{\"term\":"}}]}"#,
        #"{"tool_calls":[{"id":"b","function":{"arguments":"\"pie\"}"}}]}"#,
      ],
    ])
  func calls(_ deltas: [String]) async throws {
    let chunks = deltas.map { "data: \(Self.delta($0))\n\n" }.joined()
    let (session, transport) = session(
      .init(body: [chunks, Self.stream(Self.delta("{}", finish: "stop"))]),
      .init(body: [Self.text]), tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Soup?", "response Let me see.", "calls a b", "output a: found soup",
        "output b: found pie", "response Dal ü",
      ])
    let body = try #require(
      transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) })
    #expect(body.contains(#"{"role":"assistant","content":"Let me see.","tool_calls":[{"#))
    #expect(body.contains(#"{"role":"tool","content":"found soup","tool_call_id":"a"}"#))
  }

  @Test("T14: gives calls that have neither indexes nor ids, which begin with a name")
  func callsWithoutNames() async throws {
    let chunks = [
      #"{"tool_calls":[{"function":{"name":"find","arguments":"{\"term\":"}}]}"#,
      #"{"tool_calls":[{"function":{"arguments":"\"soup\"}"}}]}"#,
      #"{"tool_calls":[{"function":{"name":"find","arguments":"{\"term\":\"pie\"}"}}]}"#,
    ].map { "data: \(Self.delta($0))\n\n" }.joined()
    let (session, _) = session(
      .init(body: [chunks, Self.stream(Self.delta("{}", finish: "stop"))]),
      .init(body: [Self.text]), tools: [Find()])
    try await session.respond(to: "Soup?")
    let calls = session.transcript.compactMap(\.toolCalls).flatMap {
      calls in calls.map { $0.arguments.jsonString(.compact) }
    }
    #expect(calls == [#"{"term":"soup"}"#, #"{"term":"pie"}"#])
    let outputs = session.transcript.outline.filter { $0.hasPrefix("output") }
    #expect(outputs.map { $0.suffix(10) } == ["found soup", " found pie"])
  }

  @Test("T22: with a refusal is one, with the model's words")
  func refusal() async throws {
    let (session, _) = session(
      .init(body: [
        Self.stream(
          Self.delta(#"{"refusal":"I can"}"#), Self.delta(#"{"refusal":"not."}"#),
          Self.delta("{}", finish: "stop"))
      ]))
    let error = await session.failure(of: "Soup?")
    let refusal = try #require(error?.refusal)
    #expect(refusal.text == "I cannot.")
  }

  @Test("T22: that a filter stopped is a violation of the guardrails")
  func filter() async throws {
    let (session, _) = session(
      .init(body: [Self.stream(Self.delta("{}", finish: "content_filter"))]))
    let error = await session.failure(of: "Soup?")
    #expect(error?.guardrailViolation != nil)
  }

  @Test("T16: that reaches its token limit is cut off")
  func length() async throws {
    let (session, _) = session(
      .init(body: [
        Self.stream(Self.delta(#"{"content":"{\"name\":"}"#), Self.delta("{}", finish: "length"))
      ]))
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    }
  }

  @Test("T18: with an error before any text is requested again; a later error is thrown")
  func errorInStream() async throws {
    let error = #"{"error":{"message":"overloaded","type":"server_error","code":null}}"#
    let (early, _) = session(
      .init(body: [Self.stream(error, done: false)]), .init(body: [Self.text]))
    #expect(try await early.respond(to: "Soup?").content == "Dal ü")
    let (late, transport) = session(
      .init(body: [Self.stream(Self.delta(#"{"content":"Da"}"#), error, done: false)]),
      .init(body: [Self.text]))
    let thrown = await #expect(throws: LanguageModelError.self) {
      try await late.respond(to: "Soup?")
    }
    #expect(thrown?.debugDescription == "OpenAI: overloaded")
    #expect(transport.requests.count == 1)
  }

  @Test("that is not JSON is an error with this reason")
  func malformed() async throws {
    let (session, _) = session(.init(body: [Self.stream("{\"choices\": nonsense}")]))
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription.contains("is not JSON") == true)
  }

  @Test("T21: is complete after the reason to end, whatever fails then")
  func lateFailure() async throws {
    let chunks = Self.stream(
      Self.delta(#"{"content":"Dal"}"#), Self.delta("{}", finish: "stop"), done: false)
    let failure = TransportError(.connection, "The connection broke.")
    let (whole, _) = session(.init(body: [chunks], failure: failure))
    #expect(try await whole.respond(to: "Soup?").content == "Dal")
    let begin = Self.stream(Self.delta(#"{"content":"Dal"}"#), done: false)
    let (cutOff, _) = session(.init(body: [begin], failure: failure))
    let error = await #expect(throws: LanguageModelError.self) {
      try await cutOff.respond(to: "Soup?")
    }
    #expect(error?.debugDescription.contains("The connection broke.") == true)
    #expect(cutOff.transcript.isEmpty)
  }
}
