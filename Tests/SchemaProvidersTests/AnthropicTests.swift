import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct AnthropicTests {
  private let provider = ProviderFixture.anthropic

  @Test("T24: gets a request with nothing that is not set")
  func plain() async throws {
    let (session, transport) = provider.session(provider.text)
    try await session.respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "https://api.anthropic.com/v1/messages")
    #expect(request.headers["authorization"] == "Bearer secret")
    #expect(request.headers["anthropic-version"] == "2026-10-21")
    #expect(
      try transport.body() == """
        {"model":"m","max_tokens":8192,"stream":true,"system":"Be brief.","messages":[\
        {"role":"user","content":[{"type":"text","text":"Soup?"}]}]}
        """)
  }

  @Test("T25: gets tools, a schema and a level of thinking")
  func schema() async throws {
    let (session, transport) = provider.session(
      provider.calls,
      provider.text.replacing(#""Da""#, with: #""{\"term\":\"""#)
        .replacing(#""l \u00fc""#, with: #""soup\"}""#), tools: [Find()])
    try await session.respond(
      to: "Soup?", schema: Find.Arguments.generationSchema,
      options: GenerationOptions(maximumResponseTokens: 400),
      contextOptions: ContextOptions(reasoningLevel: .light))
    let schema =
      #"""
      {"type":"object","title":"Arguments","properties":{"term":{"type":"string",\#
      "pattern":"^[a-z]+$"}},"required":["term"],"additionalProperties":false}
      """#
    let first = try GeneratedContent(json: transport.body(0))
    #expect(try first.value(Int.self, forProperty: "max_tokens") == 400)
    let tools = try first.value([GeneratedContent].self, forProperty: "tools")
    #expect(try tools.first?.value(String.self, forProperty: "name") == "find")
    #expect(try tools.first?.value(Bool.self, forProperty: "strict") == true)
    let body = try transport.body(0)
    for part in [
      #""thinking":{"type":"adaptive"}"#,
      #""output_config":{"effort":"low","format":{"type":"json_schema","schema":{"type":"object","#,
      #""input_schema":{"type":"object","#,
    ] { #expect(body.contains(part), "\(part) in \(body), like \(schema)") }
    // Both outputs are in one message.
    #expect(
      try transport.body(1).contains(
        #"""
        {"role":"assistant","content":[{"type":"text","text":"Let me see."},\#
        {"type":"tool_use","id":"a","name":"find","input":{"term":"soup"}},\#
        {"type":"tool_use","id":"b","name":"find","input":{"term":"pie"}}]},\#
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"found soup"},\#
        {"type":"tool_result","tool_use_id":"b","content":"found pie"}]}
        """#
      ))
    #expect(try !transport.body(1).contains("tool_choice"))
  }

  @Test("T23: thinks also if a tool call is required, which adaptive thinking allows")
  func required() async throws {
    let (session, transport) = provider.session(provider.calls, provider.text, tools: [Find()])
    let response = try await session.respond(
      to: "Soup?", options: GenerationOptions(toolCallingMode: .required),
      contextOptions: ContextOptions(reasoningLevel: .light))
    #expect(response.content == "Dal ü")
    let first = try transport.body(0)
    #expect(first.contains(#""tool_choice":{"type":"any"}"#))
    for body in [first, try transport.body(1)] {
      #expect(body.contains(#""thinking":{"type":"adaptive"}"#))
      #expect(body.contains(#""output_config":{"effort":"low"}"#))
    }
    #expect(try !transport.body(1).contains("tool_choice"))
  }

  @Test("T23: gets no sampling options if its version accepts none, and otherwise all but seeds")
  func sampling() async throws {
    let options = GenerationOptions(samplingMode: .random(top: 4), temperature: 0.5)
    let (session, transport) = provider.session(provider.text)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?", options: options)
    }
    #expect(error?.debugDescription.contains("temperature") == true)
    session.policy.unsupportedOption = .log
    let response = try await session.respond(to: "Soup?", options: options)
    #expect(try !transport.body().contains("temperature"))
    let entry = try #require(response.transcriptEntries.last?.response)
    #expect(try entry.metadata["notes"]?.value([String].self).count == 2)

    // The types of the provider's package no longer have these options, so nothing is exported.
    let old = ScriptedTransport([.init(body: [provider.text])])
    let oldSession = LanguageModelSession(
      model: AnthropicModel("m", key: "secret", version: "2023-06-01", transport: old))
    try await oldSession.respond(to: "Soup?", options: options)
    #expect(try old.body().contains(#""temperature":0.5,"top_k":4"#))
    #expect(old.requests.first?.headers["x-api-key"] == "secret")
    let seeded = GenerationOptions(samplingMode: .random(top: 4, seed: 7))
    await #expect(throws: LanguageModelError.self) {
      try await oldSession.respond(to: "Soup?", options: seeded)
    }
  }

  @Test("T22: whose answer does not fit into the context throws that, and not the text so far")
  func contextWindow() async throws {
    let (session, transport) = provider.session(
      provider.text.replacing("end_turn", with: "model_context_window_exceeded"))
    let error = await session.failure(of: "Soup?")
    let details = try #require(error?.contextSizeExceeded)
    #expect(details.metadata["requestID"] as? String == "r1")
    #expect(transport.requests.count == 1)
    #expect(session.transcript.outline == ["instructions"])
  }

  private func thinking(_ text: String, _ signature: String) -> String {
    ProviderFixture.typedEvents(
      #"""
      {"type":"content_block_start","index":7,\#
      "content_block":{"type":"thinking","thinking":"","signature":""}}
      """#,
      #"""
      {"type":"content_block_delta","index":7,\#
      "delta":{"type":"thinking_delta","thinking":"\#(text)"}}
      """#,
      #"""
      {"type":"content_block_delta","index":7,\#
      "delta":{"type":"signature_delta","signature":"\#(signature)"}}
      """#,
      #"{"type":"content_block_stop","index":7}"#,
      #"""
      {"type":"content_block_start","index":8,\#
      "content_block":{"type":"redacted_thinking","data":"cmVk/+=="}}
      """#,
      #"{"type":"content_block_stop","index":8}"#)
  }

  @Test("T26: gets its thoughts back byte for byte, also from a file; others' are left out")
  func reasoning() async throws {
    let (session, _) = provider.session(
      thinking("Soup \\u2026", "c2ln+/==") + provider.text)
    try await session.respond(to: "Soup?")
    let data = try JSONEncoder().encode(session.transcript)
    let transcript = try JSONDecoder().decode(Transcript.self, from: data)
    let transport = ScriptedTransport([.init(body: [provider.text])])
    let restored = LanguageModelSession(
      model: provider.model(transport), transcript: transcript)
    try await restored.respond(to: "And pie?")
    #expect(
      try transport.body().contains(
        #"""
        {"role":"assistant","content":[{"type":"thinking","thinking":"Soup …",\#
        "signature":"c2ln+/=="},{"type":"redacted_thinking","data":"cmVk/+=="},\#
        {"type":"text","text":"Dal ü"}]}
        """#
      ))

    let other = ProviderFixture.gemini
    let otherTransport = ScriptedTransport([.init(body: [other.text])])
    let moved = LanguageModelSession(model: other.model(otherTransport), transcript: transcript)
    let response = try await moved.respond(to: "And pie?")
    #expect(try !otherTransport.body().contains("c2ln"))
    let entry = try #require(response.transcriptEntries.last?.response)
    #expect(
      try entry.metadata["notes"]?.value([String].self) == [
        "Gemini cannot read the reasoning of another provider. It was left out."
      ])
  }

  @Test("keeps blocks that a server sends without an index and without an end")
  func blocksWithoutIndex() async throws {
    let bare = ProviderFixture.typedEvents(
      #"""
      {"type":"content_block_start",\#
      "content_block":{"type":"thinking","thinking":"","signature":""}}
      """#,
      #"{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"Hm."}}"#,
      #"{"type":"content_block_delta","delta":{"type":"signature_delta","signature":"c2ln"}}"#)
    let (session, transport) = provider.session(bare + provider.text, provider.text)
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And pie?")
    #expect(
      try transport.body(1).contains(
        #"[{"type":"thinking","thinking":"Hm.","signature":"c2ln"},{"type":"text","text":"Dal ü"}]"#
      ))
  }

  @Test("states the tools of earlier calls also if calls are disallowed")
  func disallowed() async throws {
    let (session, transport) = provider.session(
      provider.calls, provider.text, provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    try await session.respond(
      to: "And now?", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(try transport.body(2).contains(#""tool_choice":{"type":"none"}"#))
    #expect(try transport.body(2).contains(#""tools":[{"name":"find""#))
  }

  @Test("T27: counts the tokens of a request that failed")
  func usageOfFailure() async throws {
    let (session, _) = provider.session(provider.lateError)
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Soup?") }
    #expect(session.usage.input.totalTokenCount == 9)
    #expect(session.usage.output.totalTokenCount == 1)
  }

  /// A stream with the counts of its beginning and of its end.
  private func text(_ start: String, _ end: String, reason: String = "end_turn") -> String {
    provider.text
      .replacing(
        #"{"input_tokens":1,"cache_read_input_tokens":8,"output_tokens":1}"#, with: start
      )
      .replacing(#"{"output_tokens":4,"output_tokens_details":{"thinking_tokens":1}}"#, with: end)
      .replacing("end_turn", with: reason)
  }

  @Test(
    "T27: keeps the counts of its beginning that its end omits",
    arguments: [
      (#"{"input_tokens":1,"output_tokens":4}"#, (9, 8, 4)),
      (#"{"input_tokens":2,"output_tokens":4}"#, (10, 8, 4)),
      (#"{"cache_read_input_tokens":6,"output_tokens":4}"#, (7, 6, 4)),
      (#"{"cache_creation_input_tokens":5,"output_tokens":4}"#, (14, 8, 4)),
      (#"{"input_tokens":1}"#, (9, 8, 3)), ("{}", (9, 8, 3)),
    ] as [(String, (Int, Int, Int))])
  func countsOfBeginning(
    _ end: String, _ expected: (input: Int, cached: Int, output: Int)
  ) async throws {
    let start =
      #"""
      {"input_tokens":1,"cache_read_input_tokens":8,"output_tokens":3,\#
      "output_tokens_details":{"thinking_tokens":2}}
      """#
    let (session, _) = provider.session(text(start, end))
    let usage = try await session.respond(to: "Soup?").usage
    #expect(usage.input.totalTokenCount == expected.input)
    #expect(usage.input.cachedTokenCount == expected.cached)
    #expect(usage.output.totalTokenCount == expected.output)
    #expect(usage.output.reasoningTokenCount == 2)
  }

  @Test("T27: counts each request of a paused answer by itself")
  func countsOfPausedAnswer() async throws {
    let (session, _) = provider.session(
      text(
        #"{"input_tokens":1,"cache_read_input_tokens":8,"output_tokens":1}"#,
        #"{"input_tokens":1,"output_tokens":4}"#, reason: "pause_turn"),
      text(#"{"output_tokens":1}"#, #"{"cache_read_input_tokens":6,"output_tokens":2}"#))
    let usage = try await session.respond(to: "Soup?").usage
    #expect(usage.input.totalTokenCount == 15)
    #expect(usage.input.cachedTokenCount == 14)
    #expect(usage.output.totalTokenCount == 6)
  }

  @Test("T18: is requested again if its error comes before any text")
  func earlyError() async throws {
    let start = provider.text.prefix { $0 != "\n" }
    #expect(start == "event: message_start")
    let parts = provider.text.split(separator: "\n\n", maxSplits: 1)
    let (session, transport) = provider.session(
      parts[0] + "\n\n"
        + ProviderFixture.typedEvents(
          #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#),
      provider.text)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(transport.requests.count == 2)
  }
}
