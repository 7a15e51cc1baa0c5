import Foundation
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Numbers of a server, which can be of any size.
struct ServerNumberTests {
  private static let largest = "9223372036854775807"

  private func usage(
    _ provider: ProviderFixture, _ body: String
  ) async throws -> LanguageModelSession.Usage {
    let (session, _) = provider.session(body)
    let response = try await session.respond(to: "Soup?")
    #expect(session.usage.totalTokenCount == response.usage.totalTokenCount)
    return response.usage
  }

  @Test("H1: counts of Gemini whose sums are beyond Int are the largest Int")
  func gemini() async throws {
    let usage = try await usage(
      .gemini,
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[{"text":"Dal"}]},"finishReason":"STOP"}],\#
        "usageMetadata":{"promptTokenCount":\#(Self.largest),"toolUsePromptTokenCount":1,\#
        "cachedContentTokenCount":2,"candidatesTokenCount":\#(Self.largest),\#
        "thoughtsTokenCount":3}}
        """#
      ))
    #expect(usage.input.totalTokenCount == .max)
    #expect(usage.input.cachedTokenCount == 2)
    #expect(usage.output.totalTokenCount == .max)
    #expect(usage.output.reasoningTokenCount == 3)
    #expect(usage.totalTokenCount == .max)
  }

  @Test("H1: counts of Anthropic whose sum with kept tokens is beyond Int are the largest Int")
  func anthropic() async throws {
    let usage = try await usage(
      .anthropic,
      ProviderFixture.anthropic.text.replacing(
        #""input_tokens":1,"#,
        with: #""input_tokens":\#(Self.largest),"cache_creation_input_tokens":\#(Self.largest),"#))
    #expect(usage.input.totalTokenCount == .max)
    #expect(usage.input.cachedTokenCount == 8)
    #expect(usage.output.totalTokenCount == 4)
  }

  @Test("H1: counts that are beyond Int over two rounds of calls are the largest Int")
  func rounds() async throws {
    let provider = ProviderFixture.openAI
    let usage =
      #"""
      {"choices":[],"usage":{"prompt_tokens":\#(Self.largest),\#
      "completion_tokens":\#(Self.largest)}}
      """#
    let (session, _) = provider.session(
      provider.calls.replacing("data: [DONE]", with: "data: \(usage)\n\ndata: [DONE]"),
      ChatStreamTests.stream(ChatStreamTests.delta(#"{"content":"Dal"}"#, finish: "stop"), usage),
      tools: [Find()])
    let response = try await session.respond(to: "Soup?")
    #expect(response.usage.input.totalTokenCount == .max)
    #expect(response.usage.output.totalTokenCount == .max)
    #expect(session.usage.totalTokenCount == .max)
    try await #require(throws: (any Error).self) { try await session.respond(to: "Soup?") }
    #expect(session.usage.totalTokenCount == .max)
  }

  @Test(
    "H1: a count is clamped to the numbers from 0 to the largest Int",
    arguments: [
      ("-1", 0), ("-9223372036854775808", 0), ("-1e300", 0), ("-0.5", 0), ("2.75", 2), ("3.0", 3),
      (largest, .max), ("9223372036854775808", .max), ("1e300", .max), ("1e999999999", .max),
    ] as [(String, Int)])
  func clamped(_ number: String, _ expected: Int) async throws {
    let usage = try await usage(
      .openAI,
      ChatStreamTests.stream(
        ChatStreamTests.delta(#"{"content":"Dal"}"#, finish: "stop"),
        #"{"choices":[],"usage":{"prompt_tokens":\#(number),"completion_tokens":4}}"#))
    #expect(usage.input.totalTokenCount == expected)
    #expect(usage.output.totalTokenCount == 4)
  }

  @Test("T27: kept tokens are a part of those read, and thoughts of those written")
  func parts() async throws {
    let usage = try await usage(
      .openAI,
      ChatStreamTests.stream(
        ChatStreamTests.delta(#"{"content":"Dal"}"#, finish: "stop"),
        #"""
        {"choices":[],"usage":{"prompt_tokens":3,"prompt_tokens_details":{"cached_tokens":5},\#
        "completion_tokens":4,"completion_tokens_details":{"reasoning_tokens":6}}}
        """#
      ))
    #expect(usage.input.cachedTokenCount == 3)
    #expect(usage.output.reasoningTokenCount == 4)
  }

  @Test(
    "H1: an index beyond Int, or a negative one, is a name like others",
    arguments: ["9223372036854775807", "9223372036854775808", "-1", "1e300", "-9e18"])
  func index(_ number: String) async throws {
    for provider in [ProviderFixture.openAI, .anthropic, .responses] {
      let calls = provider.calls.replacing(#"index":1"#, with: #"index":\#(number)"#)
      let (session, _) = provider.session(calls, provider.text, tools: [Find()])
      try await session.respond(to: "Soup?")
      #expect(session.transcript.outline.last == "response Dal ü")
      let outputs = session.transcript.toolOutputs
      #expect(outputs.map(\.id) == ["a", "b"])
      #expect(outputs.map(\.segments.joinedText) == ["found soup", "found pie"])
    }
  }

  @Test(
    "H1: counts in the message of an error that are beyond Int are not known",
    arguments: ["99999999999999999999", "9223372036854775808"])
  func overflow(_ number: String) async throws {
    let provider = ProviderFixture.anthropic
    let transport = ScriptedTransport([
      .init(status: 400, body: [provider.overflow.replacing("210000", with: number)])
    ])
    let error = await provider.session(transport).failure(of: "Soup?")
    let details = try #require(error?.contextSizeExceeded)
    #expect(details.tokenCount == 0)
    #expect(details.contextSize == 200_000)
  }
}
