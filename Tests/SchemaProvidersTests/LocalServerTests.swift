import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Ollama, and servers with the interface of Chat Completions.
struct LocalServerTests {
  private let ollama = ProviderFixture.ollama

  @Test("T24: Ollama gets a request with the size of its context and nothing that is not set")
  func plain() async throws {
    let (session, transport) = ollama.session(ollama.text)
    try await session.respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "http://localhost:11434/api/chat")
    #expect(request.headers["authorization"] == nil)
    #expect(
      try transport.body() == """
        {"model":"m","stream":true,"options":{"num_ctx":8192},"messages":[\
        {"role":"system","content":"Be brief."},{"role":"user","content":"Soup?"}]}
        """)
  }

  @Test("T23: Ollama gets the options, and the schema also in the prompt, since no model sees it")
  func options() async throws {
    let (session, transport) = ollama.session(
      #"{"message":{"content":"{\"term\":\"soup\"}"},"done":false}"# + "\n"
        + #"{"done":true,"done_reason":"stop"}"# + "\n")
    try await session.respond(
      to: "Soup?", schema: Find.Arguments.generationSchema,
      options: GenerationOptions(
        samplingMode: .random(top: 40, seed: 7), maximumResponseTokens: 400),
      contextOptions: ContextOptions(reasoningLevel: .light))
    let body = try transport.body()
    for part in [
      #""think":"low","format":{"type":"object","#,
      #""options":{"top_k":40,"seed":7,"num_predict":400,"num_ctx":8192}"#,
      "Answer with JSON of the first type",
    ] { #expect(body.contains(part)) }
  }

  @Test("T24: Ollama gets arguments as an object, and outputs under the name of the tool")
  func calls() async throws {
    let (session, transport) = ollama.session(ollama.calls, ollama.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(
      try transport.body(1).contains(
        #"""
        "tool_calls":[{"function":{"name":"find","arguments":{"term":"soup"}}},\#
        {"function":{"name":"find","arguments":{"term":"pie"}}}]},\#
        {"role":"tool","tool_name":"find","content":"found soup"}
        """#
      ))
  }

  @Test("T23: Ollama cannot be made to call a tool")
  func required() async throws {
    let (session, _) = ollama.session(ollama.text, tools: [Find()])
    await #expect(throws: LanguageModelError.self) {
      try await session.respond(
        to: "Soup?", options: GenerationOptions(toolCallingMode: .required))
    }
  }

  /// A tool whose arguments are a list.
  private struct Shop: Tool {
    let name = "shop"
    let description = "Buys things"

    func call(arguments: [String]) async throws -> String {
      "bought \(arguments.joined(separator: " and "))"
    }
  }

  @Test("T25: Ollama gets an object for arguments that are a list, and the tool gets the list")
  func list() async throws {
    let call =
      #"""
      {"message":{"content":"","tool_calls":[{"id":"a",\#
      "function":{"name":"shop","arguments":{"value":["rice","dal"]}}}]},"done":true}
      """#
    let (session, transport) = ollama.session(call + "\n", ollama.text, tools: [Shop()])
    try await session.respond(to: "Soup?")
    #expect(try transport.body().contains(#""parameters":{"type":"object","#))
    #expect(session.transcript.outline.contains("output a: bought rice and dal"))
    #expect(try transport.body(1).contains(#""arguments":{"value":["rice","dal"]}"#))
  }

  private let json = ChatStreamTests.stream(
    ChatStreamTests.delta(#"{"content":"{\"term\":\"soup\"}"}"#, finish: "stop"))

  private func body(_ server: CompatibleModel.Server, tools: [any Tool]) async throws -> String {
    let transport = ScriptedTransport([.init(body: [json])])
    let session = LanguageModelSession(
      model: CompatibleModel("m", server: server, baseURL: "http://h/v1", transport: transport),
      tools: tools)
    try await session.respond(
      to: "Soup?", schema: Find.Arguments.generationSchema,
      options: GenerationOptions(maximumResponseTokens: 400))
    return try transport.body()
  }

  @Test("T25: a schema is enforced without tools, and in the prompt in any case")
  func schema() async throws {
    let alone = try await body(.llamaCpp, tools: [])
    #expect(alone.contains(#""response_format":{"type":"json_schema","json_schema":{"name":"#))
    #expect(!alone.contains("strict"))
    #expect(alone.contains(#""max_tokens":400"#))
    #expect(alone.contains("Answer with JSON of the first type"))
    let beside = try await body(.llamaCpp, tools: [Find()])
    #expect(!beside.contains("response_format"))
    #expect(beside.contains("Answer with JSON of the first type"))
  }

  @Test("T24: an unknown server gets the schema in the prompt only")
  func other() async throws {
    let body = try await body(.other, tools: [])
    #expect(!body.contains("response_format"))
    #expect(body.contains("Answer with JSON of the first type"))
  }

  @Test("T25: a schema that is not enforced is stated and answered in the declared form")
  func declaredForm() async throws {
    let reply = #"{"message":{"content":"[\"rice\", 'dal']"},"done":true,"done_reason":"stop"}"#
    let (session, transport) = ollama.session(reply + "\n", tools: [Find()])
    let response = try await session.respond(to: "Buy what?", generating: [String].self)
    #expect(response.content == ["rice", "dal"])
    #expect(response.mends.map(\.kind) == [.otherQuotes])
    #expect(try transport.body().contains(#"and nothing else:\nstring[]""#))
    #expect(try !transport.body().contains(#""format":"#))
  }

  @Test("T25: a prompt can state JSON Schema")
  func schemaForm() async throws {
    let transport = ScriptedTransport([.init(body: [json])])
    let session = LanguageModelSession(
      model: CompatibleModel("m", server: .other, baseURL: "http://h/v1", transport: transport))
    var options = ContextOptions()
    options.schemaForm = .jsonSchema
    try await session.respond(
      to: "Soup?", schema: Find.Arguments.generationSchema, contextOptions: options)
    #expect(try transport.body().contains(#"of this schema, and nothing else: {\""#))
  }

  @Test("T22: the error of llama.cpp for a prompt that is too long has the numbers")
  func overflow() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 400,
        body: [
          #"""
          {"error":{"code":400,"message":"the request exceeds the available context size",\#
          "type":"exceed_context_size_error","n_prompt_tokens":600,"n_ctx":512}}
          """#
        ])
    ])
    let error = await #expect(throws: LanguageModelError.self) {
      try await ProviderFixture.llamaCpp.session(transport).respond(to: "Soup?")
    }
    let details = try #require(error?.contextSizeExceeded)
    #expect(details.tokenCount == 600)
    #expect(details.contextSize == 512)
  }
}
