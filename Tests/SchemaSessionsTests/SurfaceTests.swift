import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// T1: calls as they are written for FoundationModels; that they compile is most of the test.
struct SurfaceTests {
  private let dal = #"{"name":"Dal","minutes":40}"#

  // Known from: the interface of 26.5.
  @Test("T1: of respond, in the nine forms of 26")
  func respond() async throws {
    let text = ScriptedModel(["a", "b", "c"])
    var session = LanguageModelSession(model: text)
    let options = GenerationOptions(sampling: .greedy, temperature: 0.5, maximumResponseTokens: 9)
    let literal = try await session.respond(to: "Soup?")
    let prompt = try await session.respond(to: Prompt("Soup?"), options: options)
    let builder = try await session.respond {
      "Soup?"
      "Or stew?"
    }
    #expect([literal.content, prompt.content, builder.content] == ["a", "b", "c"])

    let schema = Dish.generationSchema
    session = LanguageModelSession(
      model: ScriptedModel(Array(repeating: .text([dal]), count: 6)), tools: [],
      instructions: "You are a cook.")
    let contents = [
      try await session.respond(to: "Soup?", schema: schema).content,
      try await session.respond(to: Prompt("Soup?"), schema: schema, includeSchemaInPrompt: false)
        .content,
      try await session.respond(schema: schema) { "Soup?" }.content,
    ]
    for content in contents { #expect(try content.value(Int.self, forProperty: "minutes") == 40) }
    let dishes: [Dish] = [
      try await session.respond(to: "Soup?", generating: Dish.self).content,
      try await session.respond(to: Prompt("Soup?")).content,
      try await session.respond(generating: Dish.self, includeSchemaInPrompt: false) { "Soup?" }
        .content,
    ]
    #expect(dishes.map(\.minutes) == [40, 40, 40])
  }

  // Known from: the interface of 26.5.
  @Test("T1: of streamResponse, in the nine forms of 26")
  func stream() async throws {
    func session(_ text: String) -> LanguageModelSession {
      LanguageModelSession(model: ScriptedModel([.text([text])])) { "You are a cook." }
    }
    let prompt = Prompt("Soup?")
    let schema = Dish.generationSchema
    #expect(try await session("a").streamResponse(to: "Soup?").collect().content == "a")
    #expect(try await session("a").streamResponse(to: prompt).collect().content == "a")
    #expect(try await session("a").streamResponse { "Soup?" }.collect().content == "a")
    let contents = [
      try await session(dal).streamResponse(to: "Soup?", schema: schema).collect().content,
      try await session(dal).streamResponse(to: prompt, schema: schema).collect().content,
      try await session(dal).streamResponse(schema: schema) { "Soup?" }.collect().content,
    ]
    for content in contents { #expect(try Dish(content).minutes == 40) }
    let dishes: [Dish] = [
      try await session(dal).streamResponse(to: "Soup?", generating: Dish.self).collect().content,
      try await session(dal).streamResponse(to: prompt).collect().content,
      try await session(dal).streamResponse(generating: Dish.self) { "Soup?" }.collect().content,
    ]
    #expect(dishes.map(\.minutes) == [40, 40, 40])
  }

  // Known from: the interface of 27.
  @Test("T1: with the labels of 27")
  func context() async throws {
    let model = ScriptedModel(Array(repeating: .text([dal]), count: 3))
    let session = LanguageModelSession(model: model)
    let context = ContextOptions(reasoningLevel: .light)
    try await session.respond(to: "Soup?", contextOptions: context, metadata: ["turn": 1])
    try await session.respond(to: "Soup?", generating: Dish.self, contextOptions: context)
    _ = try await session.streamResponse(
      to: "Soup?", schema: Dish.generationSchema, metadata: ["turn": 3]
    ).collect()
    #expect(model.requests.map(\.contextOptions.reasoningLevel) == [.light, .light, nil])
    #expect(model.requests.last?.contextOptions.includeSchemaInPrompt == true)
    #expect(model.requests.last?.metadata["turn"] == 3.generatedContent)
  }

  // Known from: the interfaces of 26.5 and 27.
  @Test("T1: of initializers, with the default model in a variable")
  func initializers() throws {
    let model = SystemLanguageModel.default
    let builder = LanguageModelSession(model: model) { "You are a cook." }
    let tools = LanguageModelSession(model: model, tools: [Find()]) {
      "You are a cook."
      "Be brief."
    }
    let thrower = try LanguageModelSession(model: model) { try Instructions(cook()) }
    let plain = LanguageModelSession(model: model, instructions: "You are a cook.")
    let other = LanguageModelSession(model: ScriptedModel([])) { "You are a cook." }
    let texts = [builder, tools, thrower, plain, other].map {
      $0.transcript.first?.instructions?.segments.joinedText
    }
    let role = "You are a cook."
    #expect(texts == [role, "\(role)\nBe brief.", role, role, role])
  }

  private func cook() throws -> String { "You are a cook." }

  // Known from the interfaces of FoundationModels 26 and 27.
  @Test("T1: of initializers that 26 has without what 27 adds, by their labels")
  func shorterInitializers() {
    let makeOptions = GenerationOptions.init(samplingMode:temperature:maximumResponseTokens:)
    let options = makeOptions(.greedy, 0.5, 9)
    #expect(
      options
        == GenerationOptions(
          samplingMode: .greedy, temperature: 0.5, maximumResponseTokens: 9, toolCallingMode: nil))
    #expect(GenerationOptions(toolCallingMode: .required).toolCallingMode == .required)
    #expect(GenerationOptions() == GenerationOptions(sampling: nil))

    let makePrompt = Transcript.Prompt.init(id:segments:options:responseFormat:)
    let prompt = makePrompt("p", [.text(.init(id: "s", content: "Soup?"))], options, nil)
    #expect(prompt == Transcript.Prompt(id: "p", segments: prompt.segments, options: options))
    #expect(prompt.metadata.isEmpty && prompt.contextOptions == ContextOptions())

    let makeCall = Transcript.ToolCall.init(id:toolName:arguments:)
    let call = makeCall("c", "find", "soup".generatedContent)
    #expect(
      call
        == Transcript.ToolCall(
          id: "c", metadata: [:], toolName: "find", arguments: "soup".generatedContent))
    let position: Transcript.Index = Transcript(entries: [.prompt(prompt)]).startIndex
    #expect(position == 0)
  }

