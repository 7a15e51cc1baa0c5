import Foundation
import SchemaContent
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

// Known from FoundationModels 27's interface: metadata have the type `[String: GeneratedContent]`,
// and parameters take `[String: any ConvertibleToGeneratedContent]`.
struct MetadataTests {
  private let dish = try? Dish(GeneratedContent(json: #"{"name": "Dal", "minutes": 40}"#))

  /// An executor that reports metadata of each kind of entry.
  private struct Reporter: LanguageModel {
    struct Executor: LanguageModelExecutor {
      struct Configuration: Sendable, Hashable {}

      init(configuration: Configuration) {}

      func respond(
        to request: LanguageModelExecutorGenerationRequest, model: Reporter,
        streamingInto channel: LanguageModelExecutorGenerationChannel
      ) async throws {
        await channel.send(.reasoning(action: .appendText("Hm.", tokenCount: 1)))
        await channel.send(.reasoning(action: .updateMetadata(["effort": "low"])))
        await channel.send(.response(action: .appendText("Dal", tokenCount: 1)))
        await channel.send(.response(action: .updateMetadata(["tags": ["a", "b"], "share": 0.5])))
        await channel.send(
          .response(
            action: .updateUsage(
              input: .init(totalTokenCount: 3, cachedTokenCount: 0),
              output: .init(totalTokenCount: 2, reasoningTokenCount: 1),
              metadata: ["tier": "flex"])))
      }
    }

    var capabilities: LanguageModelCapabilities { .init([.reasoning]) }
    var executorConfiguration: Executor.Configuration { .init() }
  }

  // Known from: the interface of 27, where metadata are content.
  @Test func `T1: values of any type with content are given with a prompt, and reach the model`()
    async throws
  {
    let dish = try #require(dish)
    let model = ScriptedModel([.text(["Dal"])])
    let session = LanguageModelSession(model: model)
    try await session.respond(
      to: "Soup?", contextOptions: ContextOptions(),
      metadata: ["turn": 1, "dish": dish, "tags": ["x"]])
    let expected = [
      "turn": 1.generatedContent, "dish": dish.generatedContent,
      "tags": ["x"].generatedContent,
    ]
    #expect(model.requests.map(\.metadata) == [expected])
    guard case .prompt(let prompt)? = session.transcript.first else {
      Issue.record("The first entry is not a prompt.")
      return
    }
    #expect(prompt.metadata == expected)
  }

  @Test func `what an executor reports is the content of entries and of the usage`()
    async throws
  {
    let session = LanguageModelSession(model: Reporter())
    let response = try await session.respond(to: "Soup?")
    let metadata = response.transcriptEntries.compactMap { entry in
      switch entry {
      case .reasoning(let reasoning): reasoning.metadata
      case .response(let response): response.metadata
      default: nil
      }
    }
    #expect(
      metadata == [
        ["effort": "low".generatedContent],
        ["tags": ["a", "b"].generatedContent, "share": 0.5.generatedContent],
      ])
    #expect(response.usage.metadata == ["tier": "flex".generatedContent])
    #expect(session.usage.metadata == ["tier": "flex".generatedContent])
  }

  @Test func `T3: a stored transcript keeps the structure of metadata`() throws {
    let dish = try #require(dish)
    let metadata: [String: any ConvertibleToGeneratedContent] = [
      "dish": dish, "list": [[1, 2], []], "nothing": Optional<String>.none, "empty": [String](),
    ]
    let transcript = Transcript(entries: [
      .prompt(.init(id: "p", metadata: metadata, segments: [])),
      .reasoning(.init(id: "t", metadata: metadata, segments: [])),
      .toolCalls(
        .init(
          id: "c",
          [
            .init(
              id: "c1", metadata: metadata, toolName: "find",
              arguments: GeneratedContent(properties: [:]))
          ])),
      .response(.init(id: "r", metadata: metadata, segments: [])),
    ])
    let data = try JSONEncoder().encode(transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == transcript)
  }

  @Test func `T3: metadata that older versions stored are read as content`() throws {
    // Written by the version before, from text, Bool, Int, Double, [String], Date, Data and
    // [String: Int].
    let stored = """
      {"type": "FoundationModels.Transcript", "version": "1.1", "transcript": {"entries": [
        {"id": "p", "role": "user", "contents": [], "options": {}, "metadata": {
          "text": "a", "is": true, "count": 3, "share": 0.5, "tags": ["x"], "date": 796000000,
          "data": "AP8=", "counts": {"a": 1}}}]}}
      """
    let transcript = try JSONDecoder().decode(Transcript.self, from: Data(stored.utf8))
    guard case .prompt(let prompt)? = transcript.first else {
      Issue.record("The first entry is not a prompt.")
      return
    }
    #expect(
      prompt.metadata == [
        "text": "a".generatedContent, "is": true.generatedContent, "count": 3.generatedContent,
        "share": 0.5.generatedContent, "tags": ["x"].generatedContent,
        "date": 796_000_000.generatedContent, "data": "AP8=".generatedContent,
        "counts": GeneratedContent(properties: ["a": 1]),
      ])
  }

  @Test func `assets are read from content that is a list of texts, and from nothing else`() {
    var response = Transcript.Response(assetIDs: ["a1"], segments: [])
    #expect(response.metadata == ["assetIDs": ["a1"].generatedContent])
    response.metadata["assetIDs"] = 7.generatedContent
    #expect(response.assetIDs.isEmpty)
  }
}
