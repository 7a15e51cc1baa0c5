import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// What servers with the interface of Chat Completions want back, and what they send in other ways.
struct ChatThoughtTests {
  private func session(
    _ server: CompatibleModel.Server, _ bodies: String...
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(bodies.map { .init(body: [$0]) })
    let model = CompatibleModel("m", server: server, baseURL: "http://h/v1", transport: transport)
    return (LanguageModelSession(model: model, tools: [Find()]), transport)
  }

  private func chunks(_ deltas: String..., reason: String = "stop") -> String {
    deltas.map { ProviderFixture.events(#"{"choices":[{"delta":\#($0)}]}"#) }.joined()
      + ProviderFixture.events(
        #"{"choices":[{"delta":{},"finish_reason":"\#(reason)"}]}"#, "[DONE]")
  }

  private func call(_ id: String) -> String {
    #"""
    {"tool_calls":[{"index":0,"id":"\#(id)",\#
    "function":{"name":"find","arguments":"{\"term\":\"soup\"}"}}]}
    """#
  }

  @Test func `an empty field of thoughts does not hide the other one`() async throws {
    let (session, _) = session(
      .vLLM, chunks(#"{"reasoning_content":"","reasoning":"Hm"}"#, #"{"content":"Dal"}"#))
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("reasoning Hm"))
  }

  @Test func `DeepSeek gets its thoughts back with calls, and Chat's other servers none`()
    async throws
  {
    for (server, isSent) in [(CompatibleModel.Server.deepSeek, true), (.vLLM, false)] {
      let (session, transport) = session(
        server, chunks(#"{"reasoning_content":"So"}"#, #"{"reasoning_content":"up"}"#, call("a")),
        chunks(#"{"reasoning_content":"Hm"}"#, #"{"content":"Dal"}"#),
        chunks(#"{"content":"Pie"}"#))
      try await session.respond(to: "Soup?")
      try await session.respond(to: "And?")
      for index in [1, 2] {
        let body = try transport.body(index)
        #expect(body.contains(#""reasoning_content":"Soup"}"#) == isSent)
        #expect(!body.contains("Hm"))
      }
    }
  }

  @Test func `OpenRouter gets the details of its thoughts back, joined`() async throws {
    let (session, transport) = session(
      .openRouter,
      chunks(
        #"""
        {"reasoning":"So","reasoning_details":[{"type":"reasoning.text","text":"So","format":"f",\#
        "index":0}]}
        """#,
        #"""
        {"reasoning":"up","reasoning_details":[{"type":"reasoning.text","text":"up",\#
        "signature":"s","index":0}]}
        """#,
        #"{"reasoning_details":[{"type":"reasoning.encrypted","data":"e","index":1}]}"#, call("a")),
      chunks(#"{"content":"Dal"}"#))
    try await session.respond(to: "Soup?")
    #expect(try transport.body().contains(#""provider":{"require_parameters":true}"#))
    #expect(try !transport.body().contains("stream_options"))
    #expect(
      try transport.body(1).contains(
        #"""
        "reasoning_details":[{"type":"reasoning.text","text":"Soup","format":"f","index":0,\#
        "signature":"s"},{"type":"reasoning.encrypted","data":"e","index":1}]}
        """#
      ))
    #expect(session.transcript.outline.contains("reasoning Soup"))
  }

  @Test func `Mistral gets a different identifier of nine letters and digits for each call`()
    async throws
  {
    let (session, transport) = session(
      .mistral, chunks(call("abcDEF123")), chunks(call("call_0_12345678")),
      chunks(#"{"content":"Dal"}"#))
    try await session.respond(
      to: "Soup?",
      options: GenerationOptions(samplingMode: .random(probabilityThreshold: 0.5, seed: 7)))
    #expect(try transport.body().contains(#""random_seed":7"#))
    let messages = try GeneratedContent(json: transport.body(2))
      .value([GeneratedContent].self, forProperty: "messages")
    let outputs = messages.compactMap {
      try? $0.value(String.self, forProperty: "tool_call_id")
    }
    let calls = try messages.compactMap {
      try? $0.value([GeneratedContent].self, forProperty: "tool_calls")
    }.flatMap { $0 }.map { try $0.value(String.self, forProperty: "id") }
    #expect(outputs == calls && outputs.first == "abcDEF123" && Set(outputs).count == 2)
    #expect(outputs.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9]{9}/) != nil })
  }

  @Test func `a complete answer in place of a stream is read`() async throws {
    let whole = #"""
      {
        "id": "r", "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Dal"}, \#
      "finish_reason": "length"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 4, "prompt_cache_hit_tokens": 8}
      }
      """#
    let calls =
      #"""
      {"choices":[{"message":{"role":"assistant","content":null,\#
      "tool_calls":[{"id":"a","type":"function",\#
      "function":{"name":"find","arguments":"{\"term\":\"soup\"}"}}]},\#
      "finish_reason":"tool_calls"}]}
      """#
    let (session, transport) = session(.other, calls, whole)
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(response.finishReason == .length)
    #expect(response.usage.input.cachedTokenCount == 8)
    #expect(try transport.body(1).contains("found soup"))
  }

  @Test(arguments: [
    ("m", "https://ollama.com", false), ("m", "https://api.ollama.com", false),
    ("gpt-oss:120b-cloud", "http://localhost:11434", false),
    ("m", "http://localhost:11434", true), ("m", "https://notollama.com", true),
  ])
  func `Ollama's cloud gets the schema in the prompt, and answers are checked`(
    _ name: String, _ baseURL: String, _ isEnforced: Bool
  ) async throws {
    let wrong = #"{"message":{"content":"{}"},"done":true}"#
    let right = #"{"message":{"content":"{\"term\":\"soup\"}"},"done":true}"#
    let transport = ScriptedTransport([wrong, right].map { .init(body: [$0]) })
    let model = OllamaModel(name, baseURL: baseURL, transport: transport)
    #expect(model.capabilities.contains(.guidedGeneration) == isEnforced)
    let response = try await LanguageModelSession(model: model)
      .respond(to: "Soup?", generating: Find.Arguments.self)
    #expect(response.content.term == "soup")
    #expect(try transport.body().contains(#""format":{"#) == isEnforced)
    #expect(try transport.body().contains("Answer with JSON of the first type"))
  }

  @Test(
    "OpenRouter gets back details of its thoughts that arrived without text, or at the end",
    arguments: [true, false])
  func detailsWithoutText(isFirst: Bool) async throws {
    let detail = #"{"type":"reasoning.encrypted","data":"e","index":0}"#
    let details = #"{"reasoning_details":[\#(detail)]}"#
    let (text, find) = (#"{"content":"Dal"}"#, call("a"))
    let (session, transport) = session(
      .openRouter, isFirst ? chunks(details, text) : chunks(text, details),
      isFirst ? chunks(details, text, find) : chunks(text, find, details),
      chunks(#"{"content":"Pie"}"#), chunks(#"{"content":"Stew"}"#))
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And?")
    try await session.respond(to: "Now?")
    let sent = #""reasoning_details":[\#(detail)]}"#
    #expect(
      try transport.body(1).contains(#"{"role":"assistant","content":"Dal",\#(sent)"#))
    // The text, the calls and the details of one answer are one message.
    let messages = try GeneratedContent(json: transport.body(3))
      .value([GeneratedContent].self, forProperty: "messages")
    let roles = try messages.map { try $0.value(String.self, forProperty: "role") }
    #expect(
      roles == ["user", "assistant", "user", "assistant", "tool", "assistant", "user"])
    let withCalls = messages[3].jsonString(.compact)
    #expect(withCalls.contains(#""content":"Dal""#))
    #expect(withCalls.contains(#""tool_calls":["#))
    #expect(withCalls.hasSuffix(sent))
    #expect(messages[5].property(named: "reasoning_details") == nil)
  }
}
