import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// The parts of calls that have no meaning for sessions, in the next request.
struct ReturnedCallTests {
  private func session(
    _ model: (ScriptedTransport) -> any LanguageModel, _ bodies: String...
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(bodies.map { .init(body: [$0]) })
    return (LanguageModelSession(model: model(transport), tools: [Find()]), transport)
  }

  private func model(
    _ server: CompatibleModel.Server, at baseURL: String = "http://h/v1"
  ) -> (ScriptedTransport) -> any LanguageModel {
    { CompatibleModel("m", server: server, baseURL: baseURL, transport: $0) }
  }

  private static let chatCalls = CallReplies.chat([
    #"""
    {"index":0,"id":"a","type":"function","extra_content":{"google":{"thought_signature":"s"}},\#
    "empty":null,"function":{"name":"find","arguments":"{\"term\":","mark":1}}
    """#,
    #"{"index":0,"function":{"arguments":"\"soup\"}","late":[2]}}"#,
    #"""
    {"index":1,"id":"b","type":"function",\#
    "function":{"name":"find","arguments":"{\"term\":\"pie\"}"}}
    """#,
  ])

  @Test("T26: unknown properties of calls go back to their server, also from a stored transcript")
  func chat() async throws {
    let text = ProviderFixture.openAI.text
    let (session, transport) = session(model(.other), Self.chatCalls, text)
    try await session.respond(to: "Soup?")
    let calls =
      #"""
      [{"id":"a","type":"function","function":{"name":"find",\#
      "arguments":"{\"term\":\"soup\"}","mark":1,"late":[2]},\#
      "extra_content":{"google":{"thought_signature":"s"}}},\#
      {"id":"b","type":"function","function":{"name":"find",\#
      "arguments":"{\"term\":\"pie\"}"}}]
      """#
    #expect(try transport.body(1).contains(calls))
    // Content that is `null` beside calls is no text, and has the interface's own form.
    #expect(try transport.body(1).contains(#"{"role":"assistant","content":null,"tool_calls":"#))

    let data = try JSONEncoder().encode(session.transcript)
    let transcript = try JSONDecoder().decode(Transcript.self, from: data)
    for (server, isSent) in [(CompatibleModel.Server.other, true), (.vLLM, false)] {
      let stored = ScriptedTransport([.init(body: [text])])
      let restored = LanguageModelSession(
        model: model(server)(stored), tools: [Find()], transcript: transcript)
      try await restored.respond(to: "And?")
      #expect(try stored.body().contains(calls) == isSent)
      #expect(try stored.body().contains("extra_content") == isSent)
    }
  }

  @Test("T26: content that is null beside calls is no text")
  func null() async throws {
    let reply = ChatStreamTests.stream(
      ChatStreamTests.delta(
        #"""
        {"role":"assistant","content":null,"refusal":null,"tool_calls":[{"index":0,"id":"a",\#
        "function":{"name":"find","arguments":"{\"term\":\"soup\"}"}}]}
        """#, finish: "tool_calls"))
    let (session, _) = session(model(.other), reply, ProviderFixture.openAI.text)
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Soup?", "calls a", "output a: found soup", "response Dal ü",
      ])
  }

  @Test(
    "T26: unknown properties of calls go back on other interfaces",
    arguments: [ProviderFixture.responses, .anthropic, .gemini, .ollama])
  func interfaces(_ provider: ProviderFixture) async throws {
    let term = #"{"term":"soup"}"#
    let outputs = try await provider.outputs(
      of: CallReplies.call(
        provider, "find", provider.isText ? GeneratedContent(term).jsonString : term,
        properties: #","extra_content":{"mark":1}"#))
    #expect(outputs.texts == ["found soup"])
    #expect(outputs.body.contains(#""extra_content":{"mark":1}"#))
  }

  private func rejection(_ body: String) -> ScriptedTransport {
    ScriptedTransport([
      .init(body: [Self.chatCalls]),
      .init(status: 422, headers: ["content-type": "application/json"], body: [body]),
      .init(body: [ProviderFixture.openAI.text]),
    ])
  }

  @Test(
    "T26: a server that rejects its own properties gets the calls without them",
    arguments: [
      #"{"detail":[{"type":"extra_forbidden","loc":["messages",1,"extra_content"]}]}"#,
      #"{"error":{"message":"messages.1.tool_calls.0.function.mark: not permitted"}}"#,
      #"{"error":{"message":"'messages.1.tool_calls.0.function': property 'mark' is unknown"}}"#,
      #"{"error":{"message":"Unknown parameter: messages[1].tool_calls[0].extra_content."}}"#,
      #"{"error":{"message":"unknown field `late`, expected one of `id`"}}"#,
      #"{"error":{"message":"unexpected keyword argument extra_content here"}}"#,
      #"{"error":{"message":"Unrecognized request argument supplied: mark"}}"#,
    ])
  func rejected(_ body: String) async throws {
    let transport = rejection(body)
    let session = LanguageModelSession(model: model(.other)(transport), tools: [Find()])
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal ü")
    #expect(try transport.body(1).contains("extra_content"))
    #expect(try !transport.body(2).contains("extra_content"))
    #expect(try !transport.body(2).contains("mark"))
  }

  @Test(
    "T26: a message that only has the letters of a property rejects another part",
    arguments: [
      "The benchmark is not supported.", "It is too late, and a mark was reached.",
      "marks: not permitted", "the late_fee: invalid",
    ])
  func otherRejection(_ message: String) async throws {
    let transport = rejection(#"{"error":{"message":"\#(message)"}}"#)
    let session = LanguageModelSession(model: model(.other)(transport), tools: [Find()])
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription.contains(message) == true)
    #expect(transport.requests.count == 2)
  }

  private func anthropic(_ baseURL: String) -> (ScriptedTransport) -> any LanguageModel {
    { AnthropicModel("m", key: "secret", baseURL: baseURL, transport: $0) }
  }

  private func thinking(_ start: String, _ deltas: String...) -> String {
    CallReplies.anthropic(
      [#"{"type":"content_block_start","index":0,"content_block":\#(start)}"#]
        + deltas.map { #"{"type":"content_block_delta","index":0,"delta":\#($0)}"# } + [
          #"{"type":"content_block_stop","index":0}"#,
          #"""
          {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a",\#
          "name":"find","input":{"term":"soup"}}}
          """#,
          #"{"type":"content_block_stop","index":1}"#,
        ])
  }

  @Test("T26: reasoning without a signature goes back to servers with Anthropic's interface")
  func unsigned() async throws {
    let text = ProviderFixture.anthropic.text
    let bare = thinking(
      #"{"type":"thinking","thinking":""}"#, #"{"type":"thinking_delta","thinking":"Hm"}"#)
    let empty = thinking(
      #"{"type":"thinking","thinking":"Hm","signature":""}"#,
      #"{"type":"signature_delta","signature":""}"#)
    for (url, reply, block) in [
      ("https://api.deepseek.com/anthropic", bare, #"{"type":"thinking","thinking":"Hm"}"#),
      (
        "https://api.moonshot.ai/anthropic", empty,
        #"{"type":"thinking","thinking":"Hm","signature":""}"#
      ),
    ] {
      let (session, transport) = session(anthropic(url), reply, text, text)
      try await session.respond(to: "Soup?")
      try await session.respond(to: "And?")
      for index in [1, 2] {
        #expect(
          try transport.body(index).contains(
            #"{"role":"assistant","content":[\#(block),{"type":"tool_use""#))
      }
      let data = try JSONEncoder().encode(session.transcript)
      let stored = ScriptedTransport([.init(body: [text]), .init(body: [text])])
      let transcript = try JSONDecoder().decode(Transcript.self, from: data)
      for (url, isSent) in [(url, true), ("https://api.anthropic.com", false)] {
        try await LanguageModelSession(
          model: anthropic(url)(stored), tools: [Find()], transcript: transcript
        ).respond(to: "More?")
        #expect(try stored.body(stored.requests.count - 1).contains(block) == isSent)
      }
    }
    let (session, transport) = session(anthropic("https://api.anthropic.com"), bare, text)
    try await session.respond(to: "Soup?")
    #expect(try !transport.body(1).contains("Hm"))
  }

  @Test(
    "T26: reasoning goes back with each call, also if it is empty, to servers that demand it",
    arguments: [
      (.deepSeek, "https://api.deepseek.com", true), (.deepSeekStrict, "http://h/v1", true),
      (.other, "https://api.moonshot.ai/v1", true), (.other, "https://api.z.ai/api/paas/v4", true),
      (.other, "https://api.minimax.io/v1", true), (.other, "https://notz.ai/v1", false),
      (.vLLM, "https://api.moonshot.ai/v1", false),
    ] as [(CompatibleModel.Server, String, Bool)])
  func reasoning(_ server: CompatibleModel.Server, _ url: String, _ isSent: Bool) async throws {
    let (session, transport) = session(
      model(server, at: url), Self.chatCalls, ProviderFixture.openAI.text)
    try await session.respond(to: "Soup?")
    #expect(try transport.body(1).contains(#""reasoning_content":"""#) == isSent)
  }

