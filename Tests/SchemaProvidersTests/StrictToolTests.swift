import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Limits that a provider counts over all schemas of a request (rule D6).
struct StrictToolTests {
  /// A tool with optional arguments.
  private struct Search: Tool {
    let name: String
    let optional: Int
    var isStrict = true
    let description = "Searches"

    var parameters: GenerationSchema {
      GenerationSchema(
        type: GeneratedContent.self, title: "Arguments",
        properties: (0..<optional).map {
          GenerationSchema.Property(name: "p\($0)", type: Int?.self)
        })
    }

    func call(arguments: GeneratedContent) async throws -> String { "" }
  }

  /// The names of the strict tools of the first request, and what the answer notes.
  private func strict(
    _ tools: [Search]
  ) async throws -> (names: [String], notes: [String]) {
    let provider = ProviderFixture.anthropic
    let (session, transport) = provider.session(provider.text, tools: tools)
    let response = try await session.respond(to: "Soup?")
    let stated = try GeneratedContent(json: transport.body())
      .value([GeneratedContent].self, forProperty: "tools")
    #expect(stated.count == tools.count)
    let strict = stated.filter { (try? $0.value(Bool.self, forProperty: "strict")) == true }
    guard case .response(let entry)? = response.transcriptEntries.last else { return ([], []) }
    return (
      try strict.map { try $0.value(String.self, forProperty: "name") },
      try entry.metadata["notes"]?.value([String].self) ?? []
    )
  }

  @Test func `D6: of more than 20 tools, the last are not strict`() async throws {
    let (names, notes) = try await strict(
      (0..<22).map { Search(name: "t\($0)", optional: 0) })
    #expect(names == (0..<20).map { "t\($0)" })
    #expect(notes.count == 2 && notes.allSatisfy { $0.contains("at most 20 strict tools") })
  }

  @Test func `D6: the largest of tools with too many optional properties is not strict`()
    async throws
  {
    let (names, notes) = try await strict([
      Search(name: "a", optional: 8), Search(name: "b", optional: 12),
      Search(name: "c", optional: 0), Search(name: "d", optional: 9),
    ])
    #expect(names == ["a", "c", "d"])
    #expect(notes.count == 1 && notes.first?.contains("'b'") == true)
  }

  @Test func `D6: a tool that is declared loose is not strict, and does not count for the limit`()
    async throws
  {
    let (names, notes) = try await strict([
      Search(name: "a", optional: 20, isStrict: false), Search(name: "b", optional: 24),
    ])
    #expect(names == ["b"] && notes.isEmpty)
  }

  @Test(arguments: [ProviderFixture.openAI, .responses])
  func `D6: OpenAI gets tools of both kinds`(_ provider: ProviderFixture) async throws {
    let (session, transport) = provider.session(
      provider.text,
      tools: [
        Search(name: "a", optional: 1, isStrict: false), Search(name: "b", optional: 1),
      ])
    try await session.respond(to: "Soup?")
    let body = try transport.body()
    #expect(body.components(separatedBy: #""strict":true"#).count == 2)
    let stated = try GeneratedContent(json: body).value(
      [GeneratedContent].self, forProperty: "tools")
    #expect(stated.first?.jsonString(.compact).contains(#""strict":true"#) == false)
  }

  @Test func `D6: DeepSeek's tools are loose together, and Gemini checks none that is loose`()
    async throws
  {
    let tools = [Search(name: "a", optional: 1, isStrict: false), Search(name: "b", optional: 1)]
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let model = CompatibleModel(
      "m", server: .deepSeekStrict, baseURL: "https://api.deepseek.com/beta", transport: transport)
    try await LanguageModelSession(model: model, tools: tools).respond(to: "Soup?")
    #expect(try !transport.body().contains(#""strict""#))

    for (tools, isValidated) in [(tools, true), ([tools[0]], false)] {
      let transport = ScriptedTransport([.init(body: [ProviderFixture.gemini.text])])
      let gemini = GeminiModel("gemini-3-flash", key: "k", transport: transport)
      try await LanguageModelSession(model: gemini, tools: tools).respond(to: "Soup?")
      #expect(try transport.body().contains("VALIDATED") == isValidated)
    }
  }

  @Test func `D6: all tools within the limits are strict`() async throws {
    let (names, notes) = try await strict([
      Search(name: "a", optional: 12), Search(name: "b", optional: 12),
    ])
    #expect(names == ["a", "b"] && notes.isEmpty)
  }
}
