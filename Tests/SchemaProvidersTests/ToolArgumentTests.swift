import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct ToolArgumentTests {
  private func outputs(_ session: LanguageModelSession) async throws -> [Transcript.ToolOutput] {
    try await session.respond(to: "Soup?")
    return session.transcript.toolOutputs
  }

  @Test("T14: Gemini's calls get identifiers that lack them, or share one")
  func gemini() async throws {
    let provider = ProviderFixture.gemini
    let calls = ["", #""id":"","#, #""id":"a","#, #""id":"a","#].map {
      #"{"functionCall":{\#($0)"name":"find","args":{"term":"soup"}}}"#
    }
    let (session, _) = provider.session(
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[\#(calls.joined(separator: ","))]},\#
        "finishReason":"STOP"}]}
        """#
      ), provider.text, tools: [Find()])
    let outputs = try await outputs(session)
    #expect(outputs.map(\.segments.joinedText) == Array(repeating: "found soup", count: 4))
    #expect(Set(outputs.map(\.id)).count == 4)
  }

  @Test("T14: Ollama's calls get identifiers that lack them, and may have arguments as text")
  func ollama() async throws {
    let provider = ProviderFixture.ollama
    let calls = [#"{"term":"soup"}"#, #""{\"term\":\"pie\"}""#].map {
      #"{"id":"","function":{"name":"find","arguments":\#($0)}}"#
    }
    let (session, transport) = provider.session(
      #"{"message":{"tool_calls":[\#(calls.joined(separator: ","))]},"done":true}"#,
      provider.text, tools: [Find()])
    let outputs = try await outputs(session)
    #expect(outputs.map(\.segments.joinedText) == ["found soup", "found pie"])
    #expect(Set(outputs.map(\.id)).count == 2)
    #expect(try transport.body(1).contains(#""arguments":{"term":"pie"}"#))
  }

  @Test("T14: Anthropic's calls may share an identifier")
  func anthropic() async throws {
    let provider = ProviderFixture.anthropic
    let (session, _) = provider.session(
      provider.calls.replacing(#""id":"b""#, with: #""id":"a""#), provider.text, tools: [Find()])
    let outputs = try await outputs(session)
    #expect(outputs.map(\.segments.joinedText) == ["found soup", "found pie"])
    #expect(Set(outputs.map(\.id)).count == 2)
  }

  @Test(
    "T10, T24: arguments that are not JSON go back to the model as a text that the interface takes",
    arguments: [
      (.openAI, #""arguments":"{\"value\":\"{\\\"term\\\":\"}""#),
      (.responses, #""arguments":"{\"value\":\"{\\\"term\\\":\"}""#),
      (.llamaCpp, #""arguments":"{\"value\":\"{\\\"term\\\":\"}""#),
      (.anthropic, #""input":{"value":"{\"term\":"}"#),
    ] as [(ProviderFixture, String)])
  func malformed(_ provider: ProviderFixture, _ expected: String) async throws {
    // The call "a" lacks its end; "b" is whole.
    let calls = provider.calls.replacing(#"\"soup\"}"#, with: "")
      .replacing(#"rm\":\"soup\"}"#, with: "")
      .replacing(#""arguments":"{\"term\":\"soup\"}""#, with: #""arguments":"{\"term\":""#)
    let (session, transport) = provider.session(calls, provider.text, tools: [Find()])
    let outputs = try await outputs(session).map(\.segments.joinedText)
    #expect(outputs.count == 2)
    #expect(
      outputs.first?.hasPrefix("The tool was not called. The arguments are not JSON: ") == true)
    #expect(outputs.last == "found pie")
    #expect(session.transcript.outline.last == "response Dal ü")
    #expect(try transport.body(1).contains(expected))
  }

  @Test("T14: arguments that are null are none")
  func null() async throws {
    let provider = ProviderFixture.gemini
    let (session, transport) = provider.session(
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[{"functionCall":{"name":"find","args":null}}]},\#
        "finishReason":"STOP"}]}
        """#
      ), provider.text, tools: [Find()])
    let outputs = try await outputs(session)
    #expect(outputs.first?.segments.joinedText.contains("was not called") == true)
    #expect(try transport.body(1).contains(#""args":{}"#))
  }

  @Test(
    "T24: arguments of another model that are not an object become an object",
    arguments: [ProviderFixture.anthropic, .gemini, .ollama], [#"["soup"]"#, #""soup""#, "null"])
  func replayed(_ provider: ProviderFixture, _ arguments: String) async throws {
    let call = Transcript.ToolCall(
      id: "a", toolName: "find", arguments: try GeneratedContent(json: arguments))
    let transcript = Transcript(entries: [
      .prompt(.init(segments: [.text(.init(content: "Soup?"))])),
      .toolCalls(.init([call])),
      .toolOutput(
        .init(id: "a", toolName: "find", segments: [.text(.init(content: "not called"))])),
    ])
    let transport = ScriptedTransport([.init(body: [provider.text])])
    let model = provider.model(transport)
    try await LanguageModelSession(model: model, tools: [Find()], transcript: transcript)
      .respond(to: "And now?")
    let names = ["Anthropic": "input", "Gemini": "args", "Ollama": "arguments"]
    let name = try #require(names[provider.name])
    #expect(try transport.body().contains(#""\#(name)":{"value":\#(arguments)}"#))
  }
}
