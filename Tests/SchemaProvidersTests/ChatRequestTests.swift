import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct ChatRequestTests {
  private func body(
    of options: GenerationOptions = GenerationOptions(),
    _ context: ContextOptions = ContextOptions(), tools: [any Tool] = [],
    policy: SessionPolicy = SessionPolicy()
  ) async throws -> (String, TransportRequest) {
    let transport = ScriptedTransport([.init(body: [ChatStreamTests.text])])
    let session = LanguageModelSession(
      model: OpenAIModel("m", key: "secret", transport: ExportingTransport(transport)),
      tools: tools,
      instructions: "Be brief.")
    session.policy = policy
    try await session.respond(to: "Soup?", options: options, contextOptions: context)
    let request = try #require(transport.requests.first)
    return (String(decoding: request.body, as: UTF8.self), request)
  }

  @Test("T24: has its address, its key and no keys that are not set")
  func plain() async throws {
    let (text, request) = try await body()
    #expect(request.url.absoluteString == "https://api.openai.com/v1/chat/completions")
    #expect(request.headers["authorization"] == "Bearer secret")
    #expect(
      text == """
        {"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[\
        {"role":"system","content":"Be brief."},{"role":"user","content":"Soup?"}]}
        """)
  }

  @Test("T23: states the options")
  func options() async throws {
    let (text, _) = try await body(
      of: GenerationOptions(
        samplingMode: .random(probabilityThreshold: 0.5, seed: 7), temperature: 1.5,
        maximumResponseTokens: 400),
      ContextOptions(reasoningLevel: .light))
    for part in [
      #""max_completion_tokens":400"#, #""seed":7"#, #""temperature":1.5"#, #""top_p":0.5"#,
      #""reasoning_effort":"low""#,
    ] { #expect(text.contains(part)) }
  }

  @Test("T23: with an option that OpenAI lacks throws, or leaves it out with a note")
  func unsupported() async throws {
    let options = GenerationOptions(samplingMode: .random(top: 4))
    let error = await #expect(throws: LanguageModelError.self) { try await body(of: options) }
    #expect(error?.debugDescription.contains("top-k sampling") == true)
    let (text, _) = try await body(
      of: options, policy: SessionPolicy(unsupportedOption: .log))
    #expect(!text.contains("top_k"))
  }

  @Test("T25: states the schema of the answer in OpenAI's dialect, under a name that it accepts")
  func schema() async throws {
    let transport = ScriptedTransport([
      .init(body: [
        ChatStreamTests.stream(
          ChatStreamTests.delta(#"{"content":"{\"term\":\"soup\"}"}"#, finish: "stop"))
      ])
    ])
    let session = LanguageModelSession(
      model: OpenAIModel("m", key: "secret", transport: ExportingTransport(transport)))
    let schema = GenerationSchema(
      type: Find.Arguments.self, title: "Page<Ärger>",
      properties: [.init(name: "term", type: String.self), .init(name: "count", type: Int?.self)])
    try await session.respond(to: "Soup?", schema: schema)
    let body = try #require(
      transport.requests.first.map { String(decoding: $0.body, as: UTF8.self) })
    #expect(
      body.contains(
        #"""
        "response_format":{"type":"json_schema",\#
        "json_schema":{"name":"Page__rger_","strict":true,"schema":{"type":"object",
        """#
      ))
    #expect(body.contains(#""required":["term","count"]"#))
  }

  @Test("H6: shows its key nowhere")
  func key() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 401, body: [#"{"error":{"message":"Wrong key: secret","code":"invalid_api_key"}}"#])
    ])
    let model = OpenAIModel("m", key: "secret", transport: ExportingTransport(transport))
    var dumped = ""
    dump(model, to: &dumped)
    let session = LanguageModelSession(model: model)
    let error = await session.failure(of: "Soup?")
    for text in [
      dumped, "\(String(describing: error))",
      "\(String(describing: error?.metadata))", error?.errorDescription ?? "",
    ] { #expect(!text.contains("secret")) }
    #expect(transport.requests.count == 1)
  }
}
