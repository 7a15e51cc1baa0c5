import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Options of single providers.
struct ProviderOptionTests {
  @Test("Gemini's cache replaces the instructions and the tools")
  func cachedContent() async throws {
    let transport = ScriptedTransport([
      .init(body: [ProviderFixture.gemini.calls]), .init(body: [ProviderFixture.gemini.text]),
    ])
    let model = GeminiModel(
      "gemini-3-flash", key: "k", cachedContent: "cachedContents/x",
      transport: ExportingTransport(transport))
    let session = LanguageModelSession(model: model, tools: [Find()], instructions: "Cook.")
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    for index in 0..<2 {
      let body = try GeneratedContent(json: try transport.body(index))
      #expect(body.property(named: "cachedContent")?.jsonString == #""cachedContents/x""#)
      for name in ["systemInstruction", "tools", "toolConfig"] {
        #expect(body.property(named: name) == nil, "\(name)")
      }
    }
    #expect(try transport.body(1).contains("found soup"))
  }

  @Test("with Gemini's cache, a schema in the prompt is part of the conversation")
  func cachedContentAndSchema() async throws {
    let transport = ScriptedTransport([
      .init(body: [ProviderFixture.gemini.stream([#"{"name":"Dal","minutes":40}"#])])
    ])
    let model = GeminiModel(
      "gemini-2.5-flash", key: "k", cachedContent: "cachedContents/x",
      transport: ExportingTransport(transport))
    let session = LanguageModelSession(model: model, tools: [Find()])
    let dish = try await session.respond(to: "Soup?", generating: Dish.self).content
    #expect(dish == Dish(name: "Dal", minutes: 40))
    let body = try GeneratedContent(json: try transport.body())
    #expect(body.property(named: "systemInstruction") == nil)
    #expect(body.property(named: "contents")?.jsonString.contains("minutes") == true)
  }

  @Test(
    "T23: with Gemini's cache, a request cannot require or disallow calls",
    arguments: [("required", .required), ("disallowed", .disallowed)]
      as [(String, GenerationOptions.ToolCallingMode)])
  func cachedContentAndCalls(
    _ name: String, _ mode: GenerationOptions.ToolCallingMode
  ) async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.gemini.text])])
    let model = GeminiModel(
      "gemini-3-flash", key: "k", cachedContent: "cachedContents/x",
      transport: ExportingTransport(transport))
    let session = LanguageModelSession(model: model, tools: [Find()])
    let options = GenerationOptions(toolCallingMode: mode)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?", options: options)
    }
    let details = try #require(error?.unsupportedCapability)
    #expect(details.debugDescription.contains("the option \(name) tool calls"))
    #expect(!details.debugDescription.contains("policy"))
    #expect(
      error?.recoverySuggestion
        == "Leave the option out, or set `policy.unsupportedOption` to `.log`.")
    #expect(transport.requests.isEmpty)

    session.policy.unsupportedOption = .log
    let response = try await session.respond(to: "Soup?", options: options)
    #expect(try !transport.body().contains("toolConfig"))
    let entry = try #require(response.transcriptEntries.last?.response)
    #expect(
      try entry.metadata["notes"]?.value([String].self) == [
        "Gemini does not support the option \(name) tool calls. It was left out."
      ])
  }

  @Test("T23: with Gemini's cache, a session without tools may disallow calls")
  func cachedContentWithoutTools() async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.gemini.text])])
    let model = GeminiModel(
      "gemini-3-flash", key: "k", cachedContent: "cachedContents/x",
      transport: ExportingTransport(transport))
    try await LanguageModelSession(model: model).respond(
      to: "Soup?", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(transport.requests.count == 1)
  }

  /// A tool whose arguments have an object inside.
  private struct Order: Tool {
    let hasProperties: Bool
    let name = "order"
    let description = "Orders"

    var parameters: GenerationSchema {
      let root = DynamicGenerationSchema(
        name: "Arguments",
        properties: [.init(name: "inner", schema: DynamicGenerationSchema(referenceTo: "Inner"))])
      let part = DynamicGenerationSchema(
        name: "Inner",
        properties: hasProperties
          ? [.init(name: "count", schema: DynamicGenerationSchema(type: Int.self))] : [])
      return (try? GenerationSchema(root: root, dependencies: [part]))
        ?? Find.Arguments.generationSchema
    }

    func call(arguments: GeneratedContent) async throws -> String { "" }
  }

  @Test("DeepSeek's tools are strict together, or none is")
  func deepSeek() async throws {
    for (tools, count) in [
      ([Find(), Order(hasProperties: true)], 2), ([Find(), Order(hasProperties: false)], 0),
    ] as [([any Tool], Int)] {
      let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
      let model = CompatibleModel(
        "deepseek-chat", server: .deepSeekStrict, baseURL: "https://api.deepseek.com/beta",
        key: "k", transport: transport)
      let session = LanguageModelSession(model: model, tools: tools)
      let response = try await session.respond(to: "Soup?")
      let body = try transport.body()
      #expect(body.components(separatedBy: #""strict":true"#).count - 1 == count, "\(body)")
      #expect(!body.contains("$ref"))
      guard case .response(let entry)? = response.transcriptEntries.last else { continue }
      let notes = try entry.metadata["notes"]?.value([String].self) ?? []
      #expect(notes.contains { $0.contains("enforces no schema of a tool") } == (count == 0))
    }
    // Not in the beta, no tool is strict.
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let plain = CompatibleModel(
      "deepseek-chat", server: .deepSeek, baseURL: "https://api.deepseek.com", key: "k",
      transport: transport)
    try await LanguageModelSession(model: plain, tools: [Find()]).respond(to: "Soup?")
    #expect(try !transport.body().contains("strict"))
  }

  // MARK: Prompt caching of OpenAI

  @Test(
    "Chat Completions caches up to the ends of prompts, or as OpenAI chooses, or nothing")
  func chatCaching() async throws {
    for (caching, options, isMarked) in [
      (.automatic, #"{"mode":"implicit"}"#, false), (.atPrompts, #"{"mode":"explicit"}"#, true),
      (.off, #"{"mode":"explicit"}"#, false), (nil, nil, false),
    ] as [(OpenAIModel.PromptCaching?, String?, Bool)] {
      let transport = ScriptedTransport(
        Array(repeating: .init(body: [ProviderFixture.openAI.text]), count: 2))
      let model = OpenAIModel(
        "gpt-5.6", key: "k", promptCaching: caching, transport: ExportingTransport(transport))
      let session = LanguageModelSession(model: model)
      try await session.respond(to: "Soup?")
      try await session.respond {
        "And this?"
        Attachment(image: MediaSource(Data([1]), mediaType: "image/png"))
      }
      let body = try GeneratedContent(json: try transport.body(1))
      #expect(body.property(named: "prompt_cache_options")?.jsonString(.compact) == options)
      let mark = #","prompt_cache_breakpoint":{"mode":"explicit"}}"#
      let text = try transport.body(1)
      #expect(text.components(separatedBy: mark).count == (isMarked ? 3 : 1))
      #expect(text.contains(#"{"type":"text","text":"Soup?"\#(mark)]"#) == isMarked)
      #expect(text.contains(#""url":"data:image/png;base64,AQ=="}\#(mark)]"#) == isMarked)
      // The beginning of a conversation is the same in each request.
      #expect(text.contains(#"{"type":"text","text":"And this?"},"#))
    }
  }

  @Test("Responses gets the same marks for the cache, and its lifetime")
  func responsesCaching() async throws {
    for (caching, lifetime, options, isMarked) in [
      (.automatic, .twelveHours, #"{"mode":"implicit","ttl":"12h"}"#, false),
      (.automatic, .thirtyMinutes, #"{"mode":"implicit","ttl":"30m"}"#, false),
      (.atPrompts, .thirtyMinutes, #"{"mode":"explicit","ttl":"30m"}"#, true),
      (.atPrompts, .twelveHours, #"{"mode":"explicit","ttl":"12h"}"#, true),
      (.off, .twelveHours, #"{"mode":"explicit"}"#, false), (nil, .twelveHours, nil, false),
    ]
      as [(
        OpenAIModel.PromptCaching?, OpenAIResponsesModel.PromptCacheLifetime, String?, Bool
      )]
    {
      let transport = ScriptedTransport([.init(body: [ProviderFixture.responses.text])])
      let model = OpenAIResponsesModel(
        "gpt-5.6", key: "k", promptCaching: caching, promptCacheLifetime: lifetime,
        transport: ExportingTransport(transport))
      try await LanguageModelSession(model: model).respond(to: "Soup?")
      let body = try GeneratedContent(json: try transport.body())
      #expect(body.property(named: "prompt_cache_options")?.jsonString(.compact) == options)
      #expect(try transport.body().contains("prompt_cache_breakpoint") == isMarked)
    }
  }

  // MARK: Stored answers of Responses

  private static func stored(_ id: String, _ text: String) -> ScriptedTransport.Response {
    let quoted = GeneratedContent(text).jsonString
    return .init(
      body: [
        ProviderFixture.typedEvents(
          #"{"type":"response.created","response":{"id":"\#(id)","model":"m"}}"#,
          #"""
          {"type":"response.output_text.delta","output_index":0,"content_index":0,\#
          "delta":\#(quoted)}
          """#,
          #"""
          {"type":"response.completed","response":{"id":"\#(id)","model":"m","status":"completed",\#
          "usage":{"input_tokens":1,"output_tokens":1}}}
          """#
        )
      ])
  }

  private func responses(
    _ replies: [ScriptedTransport.Response], storesResponses: Bool = true
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(replies)
    let model = OpenAIResponsesModel(
      "m", storesResponses: storesResponses, key: "k", transport: ExportingTransport(transport),
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    return (LanguageModelSession(model: model, tools: [Find()], instructions: "Cook."), transport)
  }

  /// The identifier of the answer that a request follows, and the texts of its items.
  private func asked(_ transport: ScriptedTransport, _ index: Int) throws -> (String?, Int) {
    let body = try GeneratedContent(json: try transport.body(index))
    let id = body.property(named: "previous_response_id").flatMap { try? String($0) }
    #expect(body.property(named: "instructions") != nil && body.property(named: "tools") != nil)
    return (id, Array(try #require(body.property(named: "input")).elements).count)
  }

  @Test("a request after a stored answer has only the new entries")
  func storedAnswers() async throws {
    let (session, transport) = responses([
      Self.stored("r1", "One"), Self.stored("r2", #"{"name":"Dal","minutes":40}"#),
      .init(body: [
        ProviderFixture.responses.calls.replacing(
          #""response":{"status""#, with: #""response":{"id":"r3","status""#)
      ]), Self.stored("r4", "Four"),
    ])
    try await session.respond(to: "1")
    try await session.respond(to: "2", generating: Dish.self)
    try await session.respond(to: "3")
    #expect(try asked(transport, 0) == (nil, 1))
    #expect(try asked(transport, 1) == ("r1", 1))
    #expect(try asked(transport, 2) == ("r2", 1))
    // The outputs of two calls follow the answer that has the calls.
    #expect(try asked(transport, 3) == ("r3", 2))
    #expect(try transport.body(0).contains(#""store":true"#))
  }

  @Test("a request after a stored answer has only the new entries, also if its text is last")
  func storedCallBeforeText() async throws {
    let call = #""id":"f1","type":"function_call","call_id":"a","name":"find""#
    let (session, transport) = responses([
      .init(body: [
        ProviderFixture.typedEvents(
          #"""
          {"type":"response.output_item.added","output_index":0,"item":{\#(call),"arguments":""}}
          """#,
          #"""
          {"type":"response.output_item.done","output_index":0,\#
          "item":{\#(call),"arguments":"{\"term\":\"soup\"}"}}
          """#,
          #"""
          {"type":"response.output_text.delta","output_index":1,"content_index":0,\#
          "delta":"Let me see."}
          """#,
          #"{"type":"response.completed","response":{"id":"r1","status":"completed"}}"#)
      ]), Self.stored("r2", "Two"), Self.stored("r3", "Three"),
    ])
    try await session.respond(to: "1")
    try await session.respond(to: "2")
    #expect(try asked(transport, 1) == ("r1", 1))
    #expect(try asked(transport, 2) == ("r2", 1))
  }

  /// An encoder may change the order of properties: a conversation with structures can be another
  /// after that, and is sent whole.
  @Test("a request after a transcript that was stored has only the new entries")
  func storedTranscript() async throws {
    let (session, transport) = responses([
      .init(body: [
        ProviderFixture.responses.calls.replacing(
          #""response":{"status""#, with: #""response":{"id":"r1","status""#)
      ]), Self.stored("r2", "Two"), Self.stored("r3", "Three"),
    ])
    try await session.respond(to: "1")
    session.transcript = try JSONDecoder().decode(
      Transcript.self, from: JSONEncoder().encode(session.transcript))
    try await session.respond(to: "2")
    #expect(try asked(transport, 2) == ("r2", 1))
  }

  @Test("a conversation that was changed is sent completely", arguments: [0, 1, 2])
  func changedConversations(edit: Int) async throws {
    let (session, transport) = responses([
      Self.stored("r1", "One"), Self.stored("r2", "Two"), Self.stored("r3", "Three"),
    ])
    try await session.respond(to: "1")
    try await session.respond(to: "2")
    switch edit {
    case 0: session.transcript[1] = .prompt(.init(segments: [.text(.init(content: "Other"))]))
    case 1:
      guard case .response(var answer)? = session.transcript.last else { return }
      answer.segments = [.text(.init(content: "Other"))]
      session.transcript[session.transcript.endIndex - 1] = .response(answer)
    default:
      session.transcript = Transcript(
        entries: session.transcript.enumerated().filter { !(1...2).contains($0.offset) }
          .map(\.element))
    }
    try await session.respond(to: "3")
    let (id, count) = try asked(transport, 2)
    #expect(id == nil)
    #expect(count == (edit == 2 ? 3 : 5))
  }

  @Test("an answer that the provider no longer has is sent with the other entries")
  func forgottenAnswers() async throws {
    let unknown = ScriptedTransport.Response(
      status: 400,
      body: [
        #"""
        {"error":{"message":"not found","type":"invalid_request_error",\#
        "param":"previous_response_id","code":"previous_response_not_found"}}
        """#
      ])
    let (session, transport) = responses([
      Self.stored("r1", "One"), unknown, Self.stored("r2", "Two"), Self.stored("r3", "Three"),
    ])
    try await session.respond(to: "1")
    #expect(try await session.respond(to: "2").content == "Two")
    #expect(try asked(transport, 1) == ("r1", 1))
    #expect(try asked(transport, 2) == (nil, 3))
    try await session.respond(to: "3")
    #expect(try asked(transport, 3) == ("r2", 1))
  }

  @Test("nothing is stored unless the caller asks for it")
  func nothingStored() async throws {
    let (session, transport) = responses(
      [Self.stored("r1", "One"), Self.stored("r2", "Two")], storesResponses: false)
    try await session.respond(to: "1")
    try await session.respond(to: "2")
    #expect(try asked(transport, 1) == (nil, 3))
    #expect(try transport.body(1).contains(#""store":false"#))
  }
}
