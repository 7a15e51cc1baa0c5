import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

/// Conversations of many turns with servers that reject what the providers' documentation rejects:
/// calls without outputs, outputs without calls, thoughts at another place, and schemas above the
/// limits of a request.
struct LongConversationTests {
  private static let turns = tried(of: 40, oneIn: 2)

  /// A tool with more optional arguments and unions than a request can have of all tools.
  private struct Shop: Tool {
    let number: Int
    let description = "Buys ingredients"

    var name: String { "shop\(number)" }

    var parameters: GenerationSchema {
      let amount = DynamicGenerationSchema(
        name: "Amount",
        anyOf: [
          DynamicGenerationSchema(type: Int.self), DynamicGenerationSchema(type: String.self),
        ])
      let root = DynamicGenerationSchema(
        name: "Arguments",
        properties: [
          .init(name: "amount", schema: amount),
          .init(
            name: "brand", schema: DynamicGenerationSchema(type: String.self), isOptional: true),
          .init(
            name: "count",
            schema: DynamicGenerationSchema(type: Int.self, guides: [.range(1...9)]),
            isOptional: true),
        ])
      return (try? GenerationSchema(root: root, dependencies: []))
        ?? Find.Arguments.generationSchema
    }

    func call(arguments: GeneratedContent) async throws -> String { "bought" }
  }