  @Test("T24: Gemini gets an identifier of a call only if it sent one")
  func identifiers() async throws {
    let provider = ProviderFixture.gemini
    let sent = try await provider.outputs(
      of: CallReplies.gemini([
        #"{"functionCall":{"id":"a","name":"find","args":{"term":"soup"}}}"#,
        #"{"functionCall":{"name":"find","args":{"term":"pie"}}}"#,
        #"{"functionCall":{"id":"a","name":"clock"}}"#,
      ]))
    #expect(sent.texts == ["found soup", "found pie", "noon"])
    for part in [
      #"{"functionCall":{"id":"a","name":"find","args":{"term":"soup"}}}"#,
      #"{"functionCall":{"name":"find","args":{"term":"pie"}}}"#,
      #"{"functionCall":{"id":"a","name":"clock","args":{}}}"#,
      #"{"functionResponse":{"id":"a","name":"find","response":{"output":"found soup"}}}"#,
      #"{"functionResponse":{"name":"find","response":{"output":"found pie"}}}"#,
      #"{"functionResponse":{"id":"a","name":"clock","response":{"output":"noon"}}}"#,
    ] {
      #expect(sent.body.contains(part))
    }
  }

  @Test("T24: two prompts in a row are one message of the user", arguments: ProviderFixture.all)
  func prompts(_ provider: ProviderFixture) async throws {
    let transcript = Transcript(entries: [
      .prompt(.init(segments: [.text(.init(content: "Soup?"))]))
    ])
    let transport = ScriptedTransport([.init(body: [provider.text])])
    try await LanguageModelSession(model: provider.model(transport), transcript: transcript)
      .respond(to: "Pie?")
    let body = try transport.body()
    #expect(body.matches(of: /"role":"user"/).count == 1)
    #expect(body.contains("Soup?") && body.contains("Pie?"))
    if provider.isChat || provider.name == "Ollama" {
      #expect(body.contains(#""content":"Soup?\nPie?""#))
    }
  }
}
