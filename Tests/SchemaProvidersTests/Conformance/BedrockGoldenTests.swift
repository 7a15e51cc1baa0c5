import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

/// Streams of the folder Golden that botocore reads as what they say; `.ci/check-sessions` checks
/// that it still does.
struct BedrockGoldenTests {
  private static func stream(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: folder.appending(path: "Golden/bedrock.\(name).bin"))
  }

  private func session(
    _ names: String..., cut: Int = 0, tools: [any Tool] = []
  ) throws -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(
      try names.map { name in
        let bytes = try Self.stream(name)
        return ScriptedTransport.Response(
          headers: ["content-type": "application/vnd.amazon.eventstream"],
          pieces: [bytes.prefix(cut), bytes.dropFirst(cut)])
      })
    let model = BedrockModel(
      "anthropic.claude-sonnet-5", region: "us-east-1", key: "k",
      transport: ExportingTransport(transport),
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    return (LanguageModelSession(model: model, tools: tools), transport)
  }

  @Test("T20, T27: gives text and usage, wherever it is split")
  func text() async throws {
    let count = try Self.stream("text").count
    for cut in triedPlaces(in: count) {
      let response = try await session("text", cut: cut).0.respond(to: "Soup?")
      #expect(response.content == "Dal ü 🍲")
      #expect(response.usage.input.totalTokenCount == 9)
      #expect(response.usage.input.cachedTokenCount == 8)
      #expect(response.usage.output.totalTokenCount == 4)
    }
  }

  @Test("T21: cut anywhere gives its text, or an error and no trace")
  func cuts() async throws {
    let bytes = try Self.stream("text")
    for cut in triedPlaces(in: bytes.count) {
      let transport = ScriptedTransport([.init(pieces: [bytes.prefix(cut)])])
      let session = LanguageModelSession(
        model: BedrockModel(
          "m", region: "r", key: "k", transport: transport,
          retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0)))
      do {
        #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
      } catch is LanguageModelError {
        #expect(session.transcript.isEmpty)
      }
    }
  }

  @Test("gives a value")
  func structure() async throws {
    let response = try await session("structure").0.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content == Dish(name: "Dal ü", minutes: 40))
    #expect(response.attempts.count == 1)
  }

  @Test(
    "T14: calls a tool, or two at the same time",
    arguments: [("tool", ["soup"]), ("parallel", ["soup", "pie"])])
  func calls(name: String, terms: [String]) async throws {
    let (session, _) = try self.session(name, "text", tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
    let outputs = session.transcript.outline.filter { $0.hasPrefix("output") }
    #expect(outputs.count == terms.count)
    for (output, term) in zip(outputs, terms) { #expect(output.hasSuffix("found \(term)")) }
  }

  @Test("T26: returns thoughts with their signatures, also those that nobody here can read")
  func thought() async throws {
    let (session, transport) = try self.session("thought", "text", tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("reasoning Soup, then."))
    let body = try transport.body(1)
    #expect(body.contains(#""signature":"c2lnbmF0dXJl""#))
    #expect(body.contains(#"{"reasoningContent":{"redactedContent":"c2lnbmF0dXJl"}}"#))
  }

  @Test("T16, T18, T22: ends with an error that says what happened")
  func errors() async throws {
    func error(_ name: String) async throws -> LanguageModelError? {
      let (session, _) = try self.session(name)
      let error = await session.failure(of: "Soup?")
      #expect(session.transcript.isEmpty)
      return error
    }
    guard case .guardrailViolation? = try await error("filter") else {
      Issue.record("a filter is no violation")
      return
    }
    #expect(try await error("error")?.debugDescription == "Bedrock: overloaded")
    guard case .rateLimited? = try await error("limit") else {
      Issue.record("a limit is none")
      return
    }
    let (session, _) = try self.session("length")
    let cutOff = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(cutOff?.rawContent == #"{"na"#)
  }
}
