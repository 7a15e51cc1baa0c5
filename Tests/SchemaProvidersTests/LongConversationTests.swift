import Foundation
import SchemaModel
import SchemaProviders
import SessionTestSupport
import Testing

/// Conversations of many turns with servers that refuse what the providers refuse, by their
/// documents (WIRE 5, 6): calls without outputs, outputs without calls, and thoughts that are not
/// where they were.
@Suite("A conversation of 40 turns")
struct LongConversationTests {
  private static let turns = 40

  private func converse(
    _ model: some LanguageModel, thinks: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> LanguageModelSession {
    let session = LanguageModelSession(model: model, tools: [Find()], instructions: "Cook.")
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

  @Test("WIRE 6.3: Anthropic's thoughts are where they were, or are left out")
  func anthropic() async throws {
    let server = RefusingServer(.anthropic)
    let session = try await converse(AnthropicModel("m", key: "k", transport: server))
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

  @Test("WIRE 6.2: Responses gets its items back in their order")
  func responses() async throws {
    let server = RefusingServer(.responses)
    _ = try await converse(OpenAIResponsesModel("m", key: "k", transport: server))
    #expect(server.refusals == [])
    // Its items are bound to nothing before them, so also those of answers that were asked for
    // again go back.
    #expect(server.thoughtsInLastRequest == 7 * Self.turns / 5 - 1)
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("WIRE 6.4: Gemini gets the signatures back with their parts")
  func gemini() async throws {
    let server = RefusingServer(.gemini)
    _ = try await converse(GeminiModel("gemini-3-pro", key: "k", transport: server))
    #expect(server.refusals == [])
    #expect(server.thoughtsInLastRequest == 2 * Self.turns / 5)
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("WIRE 1.1: Chat gets an output for each call")
  func chat() async throws {
    let server = RefusingServer(.chat)
    _ = try await converse(OpenAIModel("m", key: "k", transport: server))
    #expect(server.refusals == [])
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("WIRE 1.5, 6.5: Bedrock's thoughts are where they were, and outputs follow their calls")
  func bedrock() async throws {
    let server = RefusingServer(.bedrock)
    let model = BedrockModel(
      "anthropic.claude-sonnet-5", region: "us-east-1", key: "k", transport: server)
    let session = try await converse(model)
    #expect(server.refusals == [])
    #expect(server.thoughtsInLastRequest == 6 * Self.turns / 5 - 1)
    #expect(server.imagesInLastRequest == Self.turns / 10)
    session.transcript[1] = .prompt(.init(segments: [.text(.init(content: "Say nothing"))]))
    // The image of the first turn is gone with its prompt.
    _ = try? await session.respond(to: "Say more")
    #expect(server.refusals == ["an image is gone"])
  }

  @Test("WIRE 1.5: Ollama gets an output for each call, and images beside the text")
  func ollama() async throws {
    let server = RefusingServer(.ollama)
    _ = try await converse(OllamaModel("m", transport: server), thinks: false)
    #expect(server.refusals == [])
    #expect(server.imagesInLastRequest == Self.turns / 10)
  }

  @Test("the servers refuse what is wrong")
  func servers() async throws {
    for (wire, body) in [
      (
        RefusingServer.Wire.anthropic,
        #"{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}]}"#
      ),
      (
        .anthropic,
        #"{"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"forged"}]},{"role":"user","content":[{"type":"text","text":"b"}]}]}"#
      ), (.responses, #"{"input":[{"type":"function_call_output","call_id":"x","output":""}]}"#),
      (
        .gemini,
        #"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"id":"x","name":"find","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"x","name":"find","response":{}}}]}]}"#
      ), (.chat, #"{"messages":[{"role":"tool","tool_call_id":"x","content":""}]}"#),
      (.ollama, #"{"messages":[{"role":"tool","tool_name":"x","content":""}]}"#),
      (
        .ollama,
        #"{"messages":[{"role":"user","content":"a","images":["data:image/png;base64,iVBO"]}]}"#
      ),
      (
        .bedrock,
        #"{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"user","content":[{"text":"b"}]}]}"#
      ),
      (
        .bedrock,
        #"{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"x","name":"find","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"x","content":[{"text":""}]}}]}]}"#
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