  private func converse(
    _ model: some LanguageModel, thinks: Bool = true, shops: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> LanguageModelSession {
    let session = LanguageModelSession(
      model: model, tools: [Find()] + (0..<shops).map { Shop(number: $0) }, instructions: "Cook.")
    session.toolApproval = .required { $0.id.hasSuffix("1") ? .deny(reason: "Once.") : .allow }
    for turn in 0..<Self.turns {
      switch turn % 5 {
      case 0 where turn % 10 == 0:
        try await session.respond {
          "Say \(turn)"
          Attachment(image: MediaSource(RefusingServer.picture))
        }
      case 0: try await session.respond(to: "Say \(turn)")
      case 1:
        try await session.respond(
          to: "Use the tool \(turn)",
          contextOptions: ContextOptions(reasoningLevel: thinks ? .light : nil))
      case 2: try await session.respond(to: "Give \(turn)", generating: Dish.self)
      case 3:
        let response = try await session.respond(to: "Give wrong \(turn)", generating: Dish.self)
        #expect(response.attempts.count == 2, sourceLocation: sourceLocation)
      default:
        // Another schema, and the tool in one turn.
        let response = try await session.respond(
          to: "Use the tool, then give \(turn)", generating: Find.Arguments.self)
        #expect(response.content.term == "soup", sourceLocation: sourceLocation)
      }
    }
    #expect(session.transcript.count > 3 * Self.turns, sourceLocation: sourceLocation)
    return session
  }

  /// Some of the tools are too many, and the last answer says which.
  private func expectLooseTools(
    in session: LanguageModelSession, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .response(let answer)? = session.transcript.last else {
      Issue.record("no answer", sourceLocation: sourceLocation)
      return
    }
    let notes = (try? answer.metadata["notes"]?.value([String].self)) ?? []
    // Other notes are about thoughts.
    let loose = notes.filter { $0.contains("the tool 'shop") }
    #expect((1..<24).contains(loose.count), sourceLocation: sourceLocation)
  }

  @Test("T26: Anthropic's thoughts keep their place, or are left out")
  func anthropic() async throws {
    let server = RefusingServer(.anthropic)
    let model = AnthropicModel("m", key: "k", transport: server)
    let session = try await converse(model, shops: 24)
    expectLooseTools(in: session)
    #expect(server.refusals == [])
    // Of five turns, two have a thought, two have one before the calls and one after them, and that
    // of the answer that was asked for again is bound to what is gone. The last answer comes later.
    #expect(server.thoughtsInLastRequest == 6 * Self.turns / 5 - 1)
    #expect(server.imagesInLastRequest == Self.turns / 10)
    // Whoever edits the conversation loses the thoughts after it, and not the conversation.
    session.transcript[1] = .prompt(
      .init(
        segments: [
          .text(.init(content: "Say nothing")),
          .attachment(
            .init(
              content: .image(.init(ImageAttachmentContent(MediaSource(RefusingServer.picture)))))),
        ]))
    try await session.respond(to: "Say more")
    #expect(server.refusals == [])
    #expect(server.thoughtsInLastRequest == 0)
  }

  @Test("T26: leaves out incomplete thoughts of a stored transcript")
  func damagedReasoning() async throws {
    let openRouter: @Sendable (any ModelTransport) -> any LanguageModel = {
      CompatibleModel("m", server: .openRouter, baseURL: "http://h/v1", transport: $0)
    }
    let providers = [ProviderFixture.responses, .anthropic, .gemini]
      .map { ($0.name, $0.text, $0.model) }
    for (name, text, model) in providers + [("OpenRouter", ProviderFixture.openAI.text, openRouter)]
    {
      let reasoning = Transcript.Reasoning(
        metadata: ["provider": name, "kind": "item"], segments: [.text(.init(content: "Soup …"))],
        signature: Data(#"[{"id":"rs1","#.utf8))
      let transport = ScriptedTransport([.init(body: [text])])
      let session = LanguageModelSession(
        model: model(transport),
        transcript: Transcript(entries: [
          .prompt(.init(segments: [.text(.init(content: "Soup?"))])), .reasoning(reasoning),
          .response(.init(segments: [.text(.init(content: "Dal"))])),
        ]))
      let response = try await session.respond(to: "And pie?")
      #expect(try !transport.body(0).contains("rs1"), "\(name)")
      #expect(try !transport.body(0).contains("Soup …"), "\(name)")
      guard case .response(let entry)? = response.transcriptEntries.last else {
        Issue.record("no answer of \(name)")
        continue
      }
      #expect(
        try entry.metadata["notes"]?.value([String].self) == [
          "The model's reasoning could not be read. It was left out."
        ], "\(name)")
    }
  }

  @Test("T26: Responses gets its items back in their order")
  func responses() async throws {
    let server = RefusingServer(.responses)
    _ = try await converse(OpenAIResponsesModel("m", key: "k", transport: server))
    #expect(server.refusals == [])
    // Its items are bound to nothing before them, so also those of answers that were asked for
    // again go back.
    #expect(server.thoughtsInLastRequest == 7 * Self.turns / 5 - 1)
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("T26: Gemini gets the signatures back with their parts")
  func gemini() async throws {
    let server = RefusingServer(.gemini)
    _ = try await converse(GeminiModel("gemini-3-pro", key: "k", transport: server))
    #expect(server.refusals == [])
    #expect(server.thoughtsInLastRequest == 2 * Self.turns / 5)
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("Chat gets an output for each call")
  func chat() async throws {
    let server = RefusingServer(.chat)
    _ = try await converse(OpenAIModel("m", key: "k", transport: server))
    #expect(server.refusals == [])
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("T26: Bedrock's thoughts keep their place, and outputs follow their calls")
  func bedrock() async throws {
    let server = RefusingServer(.bedrock)
    let model = BedrockModel(
      "anthropic.claude-sonnet-5", region: "us-east-1", key: "k", transport: server)
    let session = try await converse(model, shops: 24)
    expectLooseTools(in: session)
    #expect(server.refusals == [])
    #expect(server.thoughtsInLastRequest == 6 * Self.turns / 5 - 1)
    #expect(server.imagesInLastRequest == Self.turns / 10)
    session.transcript[1] = .prompt(.init(segments: [.text(.init(content: "Say nothing"))]))
    // The image of the first turn is gone with its prompt.
    _ = try? await session.respond(to: "Say more")
    #expect(server.refusals == ["an image is gone"])
  }

  @Test("Ollama gets an output for each call, and images in addition to the text")
  func ollama() async throws {
    let server = RefusingServer(.ollama)
    _ = try await converse(OllamaModel("m", transport: server), thinks: false)
    #expect(server.refusals == [])
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("D6: the servers count over a request, and reject a request above a limit")
  func limits() throws {
    func schema(optional: Int, unions: Int, _ rest: String = "") -> String {
      let properties =
        (0..<optional).map { #""o\#($0)":{"type":"string"}"# }
        + (0..<unions).map { #""u\#($0)":{"type":["string","null"]}"# }
      let required = (0..<unions).map { "\"u\($0)\"" }.joined(separator: ",")
      return
        #"""
        {"type":"object","properties":{\#(properties.joined(separator: ","))},\#
        "required":[\#(required)],"additionalProperties":false\#(rest)}
        """#
    }
    func body(_ schemas: [String], isStrict: Bool = true) throws -> GeneratedContent {
      let tools = schemas.map { #"{"name":"t","strict":\#(isStrict),"input_schema":\#($0)}"# }
      return try GeneratedContent(json: #"{"tools":[\#(tools.joined(separator: ","))]}"#)
    }
    let server = RefusingServer(.anthropic)
    let plain = schema(optional: 0, unions: 0)
    let tests: [([String], String?)] = [
      (Array(repeating: plain, count: 20), nil),
      (Array(repeating: plain, count: 21), "21 strict tools"),
      ([schema(optional: 12, unions: 16), schema(optional: 12, unions: 0)], nil),
      (
        [schema(optional: 12, unions: 0), schema(optional: 13, unions: 0)], "25 optional parameters"
      ),
      (
        [schema(optional: 0, unions: 9), schema(optional: 0, unions: 8)],
        "17 parameters with unions"
      ),
      // What only a reference leads to is not counted.
      (
        [schema(optional: 0, unions: 0, #","$defs":{"D":\#(schema(optional: 30, unions: 0))}"#)],
        nil
      ),
      ([#"{"type":"object","properties":{}}"#], "an open object"),
      (
        [
          #"""
          {"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"],\#
          "additionalProperties":false}
          """#
        ], "minimum"
      ),
    ]
    for (schemas, problem) in tests {
      #expect(try server.limitProblem(of: body(schemas)) == problem)
      #expect(try server.limitProblem(of: body(schemas, isStrict: false)) == nil)
    }
    let openAI = RefusingServer(.responses)
    for (schema, problem) in [
      (schema(optional: 0, unions: 2), nil),
      (schema(optional: 1, unions: 0), "an optional property"),
      (#"{"anyOf":[]}"#, "a root that is no object"),
    ] as [(String, String?)] {
      let body = try GeneratedContent(json: #"{"text":{"format":{"schema":\#(schema)}}}"#)
      #expect(openAI.limitProblem(of: body) == problem)
    }
  }

  @Test("the servers reject invalid requests")
  func servers() async throws {
    for (wire, body) in [
      (
        RefusingServer.Wire.anthropic,
        #"{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}]}"#
      ),
      (
        .anthropic,
        #"""
        {"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},\#
        {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"forged"}]},\#
        {"role":"user","content":[{"type":"text","text":"b"}]}]}
        """#
      ), (.responses, #"{"input":[{"type":"function_call_output","call_id":"x","output":""}]}"#),
      (
        .gemini,
        #"""
        {"contents":[{"role":"user","parts":[{"text":"a"}]},\#
        {"role":"model","parts":[{"functionCall":{"id":"x","name":"find","args":{}}}]},\#
        {"role":"user","parts":[{"functionResponse":{"id":"x","name":"find","response":{}}}]}]}
        """#
      ), (.chat, #"{"messages":[{"role":"tool","tool_call_id":"x","content":""}]}"#),
      (.ollama, #"{"messages":[{"role":"tool","tool_name":"x","content":""}]}"#),
      (
        .ollama,
        #"{"messages":[{"role":"user","content":"a","images":["data:image/png;base64,iVBO"]}]}"#
      ),
      (
        .bedrock,
        #"""
        {"messages":[{"role":"user","content":[{"text":"a"}]},\#
        {"role":"user","content":[{"text":"b"}]}]}
        """#
      ),
      (
        .bedrock,
        #"""
        {"messages":[{"role":"user","content":[{"text":"a"}]},\#
        {"role":"assistant","content":[{"toolUse":{"toolUseId":"x","name":"find","input":{}}}]},\#
        {"role":"user","content":[{"toolResult":{"toolUseId":"x","content":[{"text":""}]}}]}]}
        """#
      ),
      (
        .bedrock,
        #"{"messages":[{"role":"user","content":[{"text":"a","image":{"format":"png"}}]}]}"#
      ),
    ] {
      let server = RefusingServer(wire)
      let url = try #require(URL(string: "https://host/v1"))
      let response = try await server.send(
        TransportRequest(url: url, headers: [:], body: Data(body.utf8)))
      #expect(response.status == 400, "\(body)")
    }
  }
}
