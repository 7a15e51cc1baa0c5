import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

/// A stream as a provider's own package writes it.
struct GoldenStreamTests {
  private func session(
    _ provider: GoldenProvider, _ situations: GoldenProvider.Case..., tools: [any Tool] = []
  ) throws -> LanguageModelSession {
    provider.fixture.session(
      ScriptedTransport(try situations.map { try provider.response($0) }), tools: tools)
  }

  @Test("exists for each provider", arguments: GoldenProvider.allCases)
  func files(_ provider: GoldenProvider) {
    for situation: GoldenProvider.Case in [.text, .structure, .tool, .parallel, .length, .error] {
      #expect(provider.stream(situation) != nil, "\(situation)")
    }
  }

  @Test("T20, T27: gives text and usage, wherever it is split", arguments: GoldenProvider.allCases)
  func text(_ provider: GoldenProvider) async throws {
    let count = try #require(provider.stream(.text)).count
    for cut in triedPlaces(in: count) {
      let transport = ScriptedTransport([try provider.response(.text, splitAt: cut)])
      let session = provider.fixture.session(transport)
      let response = try await session.respond(to: "Soup?")
      #expect(response.content == "Dal ü 🍲")
      #expect(response.usage.input.totalTokenCount == 9)
      #expect(response.usage.output.totalTokenCount == 4)
    }
  }

  @Test("says what the provider calls the response, once", arguments: GoldenProvider.allCases)
  func identity(_ provider: GoldenProvider) async throws {
    let model = provider.fixture.model(ScriptedTransport([try provider.response(.text)]))
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(),
      transcript: Transcript(entries: [
        .prompt(.init(segments: [.text(.init(content: "Soup?"))]))
      ]),
      enabledTools: [], generationOptions: .init(),
      contextOptions: .init(), metadata: [:])
    var identities: [LanguageModelExecutorGenerationChannel.ResponseIdentity] = []
    try await ModelRunner(model).run(request) { event in
      if case .identified(let identity) = event.kind { identities.append(identity) }
    }
    let ids = [
      GoldenProvider.chat: "chatcmpl-1", .responses: "resp-1", .anthropic: "msg-1", .gemini: "r-1",
    ]
    #expect(identities == [.init(id: ids[provider], model: "m")])
  }

  @Test(
    "T21: cut after any byte gives its text, or an error and no trace",
    arguments: GoldenProvider.allCases)
  func cuts(_ provider: GoldenProvider) async throws {
    let bytes = try #require(provider.stream(.text))
    var whole = 0
    for cut in triedPlaces(in: bytes.count) {
      let transport = ScriptedTransport([.init(pieces: [bytes.prefix(cut)])])
      let session = LanguageModelSession(
        model: provider.model(at: "http://h", over: transport, maximumRetries: 0))
      do {
        #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
        whole += 1
      } catch is LanguageModelError {
        #expect(session.transcript.isEmpty)
      }
    }
    // The answer may be whole before the last byte, as without the [DONE] of Chat Completions.
    #expect(whole < bytes.count / 2)
  }

  @Test("gives a value", arguments: GoldenProvider.allCases)
  func structure(_ provider: GoldenProvider) async throws {
    let session = try session(provider, .structure)
    let dish = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(dish.content == Dish(name: "Dal ü", minutes: 40))
    #expect(dish.attempts.count == 1)
  }

  @Test(
    "T14: calls a tool, or two at the same time", arguments: GoldenProvider.allCases,
    [(.tool, ["soup"]), (.parallel, ["soup", "pie"])]
      as [(GoldenProvider.Case, [String])])
  func calls(
    _ provider: GoldenProvider, _ calls: (situation: GoldenProvider.Case, terms: [String])
  ) async throws {
    let session = try session(provider, calls.situation, .text, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "Dal ü 🍲")
    let outputs = session.transcript.outline.filter { $0.hasPrefix("output") }
    #expect(
      outputs.map { $0.split(separator: ": ").last.map(String.init) }
        == calls.terms.map { "found \($0)" })
  }

  @Test(
    "T26: with a thought returns its signature", arguments: GoldenProvider.all(with: .thought))
  func thought(_ provider: GoldenProvider) async throws {
    let transport = ScriptedTransport([
      try provider.response(.thought), try provider.response(.text),
    ])
    let session = provider.fixture.session(transport, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("reasoning Soup, then."))
    #expect(try transport.body(1).contains("c2lnbmF0dXJl"))
  }

  @Test("T16: of the greatest length is cut off", arguments: GoldenProvider.allCases)
  func length(_ provider: GoldenProvider) async throws {
    let session = try session(provider, .length)
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(error?.rawContent == #"{"na"#)
  }

  @Test("T22: with a refusal has its words", arguments: GoldenProvider.all(with: .refusal))
  func refusal(_ provider: GoldenProvider) async throws {
    let session = try session(provider, .refusal)
    let error = await session.failure(of: "Soup?")
    let refusal = try #require(error?.refusal)
    #expect(refusal.text == "I cannot.")
  }

  @Test(
    "T22: that a filter stopped, or a blocked prompt, is a violation of the guardrails",
    arguments: GoldenProvider.allCases, [.filter, .blocked] as [GoldenProvider.Case])
  func filtered(_ provider: GoldenProvider, _ situation: GoldenProvider.Case) async throws {
    guard provider.stream(situation) != nil else { return }
    let session = try session(provider, situation)
    let error = await session.failure(of: "Soup?")
    #expect(error?.guardrailViolation != nil)
  }

  @Test(
    "T18: with an error after a part of the answer throws it",
    arguments: GoldenProvider.allCases, [.error, .failed] as [GoldenProvider.Case])
  func error(_ provider: GoldenProvider, _ situation: GoldenProvider.Case) async throws {
    guard provider.stream(situation) != nil else { return }
    let session = try session(provider, situation)
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription == "\(provider.fixture.name): overloaded")
    #expect(error?.metadata["requestID"] as? String == "r1")
    #expect(session.transcript.outline == ["instructions"])
  }
}
