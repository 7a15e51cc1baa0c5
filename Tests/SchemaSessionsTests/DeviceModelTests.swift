import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What code for Apple's models finds where there are none.
///
/// The shapes are known from the interface of FoundationModels 27; each test says where its
/// behaviour is known from.
struct DeviceModelTests {
  // Availability: Apple's page on PrivateCloudComputeLanguageModel, for devices that are not
  // eligible. The error: its type's page, "The service is unavailable".
  @Test("finds Private Cloud Compute unavailable, and its requests failing by its error")
  func privateCloudCompute() async throws {
    let model = PrivateCloudComputeLanguageModel()
    #expect(model.availability == .unavailable(.deviceNotEligible))
    #expect(!model.isAvailable)
    #expect(!model.supportsLocale(Locale(identifier: "en_US")))
    #expect(!model.quotaUsage.isLimitReached)
    #expect(model.quotaUsage.limitIncreaseSuggestion == nil)
    guard case .belowLimit(let usage) = model.quotaUsage.status else {
      Issue.record("a limit is reached")
      return
    }
    #expect(!usage.isApproachingLimit)
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
      try await session.respond(to: "Soup?")
    }
    guard case .serviceUnavailable(let details)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(details.debugDescription.contains("Apple's systems"))
    #expect(session.transcript.isEmpty)
  }

  // Known from: the pages of SystemLanguageModel.Adapter: initializers throw AssetError.
  @Test("finds no adapters")
  func adapters() throws {
    let asset = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
      try SystemLanguageModel.Adapter(fileURL: URL(filePath: "/adapters/cook.fmadapter"))
    }
    guard case .invalidAsset(let context)? = asset else {
      Issue.record("another error: \(String(describing: asset))")
      return
    }
    #expect(context.debugDescription.contains("cook.fmadapter"))
    let missing = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
      try SystemLanguageModel.Adapter(name: "cook")
    }
    guard case .compatibleAdapterNotFound? = missing else {
      Issue.record("another error: \(String(describing: missing))")
      return
    }
    let unnamed = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
      try SystemLanguageModel.Adapter(name: "")
    }
    guard case .invalidAdapterName? = unnamed else {
      Issue.record("another error: \(String(describing: unnamed))")
      return
    }
    #expect(SystemLanguageModel.Adapter.compatibleAdapterIdentifiers(name: "cook").isEmpty)
    try SystemLanguageModel.Adapter.removeObsoleteAdapters()
  }

  // `displayName` is known from the release notes; the rest is SchemaKit's.
  @Test("reads the name, the size and the languages that the app gave")
  func named() async throws {
    #expect(SystemLanguageModel.default.contextSize == 4_096)
    #expect(SystemLanguageModel.Variant.core3 != .coreAdvanced3)
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(
        ScriptedModel([]), contextSize: 128_000,
        supportedLanguages: [
          Locale.Language(identifier: "de"), Locale.Language(identifier: "pt-BR"),
        ])
      let model = SystemLanguageModel.default
      #expect(model.contextSize == 128_000)
      #expect(model.supportsLocale(Locale(identifier: "de_AT")))
      #expect(model.supportsLocale(Locale(identifier: "pt_PT")))
      #expect(!model.supportsLocale(Locale(identifier: "am_ET")))
      #expect(model.supportedLanguages.count == 2)
      #expect(model.variant.displayName == "ScriptedModel")
      #expect(!model.countsTokens)
    }
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(ScriptedModel([]))
      #expect(SystemLanguageModel.default.supportsLocale(Locale(identifier: "am_ET")))
    }
  }

  /// A model that counts one token for each character and each tool.
  private struct CountingModel: TokenCountingLanguageModel, ContextSizedLanguageModel {
    let contextSize = 1_000
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
    var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    func tokenCount(for transcript: Transcript, schema: GenerationSchema?) async throws -> Int {
      transcript.reduce(schema == nil ? 0 : 100) { count, entry in
        guard case .instructions(let instructions) = entry else {
          return count + "\(entry)".count
        }
        return count + "\(entry)".count + instructions.toolDefinitions.count * 10_000
      }
    }

    struct Executor: LanguageModelExecutor {
      struct Configuration: Hashable, Sendable {}
      init(configuration: Configuration) {}
      func respond(
        to request: LanguageModelExecutorGenerationRequest, model: CountingModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
      ) async throws {}
    }
  }

  // Known from the pages of `tokenCount(for:)`: one form each for prompts, instructions, tools,
  // schemas and entries.
  @Test("counts tokens as the model does")
  func countedTokens() async throws {
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(CountingModel())
      let model = SystemLanguageModel.default
      #expect(model.countsTokens)
      #expect(model.contextSize == 1_000)
      #expect(model.knowsContextSize)
      #expect(try await model.tokenCount(for: "Soup?") == "prompt: Soup?".count)
      #expect(
        try await model.tokenCount(for: Instructions("Cook.")) == "instructions: Cook.".count)
      #expect(try await model.tokenCount(for: [Find()]) == "instructions: ".count + 10_000)
      #expect(try await model.tokenCount(for: Dish.generationSchema) == 100)
      let entries = [Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Dal"))]))]
      #expect(try await model.tokenCount(for: entries) == "prompt: Dal".count)
    }
  }

  @Test("estimates tokens where nobody counts: a text, its double, other scripts, images")
  func estimatedTokens() async throws {
    let model = SystemLanguageModel.default
    #expect(!model.countsTokens)
    #expect(!model.knowsContextSize)
    #expect(try await model.tokenCount(for: "") == 0)
    #expect(try await model.tokenCount(for: "abcd") == 1)
    #expect(try await model.tokenCount(for: "abcdefgh") == 2)
    #expect(try await model.tokenCount(for: "тест") == 4)
    #expect(try await model.tokenCount(for: [Find()]) > 10)
    #expect(try await model.tokenCount(for: Dish.generationSchema) > 10)
    let image = Attachment(image: MediaSource(Data([0xFF, 0xD8, 0xFF])))
    #expect(try await model.tokenCount(for: image) == 1_000)
    let call = Transcript.ToolCall(
      id: "1", toolName: "find", arguments: GeneratedContent(properties: ["term": "soup"]))
    #expect(
      try await model.tokenCount(for: [.toolCalls(Transcript.ToolCalls([call]))])
        == (#"find{"term":"soup"}"#.utf8.count + 3) / 4)
  }

  // Known from Apple's page on `logFeedbackAttachment(sentiment:issues:desiredOutput:)`: "A Data
  // object containing the JSON-encoded attachment", with the session's transcript.
  @Test("gives feedback as JSON with the transcript")
  func feedback() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["Lyon"]))
    try await session.respond(to: "What is the capital of France?")
    let data = session.logFeedbackAttachment(
      sentiment: .negative,
      issues: [
        LanguageModelFeedback.Issue(category: .incorrect, explanation: "It is Paris."),
        LanguageModelFeedback.Issue(category: .tooVerbose),
      ], desiredResponseText: "Paris")
    let content = try GeneratedContent(json: String(decoding: data, as: UTF8.self))
    #expect(try content.value(String.self, forProperty: "sentiment") == "negative")
    let issues = try content.value([GeneratedContent].self, forProperty: "issues")
    #expect(
      issues.map { $0.jsonString(.compact) } == [
        #"{"category":"incorrect","explanation":"It is Paris."}"#, #"{"category":"tooVerbose"}"#,
      ])
    func transcript(_ name: String) throws -> Transcript {
      let value = try content.value(GeneratedContent.self, forProperty: name)
      return try JSONDecoder().decode(Transcript.self, from: Data(value.jsonString.utf8))
    }
    #expect(try transcript("transcript") == session.transcript)
    #expect(try transcript("desiredOutput").outline == ["response Paris"])

    let plain = session.logFeedbackAttachment(sentiment: nil)
    #expect(!String(decoding: plain, as: UTF8.self).contains("sentiment"))
    let typed = session.logFeedbackAttachment(
      sentiment: .positive, desiredResponseContent: Dish(name: "Dal", minutes: 40))
    #expect(String(decoding: typed, as: UTF8.self).contains(#""content":{"name":"Dal""#))
    #expect(LanguageModelFeedback.Issue.Category.allCases.count == 8)
  }

  // Known from: the interface: the history is a view without the instructions, and a change of it
  // is one of the transcript.
  @Test("changes the history of a transcript without its instructions")
  func history() throws {
    func prompt(_ text: String) -> Transcript.Entry {
      .prompt(Transcript.Prompt(id: text, segments: [.text(.init(id: text, content: text))]))
    }
    let instructions = Transcript.Entry.instructions(
      Transcript.Instructions(segments: [.text(.init(content: "Cook."))], toolDefinitions: []))
    var transcript = Transcript(entries: [instructions, prompt("a"), prompt("b"), prompt("c")])
    #expect(transcript.history.map(\.id) == ["a", "b", "c"])
    #expect(transcript.history.startIndex == 1)
    #expect(transcript.history.index(before: transcript.history.endIndex) == 3)
    transcript.history.removeFirst()
    #expect(transcript.map(\.id) == [instructions.id, "b", "c"])
    transcript.history.append(prompt("d"))
    transcript.history.append(contentsOf: [prompt("e")])
    transcript.history[1] = prompt("z")
    #expect(transcript.history.map(\.id) == ["z", "c", "d", "e"])
    transcript.history = transcript.history[2...3]
    #expect(transcript.map(\.id) == [instructions.id, "c", "d"])
    transcript.history.replaceSubrange(1..<3, with: [prompt("x")])
    #expect(transcript.map(\.id) == [instructions.id, "x"])
    transcript.history.removeAll()
    #expect(transcript.count == 1)
    transcript.history.insert(prompt("y"), at: 1)
    #expect(transcript.count == 2)
    #expect(Transcript().history.isEmpty)
  }

  // Known from: the interface of 26 and 27: a refusal explains itself as a response and a stream.
  @Test("reads the explanation of a refusal as a response and as a stream")
  func refusal() async throws {
    let refusal = LanguageModelSession.GenerationError.Refusal(transcriptEntries: [
      .prompt(Transcript.Prompt(segments: [.text(.init(content: "Soup?"))])),
      .response(Transcript.Response(segments: [.text(.init(content: "I cannot."))])),
    ])
    #expect(try await refusal.explanation.content == "I cannot.")
    var last: String?
    for try await snapshot in refusal.explanationStream { last = snapshot.content }
    #expect(last == "I cannot.")
  }

  // Known from: the interface of 27: usage is counted in the channel's own type.
  @Test("reports usage by the channel's type")
  func usage() async throws {
    let usage = LanguageModelExecutorGenerationChannel.Usage(
      input: .init(totalTokenCount: 9, cachedTokenCount: 3),
      output: .init(totalTokenCount: 4, reasoningTokenCount: 1))
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .event(.response(action: .appendText("Dal", tokenCount: 1))),
          .event(.response(action: .updateUsage(input: usage.input, output: usage.output))),
        ])
      ]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.usage.input.cachedTokenCount == 3)
    #expect(response.usage.output.reasoningTokenCount == 1)
  }
}
