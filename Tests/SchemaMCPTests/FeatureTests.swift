import Foundation
import SchemaConcurrency
import SchemaMCP
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Resources, prompts, notifications, output schemas and attachments.
struct FeatureTests {
  private static let json = ["content-type": "application/json"]
  private static let events = ["content-type": "text/event-stream"]

  private static let discovered =
    #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#

  private static func reply(_ id: Int, _ result: String) -> ScriptedTransport.Response {
    .init(headers: json, body: [#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#])
  }

  private func client(
    _ replies: [ScriptedTransport.Response], logLevel: String? = nil,
    onNotification: (@Sendable (MCPNotification) -> Void)? = nil
  ) async throws -> (MCPClient, ScriptedTransport) {
    let transport = ScriptedTransport(
      [.init(headers: Self.json, body: [Self.discovered])] + replies)
    let client = MCPClient(
      name: "Test", version: "1", logLevel: logLevel, onNotification: onNotification)
    let endpoint = try #require(URL(string: "https://host/mcp"))
    try await client.connect(transport: MCPHTTPTransport(endpoint: endpoint, transport: transport))
    return (client, transport)
  }

  // MARK: Structured results

  private static let outputSchema =
    #"{"type":"object","properties":{"degrees":{"type":"integer"}},"required":["degrees"]}"#

  @Test(
    "a structured result that does not fit the output schema is an error",
    arguments: [
      (#"{"content":[],"structuredContent":{"degrees":"hot"}}"#, "degrees"),
      (#"{"content":[],"structuredContent":[1]}"#, "does not fit"),
      (#"{"content":[{"type":"text","text":"hot"}]}"#, "has no structured content"),
    ])
  func outputSchemas(result: String, problem: String) async throws {
    let list =
      #"""
      {"tools":[{"name":"t","inputSchema":{"type":"object"},\#
      "outputSchema":\#(Self.outputSchema)}]}
      """#
    let (client, _) = try await client([
      Self.reply(2, list), Self.reply(3, result),
      Self.reply(4, #"{"content":[],"structuredContent":{"degrees":31}}"#),
      Self.reply(5, #"{"content":[{"type":"text","text":"no"}],"isError":true}"#),
    ])
    _ = try await client.listTools()
    let call = ModelContextProtocol.ToolCall(name: "t", arguments: try GeneratedContent(json: "{}"))
    let error = await #expect(throws: MCPError.self) { try await client.callTool(call) }
    #expect(error?.code == .malformed)
    #expect(error?.message.contains(problem) == true, "\(String(describing: error))")
    // What fits is a result, and what has failed needs no structure.
    #expect(
      try await client.callTool(call).structuredContent?.jsonString(.compact) == #"{"degrees":31}"#)
    #expect(try await client.callTool(call).isError)
  }

  @Test("results are not checked by an output schema with a fault, which a list reports")
  func unusableOutputSchema() async throws {
    let list =
      #"""
      {"tools":[{"name":"t","inputSchema":{"type":"object"},\#
      "outputSchema":{"type":"object","properties":{"degrees":{"$ref":"#/nowhere"}}}}]}
      """#
    let (client, _) = try await client([
      Self.reply(2, list), Self.reply(3, #"{"content":[],"structuredContent":[1]}"#),
    ])
    let tool = try #require(try await client.listTools().tools.first)
    #expect(
      tool.diagnostics.contains {
        "\($0)".contains("Results of the tool are not checked, and it has no output schema: ")
      })
    let call = ModelContextProtocol.ToolCall(name: "t", arguments: try GeneratedContent(json: "{}"))
    #expect(try await client.callTool(call).structuredContent?.jsonString(.compact) == "[1]")
  }

  @Test("a tool is called by its name, with arguments in their order")
  func callByName() async throws {
    let (client, transport) = try await client([Self.reply(2, #"{"content":[]}"#)])
    _ = try await client.callTool(name: "t", arguments: ["b": 1, "a": ["x"]])
    let body = String(decoding: transport.requests[1].body, as: UTF8.self)
    #expect(body.contains(#""params":{"name":"t","arguments":{"b":1,"a":["x"]}"#))
    #expect(transport.requests[1].headers["mcp-name"] == "t")
  }

  // MARK: Attachments

  private static let mixed =
    #"""
    {"content":[{"type":"text","text":"The sky:"},\#
    {"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},\#
    {"type":"image","data":"PHN2Zz4=","mimeType":"image/svg+xml"},\#
    {"type":"audio","data":"d2luZA==","mimeType":"audio/wav"},\#
    {"type":"resource","resource":{"uri":"file:///a/menu.pdf","mimeType":"application/pdf",\#
    "blob":"JVBERg=="}},{"type":"resource","resource":{"uri":"file:///a","text":"Soup"}},\#
    {"type":"resource_link","uri":"file:///b","name":"b"},\#
    {"type":"image","data":"not Base64!","mimeType":"image/png"}]}
    """#

  @Test("images, recordings and files of a result are attachments")
  func attachments() throws {
    let result = try ModelContextProtocol.ToolResult(json: Self.mixed)
    let kinds = result.prompt.components.map { component in
      switch component {
      case .text(let text): text
      case .content: "content"
      case .attachment(let attachment, _): attachment.source.mediaType ?? "none"
      }
    }
    #expect(
      kinds == [
        "The sky:", "image/png", "[a part that is not text: image of type image/svg+xml]",
        "audio/wav", "application/pdf", "Soup", "[file:///b]",
        "[a part that is not text: image of type image/png]",
      ])
    #expect(result.text.contains("[a part that is not text: audio of type audio/wav]"))
    #expect(!result.text.contains("iVBOR"))
  }

  @Test("a session passes media of the requested kinds to its model, and names the others")
  func media() async throws {
    let list = #"{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#
    for (media, wanted) in [
      ([.images], 1), ([], 0), ([.images, .recordings, .files], 3),
    ] as [(Set<MCPMedia>, Int)] {
      let (client, _) = try await client([Self.reply(2, list), Self.reply(3, Self.mixed)])
      let model = ScriptedModel([.toolCalls([.init(name: "t", arguments: "{}")]), "Blue."])
      let session = LanguageModelSession(
        model: model, tools: try await client.tools(media: media))
      try await session.respond(to: "Look")
      let output = try #require(
        session.transcript.first { if case .toolOutput = $0 { true } else { false } })
      guard case .toolOutput(let value) = output else { continue }
      let attached = value.segments.filter { if case .attachment = $0 { true } else { false } }
      #expect(attached.count == wanted)
    }
  }

  @Test("a result with attachments is equal after it is written and read again")
  func roundTrip() throws {
    let prompt = Prompt {
      "The dish:"
      Attachment(image: MediaSource(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])))
      Attachment(file: MediaSource(Data("%PDF-1.7".utf8), fileName: "menu of today.pdf"))
      Attachment(audio: MediaSource(Data("RIFF\0\0\0\0WAVE".utf8), mediaType: "audio/wav"))
    }
    let written = ModelContextProtocol.ToolResult(prompt: prompt)
    #expect(written.jsonString.contains(#""uri":"attachment:///menu%20of%20today.pdf""#))
    let read = try ModelContextProtocol.ToolResult(json: written.jsonString)
    #expect(read.prompt.components.count == 4)
    #expect(read.text == written.text)
    let sources = read.prompt.components.compactMap { component -> Data? in
      if case .attachment(let attachment, _) = component { attachment.source.data } else { nil }
    }
    #expect(sources.map(\.count) == [8, 8, 12])
  }

  // MARK: Resources and prompts

  @Test("resources and prompts are listed page by page, and read")
  func lists() async throws {
    let (client, transport) = try await client([
      Self.reply(2, #"{"resources":[{"uri":"a","name":"A","mimeType":"x/y"},5],"nextCursor":"c"}"#),
      Self.reply(3, #"{"resources":[{"uri":"b"},{"name":"without"}]}"#),
      Self.reply(
        4,
        #"{"contents":[{"uri":"a","text":"hi"},{"uri":"b","mimeType":"image/png","blob":"AQI="}]}"#
      ),
      Self.reply(5, #"{"contents":[{"uri":"a","blob":"!"}]}"#),
      Self.reply(
        6, #"{"prompts":[{"name":"p","arguments":[{"name":"x","required":true},{"name":"y"}]}]}"#),
      Self.reply(
        7,
        #"""
        {"messages":[{"role":"user","content":{"type":"text","text":"Hi"}},\#
        {"role":"assistant","content":{"type":"image","data":"iVBORw0KGgo=",\#
        "mimeType":"image/png"}}]}
        """#
      ),
      Self.reply(8, #"{"messages":[{"role":"user","content":[]},{"role":"god","content":{}}]}"#),
      Self.reply(9, #"{"messages":[{"role":"user"}]}"#),
    ])
    let resources = try await client.listResources()
    #expect(resources.map(\.uri) == ["a", "b"])
    #expect(resources[0].mediaType == "x/y" && resources[1].name == "b")
    let contents = try await client.readResource(uri: "a")
    #expect(contents.map(\.body) == [.text("hi"), .bytes(Data([1, 2]))])
    #expect(transport.requests[3].headers["mcp-name"] == "a")
    let error = await #expect(throws: MCPError.self) { try await client.readResource(uri: "a") }
    #expect(error?.code == .malformed)
    let prompts = try await client.listPrompts()
    #expect(
      prompts.first?.arguments == [.init(name: "x", isRequired: true), .init(name: "y")])
    let messages = try await client.getPrompt(name: "p", arguments: ["x": "1"])
    #expect(messages.map(\.role) == [.user, .assistant])
    #expect(transport.requests[6].headers["mcp-name"] == "p")
    for _ in 0..<2 {
      // Without the message, the model would read another conversation than the server wrote.
      let error = await #expect(throws: MCPError.self) { try await client.getPrompt(name: "p") }
      #expect(error?.code == .malformed)
      #expect(error?.message.contains("no content or an unknown role") == true)
    }
  }

  @Test("H2: a list that does not end is an error")
  func endless() async throws {
    let page = #"{"resources":[],"nextCursor":"same"}"#
    let (client, transport) = try await client((2...9).map { Self.reply($0, page) })
    let error = await #expect(throws: MCPError.self) { try await client.listResources() }
    #expect(error?.code == .malformed)
    #expect(transport.requests.count == 3)
  }

  @Test("H2: a list that is too long in all its pages is an error")
  func longList() async throws {
    let transport = EndlessList()
    let client = MCPClient(name: "c", version: "1")
    try await client.connect(transport: transport)
    let error = await #expect(throws: MCPError.self) { try await client.listPrompts() }
    #expect(error?.description.contains("'prompts/list' is too long") == true)
    #expect(transport.pageCount.withLock { $0 } == 8)
  }

  @Test("a resource or a prompt that requires input of the user is an error")
  func inputForFeatures() async throws {
    let result =
      #"{"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create"}}}"#
    let (client, _) = try await client([
      Self.reply(2, result), Self.reply(3, result), Self.reply(4, "{}"), Self.reply(5, "{}"),
    ])
    let resource = await #expect(throws: MCPError.self) {
      try await client.readResource(uri: "a")
    }
    #expect(resource?.message.contains("needs further input for 'resources/read'") == true)
    let prompt = await #expect(throws: MCPError.self) { try await client.getPrompt(name: "p") }
    #expect(prompt?.message.contains("needs further input for 'prompts/get'") == true)
    let contents = await #expect(throws: MCPError.self) {
      try await client.readResource(uri: "a")
    }
    #expect(contents?.message == "The MCP server sent a result without the array 'contents'.")
    let list = await #expect(throws: MCPError.self) { try await client.listPrompts() }
    #expect(list?.code == .malformed)
  }

  @Test("the stream of changes may be silent for long")
  func quietChanges() async throws {
    let (client, transport) = try await client([Self.reply(2, "{}")])
    try await client.listenForChanges()
    #expect(transport.requests.last.map { $0.idleTimeout > .seconds(86_400) } == true)
    #expect(transport.requests.first?.idleTimeout == .seconds(120))
  }

  // MARK: Notifications

  @Test("progress reaches its call, and other notifications reach their listeners")
  func notifications() async throws {
    func event(_ text: String) -> String { "data: \(text)\n\n" }
    let heard = Locked<[MCPNotification]>([])
    let stream = [
      event(
        #"""
        {"jsonrpc":"2.0","method":"notifications/progress",\#
        "params":{"progressToken":2,"progress":1,"total":4,"message":"m"}}
        """#
      ),
      event(
        #"""
        {"jsonrpc":"2.0","method":"notifications/progress",\#
        "params":{"progressToken":9,"progress":1}}
        """#
      ),
      event(#"{"jsonrpc":"2.0","method":"notifications/progress","params":[]}"#),
      event(#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#),
      event(#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"u"}}"#),
      event(#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{}}"#),
      event(
        #"""
        {"jsonrpc":"2.0","method":"notifications/message",\#
        "params":{"level":"warning","data":"hot"}}
        """#
      ), event(#"{"jsonrpc":"2.0","method":"notifications/unknown","params":{}}"#),
      event(#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"ok"}]}}"#),
    ]
    let (client, transport) = try await client(
      [.init(headers: Self.events, body: stream)], logLevel: "warning"
    ) { notification in heard.withLock { $0.append(notification) } }
    let progress = Locked<[MCPProgress]>([])
    let call = ModelContextProtocol.ToolCall(name: "t", arguments: try GeneratedContent(json: "{}"))
    let result = try await client.callTool(call) { report in
      progress.withLock { $0.append(report) }
    }
    #expect(result.text == "ok")
    #expect(progress.withLock { $0 } == [MCPProgress(progress: 1, total: 4, message: "m")])
    #expect(
      heard.withLock { $0 } == [
        .toolsChanged, .resourceUpdated(uri: "u"),
        .log(level: "warning", data: GeneratedContent("hot")),
      ])
    let body = String(decoding: transport.requests[1].body, as: UTF8.self)
    #expect(body.contains(#""progressToken":2"#) || body.contains(#""progressToken": 2"#))
    #expect(body.contains("io.modelcontextprotocol/logLevel"))
  }

  // MARK: A server

  private func server() throws -> MCPServer {
    struct Broken: Error {}
    return try MCPServer(
      name: "s", version: "1", tools: [],
      resources: [
        .init(.init(uri: "r://a", name: "A")) { .text("hi") },
        .init(.init(uri: "r://b", name: "B")) { throw Broken() },
      ],
      prompts: [
        .init(.init(name: "p", arguments: [.init(name: "x", isRequired: true)])) { values in
          [.init(.user, "x is \(values["x"] ?? ""), and \(values.count)")]
        }
      ])
  }

  private static let meta =
    #"""
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\#
    "io.modelcontextprotocol/clientCapabilities":{}}
    """#

  @Test(
    "a server answers requests for resources and prompts, with and without a handshake",
    arguments: [
      (#""resources/list","params":{"#, "r://a"),
      (#""resources/templates/list","params":{"#, #""resourceTemplates":[]"#),
      (#""resources/read","params":{"uri":"r://a"#, #""text":"hi""#),
      (#""prompts/list","params":{"#, #""required":true"#),
      (#""prompts/get","params":{"name":"p","arguments":{"x":"1","y":"2"}"#, "x is 1, and 1"),
    ])
  func served(request: String, part: String) async throws {
    for isStateless in [true, false] {
      var parameters = request
      if request.hasSuffix("r://a") { parameters += "\"" }
      if isStateless { parameters += (parameters.hasSuffix("{") ? "" : ",") + Self.meta }
      let text = try await server().response(
        to: #"{"jsonrpc":"2.0","id":1,"method":\#(parameters)}}"#)
      #expect(text?.contains(part) == true, "\(text ?? "")")
      let isCached = text?.contains("ttlMs") == true && text?.contains("cacheScope") == true
      #expect(isCached == (isStateless && !request.contains("prompts/get")))
    }
  }

  @Test(
    "H1: a server answers an invalid request with an error that shows only what a client needs",
    arguments: [
      (#""resources/read","params":{"uri":"r://z"}"#, -32002),
      (#""resources/read","params":{"uri":"r://z",\#(meta)}"#, -32602),
      (#""resources/read","params":{}"#, -32002),
      (#""resources/read","params":{"uri":"r://b"}"#, -32603),
      (#""resources/list","params":{"cursor":"x"}"#, -32602),
      (#""prompts/get","params":{"name":"q"}"#, -32602), (#""prompts/get","params":{}"#, -32602),
      (#""prompts/get","params":{"name":"p"}"#, -32602),
      (#""prompts/get","params":{"name":"p","arguments":[]}"#, -32602),
      (#""prompts/get","params":{"name":"p","arguments":{"x":1}}"#, -32602),
    ])
  func faults(request: String, code: Int) async throws {
    let text = try #require(
      try await server().response(to: #"{"jsonrpc":"2.0","id":1,"method":\#(request)}"#))
    let error = try GeneratedContent(json: text).property(named: "error")
    #expect(error?.property(named: "code")?.jsonString == "\(code)", "\(text)")
    #expect(!text.contains("Broken"))
  }

  @Test("a server without resources and prompts has no such methods")
  func plainServer() async throws {
    let server = try MCPServer(name: "s", version: "1", tools: [])
    for method in ["resources/list", "prompts/list", "resources/templates/list"] {
      let text = try await server.response(to: #"{"id":1,"method":"\#(method)"}"#)
      #expect(text?.contains("-32601") == true)
    }
  }
}

/// A server whose list has pages of 8 MB, each with another cursor.
private final class EndlessList: MCPClientTransport {
  let pageCount = Locked(0)
  let usesHTTP = false
  private let filling = String(repeating: "a", count: 1 << 23)

  func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    guard let id = message.id else { return nil }
    guard message.method == "prompts/list" else {
      return GeneratedContent(properties: [
        "jsonrpc": "2.0", "id": id,
        "result": GeneratedContent(properties: ["protocolVersion": "2025-11-25"]),
      ])
    }
    let number = pageCount.withLock { count in
      count += 1
      return count
    }
    return GeneratedContent(properties: [
      "jsonrpc": "2.0", "id": id,
      "result": GeneratedContent(properties: [
        "prompts": [GeneratedContent](), "filling": filling, "nextCursor": "\(number)",
      ]),
    ])
  }

  func close() async {}
}