  @Test("T1: that describe parts of a transcript")
  func descriptions() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup", "stew"), .text([dal])]), tools: [Find()],
      instructions: "You are a cook.")
    try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(
      session.transcript.map(\.description) == [
        "instructions: You are a cook.", "prompt: Soup?",
        #"tool calls: find({"term":"soup"}), find({"term":"stew"})"#,
        "tool output: find: found soup", "tool output: find: found stew",
        #"response: {"name": "Dal", "minutes": 40}"#,
      ])
    #expect(Transcript.ResponseFormat(type: Dish.self).description == "Dish")
    let text = Transcript.TextSegment(content: "Dal.")
    #expect("\(text) \(Transcript.Segment.text(text))" == "Dal. Dal.")
    let reasoning = Transcript.Reasoning(segments: [.text(text)])
    #expect(Transcript.Entry.reasoning(reasoning).description == "reasoning: Dal.")
  }

  // Known from: the interface of 26.5; that it is the text of the error is that of 27.
  @Test("T1: of what a model says when it declines")
  func explanation() async throws {
    let refusal = LanguageModelError.Refusal(explanation: "I cannot.", debugDescription: "")
    let error = LanguageModelSession.GenerationError.refusal(refusal, .init(debugDescription: ""))
    guard case .refusal(let refusal, _) = error else {
      Issue.record("The error is not a refusal.")
      return
    }
    #expect(try await refusal.explanation.content == "I cannot.")
    let response = try await refusal.explanation
    #expect(try response.rawContent.value(String.self) == refusal.text)
    #expect(response.usage.totalTokenCount == 0)
  }

  // Known from: the interface of 27; that nil reverts was measured.
  @Test(
    "T1, T4: of the policy for transcripts of failed turns, which is to revert them if none is set",
    arguments: [nil, .revertTranscript] as [TranscriptErrorHandlingPolicy?])
  func errorHandlingPolicy(policy: TranscriptErrorHandlingPolicy?) async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(model: ScriptedModel([.failure(Broken())]))
    #expect(session.transcriptErrorHandlingPolicy == nil)
    session.transcriptErrorHandlingPolicy = policy
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(session.transcript.isEmpty)
  }

  @Test("without a model say what is missing")
  func noModel() async throws {
    let session = LanguageModelSession(instructions: "You are a cook.")
    #expect(SystemLanguageModel.default.availability == .unavailable(.modelNotReady))
    let error = await session.failure(of: "Soup?")
    #expect(error?.recoverySuggestion?.contains("SystemLanguageModel.bootstrap") == true)
  }

  @Test("with a default model that is the default model itself, or leads to it, end with an error")
  func ownModel() async throws {
    let error = #expect(throws: (any Error).self) {
      try SystemLanguageModel.bootstrap(SystemLanguageModel.default)
    }
    #expect(error.map { "\($0)" }?.contains("cannot answer by itself") == true)
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(FallbackModel([SystemLanguageModel.default]))
      #expect(SystemLanguageModel.default.isAvailable)
      #expect(!SystemLanguageModel.default.capabilities.contains(.toolCalling))
      let session = LanguageModelSession()
      session.prewarm()
      let error = await session.failure(of: "Soup?")
      #expect(error?.debugDescription.contains("cannot answer by itself") == true)
      #expect(throws: (any Error).self) {
        try SystemLanguageModel.bootstrap(ScriptedModel([]))
      }
    }
  }

  // Known from FoundationModels 26's interface.
  @Test("T1: with a use case and guardrails, are answered by the default model")
  func useCases() async throws {
    #expect(SystemLanguageModel.UseCase.contentTagging != .general)
    let model = SystemLanguageModel(
      useCase: .contentTagging, guardrails: .permissiveContentTransformations)
    #expect(model.availability == .unavailable(.modelNotReady))
    #expect(throws: (any Error).self) {
      try SystemLanguageModel.bootstrap(SystemLanguageModel(useCase: .general))
    }
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(ScriptedModel([.text(["soup"]), .text(["dal"])]))
      let model = SystemLanguageModel(useCase: .contentTagging)
      #expect(model.isAvailable)
      let tagger = LanguageModelSession(model: model, instructions: "Name one tag.")
      #expect(try await tagger.respond(to: "Soup?").content == "soup")
      let session = LanguageModelSession(model: SystemLanguageModel(guardrails: .default))
      #expect(try await session.respond(to: "Soup?").content == "dal")
    }
  }

  // Known from: the interface of 27.
  @Test("T1: that catch a language which the model does not know, read its code")
  func languages() async throws {
    let unknown = LanguageModelError.unsupportedLanguageOrLocale(
      .init(languageCode: Locale.LanguageCode("am"), debugDescription: "No Amharic."))
    let session = LanguageModelSession(model: ScriptedModel([.failure(unknown)]))
    do {
      try await session.respond(to: "Soup?")
      Issue.record("no error")
    } catch LanguageModelError.unsupportedLanguageOrLocale(let details) {
      #expect(details.languageCode == "am")
    }
    #expect(session.transcript.isEmpty)
  }

  // Known from: the interfaces of 26.5 and 27.
  @Test("that catch what the 26 releases throw, with their names")
  func errors() async throws {
    let session = LanguageModelSession(model: ScriptedModel([]))
    do {
      try await session.respond(to: "Soup?")
      Issue.record("no error")
    } catch LanguageModelSession.GenerationError.exceededContextWindowSize(let context) {
      Issue.record("wrong error: \(context.debugDescription)")
    } catch let error as LanguageModelError {
      Issue.record("wrong error: \(error)")
    } catch {
      #expect(error is ScriptEnded)
    }
  }
}
