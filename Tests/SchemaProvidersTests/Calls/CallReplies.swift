import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// A tool without parameters.
struct Clock: Tool {
  struct Arguments: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Arguments.self, properties: [])
    }

    init(_ content: GeneratedContent) throws {}

    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  let name = "clock"
  let description = "Tells the time"

  func call(arguments: Arguments) async throws -> String { "noon" }
}

/// Replies with calls of tools, in the forms of servers.
enum CallReplies {
  /// A reply of Chat Completions with one list of pieces of calls in each event.
  static func chat(_ lists: [String]) -> String {
    lists.map { ProviderFixture.events(ChatStreamTests.delta(#"{"tool_calls":[\#($0)]}"#)) }
      .joined()
      + ChatStreamTests.stream(ChatStreamTests.delta("{}", finish: "tool_calls"))
  }

  /// A reply of Responses with events before its end.
  static func responses(_ events: [String]) -> String {
    (events + [#"{"type":"response.completed","response":{"status":"completed"}}"#])
      .map { ProviderFixture.typedEvents($0) }.joined()
  }

  /// A reply of Anthropic with events of blocks.
  static func anthropic(_ events: [String]) -> String {
    ([#"{"type":"message_start","message":{"id":"m","model":"m","content":[]}}"#] + events + [
      #"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4}}"#,
      #"{"type":"message_stop"}"#,
    ]).map { ProviderFixture.typedEvents($0) }.joined()
  }

  /// A reply of Gemini with parts.
  static func gemini(_ parts: [String]) -> String {
    ProviderFixture.events(
      #"""
      {"candidates":[{"content":{"role":"model","parts":[\#(parts.joined(separator: ","))]},\#
      "finishReason":"STOP"}]}
      """#
    )
  }

  /// A reply of Ollama with calls.
  static func ollama(_ calls: [String]) -> String {
    #"""
    {"message":{"role":"assistant","content":"","tool_calls":[\#(calls.joined(separator: ","))]},\#
    "done":false}
    {"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}

    """#
  }

  /// A call in the form of a provider, whose arguments are JSON; `nil` for a call without any.
  static func call(
    _ provider: ProviderFixture, _ tool: String, _ arguments: String?, id: String = "a",
    properties: String = ""
  ) -> String {
    func property(_ name: String) -> String { arguments.map { #","\#(name)":\#($0)"# } ?? "" }
    let isText = arguments?.hasPrefix("\"") == true
    switch provider.name {
    case "Gemini":
      return gemini([
        #"""
        {"functionCall":{"id":"\#(id)","name":"\#(tool)"\#(property("args"))}\#(properties)}
        """#
      ])
    case "Ollama":
      return ollama([
        #"""
        {"id":"\#(id)"\#(properties),\#
        "function":{"name":"\#(tool)"\#(property("arguments"))}}
        """#
      ])
    case "Anthropic":
      let start =
        #"""
        {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"\#(id)",\#
        "name":"\#(tool)"\#(isText ? "" : property("input"))\#(properties)}}
        """#
      let delta =
        #"""
        {"type":"content_block_delta","index":0,\#
        "delta":{"type":"input_json_delta","partial_json":\#(arguments ?? "")}}
        """#
      return anthropic(
        [start] + (isText ? [delta] : []) + [#"{"type":"content_block_stop","index":0}"#])
    case _ where provider.isResponses:
      let item =
        #"""
        {"type":"function_call","id":"f","call_id":"\#(id)","name":"\#(tool)"\#
        \#(property("arguments"))\#(properties)}
        """#
      return responses([
        #"{"type":"response.output_item.added","output_index":0,"item":\#(item)}"#,
        #"{"type":"response.output_item.done","output_index":0,"item":\#(item)}"#,
      ])
    default:
      return chat([
        #"""
        {"index":0,"id":"\#(id)","type":"function"\#(properties),\#
        "function":{"name":"\#(tool)"\#(property("arguments"))}}
        """#
      ])
    }
  }
}

extension ProviderFixture {
  /// `true` for Responses, whose provider has the same name as that of Chat Completions.
  var isResponses: Bool { text.contains("response.created") }

  /// The outputs of tools after a reply with calls, and the body of the next request.
  func outputs(
    of reply: String, tools: [any Tool] = [Find(), Clock()]
  ) async throws -> (texts: [String], body: String) {
    let (session, transport) = session(reply, text, tools: tools)
    try await session.respond(to: "Soup?")
    try #require(transport.requests.count == 2)
    let outputs = session.transcript.toolOutputs
    #expect(Set(outputs.map(\.id)).count == outputs.count)
    #expect(session.transcript.outline.last == "response Dal ü")
    return (outputs.map(\.segments.joinedText), try transport.body(1))
  }
}
