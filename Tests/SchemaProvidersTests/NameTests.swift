import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// Names that a provider does not take.
struct NameTests {
  /// A tool that says its name.
  private struct Named: Tool {
    let name: String
    let description = "Says its name"
    let parameters = Find.Arguments.generationSchema

    func call(arguments: GeneratedContent) async throws -> String { "I am \(name)" }
  }

  @Test("T25: are rewritten, kept apart, and read back")
  func toolNames() async throws {
    let call =
      #"""
      {"tool_calls":[{"index":0,"id":"a","function":{"name":"Page_Item_",\#
      "arguments":"{\"term\":\"x\"}"}},\#
      {"index":1,"id":"b","function":{"name":"Page_Item__2","arguments":"{\"term\":\"x\"}"}}]}
      """#
    let transport = ScriptedTransport([
      .init(body: [ChatStreamTests.stream(ChatStreamTests.delta(call, finish: "tool_calls"))]),
      .init(body: [ChatStreamTests.text]),
    ])
    let session = LanguageModelSession(
      model: OpenAIModel("m", key: "k", transport: ExportingTransport(transport)),
      tools: [Named(name: "Page<Item>"), Named(name: "Page(Item)"), Named(name: "1st")])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("output a: I am Page<Item>"))
    #expect(session.transcript.outline.contains("output b: I am Page(Item)"))
    let body = try transport.body(1)
    for name in ["Page_Item_", "Page_Item__2", "_1st"] { #expect(body.contains("\"\(name)\"")) }
    #expect(!body.contains(#""name":"Page<Item>""#))
  }

  @Test("are found by their beginnings")
  func beginnings() {
    var names = SafeNames()
    #expect(!names.hasName(beginning: ""))
    for name in ["find", "find_all", "find<", "fin", "go"] { _ = names.safeName(for: name) }
    for text in ["", "f", "find", "find_", "find_a", "go"] {
      #expect(names.hasName(beginning: text), "\(text)")
    }
    for text in ["a", "find_b", "goo", "z", "Find"] {
      #expect(!names.hasName(beginning: text), "\(text)")
    }
    for name in ["fin", "find", "find_", "g", "find_al"] {
      #expect(names.hasLongerName(than: name), "\(name)")
    }
    for name in ["find_all", "go", "z"] { #expect(!names.hasLongerName(than: name), "\(name)") }
  }

  @Test("T14: of calls are missing on some servers, and identifiers are made for them")
  func missingIdentifiers() async throws {
    let call =
      #"{"tool_calls":[{"index":0,"function":{"name":"find","arguments":"{\"term\":\"x\"}"}}]}"#
    let transport = ScriptedTransport([
      .init(body: [ChatStreamTests.stream(ChatStreamTests.delta(call, finish: "stop"))]),
      .init(body: [ChatStreamTests.text]),
    ])
    let session = LanguageModelSession(
      model: CompatibleModel("m", server: .other, baseURL: "http://h", transport: transport),
      tools: [Find()])
    try await session.respond(to: "Soup?")
    let calls = try #require(session.transcript.lazy.compactMap(\.toolCalls).first)
    let id = try #require(calls.first?.id)
    #expect(id.count <= 40)
    #expect(try transport.body(1).contains(#""tool_call_id":"\#(id)""#))
  }
}
