import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Custom tools of Responses, whose calls have a text.
struct CustomToolTests {
  /// A tool whose arguments are a text.
  private struct Run: Tool {
    let name = "run.swift"
    let description = "Runs a program"
    let parameters: GenerationSchema

    init() throws {
      let text = DynamicGenerationSchema(type: String.self, guides: [.pattern(/print\(.*\)\n?/)])
      parameters = try GenerationSchema(root: text, dependencies: [])
    }

    func call(arguments: String) async throws -> String { "ran \(arguments)" }
  }

  private func session(
    _ bodies: [String], takesCustomTools: Bool = true
  ) throws -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(bodies.map { .init(body: [$0]) })
    let model = OpenAIResponsesModel(
      "m", takesCustomTools: takesCustomTools, key: "k", transport: ExportingTransport(transport))
    return (LanguageModelSession(model: model, tools: [Find(), try Run()]), transport)
  }

  private static func call(_ text: String, inPieces: Bool = true) -> String {
    let quoted = GeneratedContent(text).jsonString
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    let pieces = [text[..<half], text[half...]].map { GeneratedContent(String($0)).jsonString }
    let head = #""type":"custom_tool_call","id":"ctc","call_id":"c1","name":"run_swift""#
    let events =
      [
        #"{"type":"response.created","response":{"id":"r","model":"m"}}"#,
        #"{"type":"response.output_item.added","output_index":0,"item":{\#(head),"input":""}}"#,
      ]
      + (inPieces
        ? pieces.map {
          #"""
          {"type":"response.custom_tool_call_input.delta","item_id":"ctc","output_index":0,\#
          "delta":\#($0)}
          """#
        } + [
          #"""
          {"type":"response.custom_tool_call_input.done","item_id":"ctc","output_index":0,\#
          "input":\#(quoted)}
          """#
        ] : []) + [
        #"""
        {"type":"response.output_item.done","output_index":0,"item":{\#(head),"input":\#(quoted)}}
        """#,
        #"""
        {"type":"response.completed",\#
        "response":{"id":"r","model":"m","status":"completed",\#
        "usage":{"input_tokens":1,"output_tokens":1}}}
        """#,
      ]
    return events.map { "data: \($0)\n\n" }.joined()
  }

  @Test(arguments: [true, false])
  func `a model writes a text, which is sent back with the tool's output`(
    inPieces: Bool
  ) async throws {
    let code = "print(\"Grüße \\n\")\n"
    let (session, transport) = try session([
      Self.call(code, inPieces: inPieces), ProviderFixture.responses.text,
      ProviderFixture.responses.text,
    ])
    try await session.respond(to: "Say hello.")
    let first = try transport.body()
    #expect(first.contains(#""type":"custom","name":"run_swift","description":"Runs a program","#))
    #expect(first.contains(#""format":{"type":"text"}"#))
    #expect(first.contains(#""type":"function","name":"find""#))
    let outputs = session.transcript.toolOutputs
    #expect(outputs.map(\.segments.joinedText) == ["ran \(code)"])
    try await session.respond(to: "And again?")
    let quoted = GeneratedContent(code).jsonString
    for index in 1...2 {
      let body = try transport.body(index)
      #expect(
        body.contains(
          #"{"type":"custom_tool_call","call_id":"c1","name":"run_swift","input":\#(quoted)}"#))
      #expect(body.contains(#"{"type":"custom_tool_call_output","call_id":"c1","output":"ran "#))
    }
  }

  @Test func `T10: a tool does not run with a text that does not match its pattern`() async throws {
    let (session, transport) = try session([
      Self.call("exit()"), ProviderFixture.responses.text,
    ])
    try await session.respond(to: "Stop.")
    #expect(transport.requests.count == 2)
    let output = session.transcript.toolOutputs.first?.segments.joinedText ?? ""
    #expect(output.hasPrefix("The tool was not called."))
  }

  @Test func `without the option, the tool is a function, and a call with a text is kept`()
    async throws
  {
    let (session, transport) = try session(
      [Self.call("print()"), ProviderFixture.responses.text], takesCustomTools: false)
    try await session.respond(to: "Say hello.")
    let body = try transport.body()
    #expect(!body.contains(#""custom""#))
    #expect(body.components(separatedBy: #""type":"function""#).count == 3)
    #expect(transport.requests.count == 1)
  }
}
