import Foundation
import SchemaMCP
import SchemaModel

/// A server and a client of the Model Context Protocol in the terminal.
///
///     MCPExample                       serves its tools over standard input and output
///     MCPExample cgi                   answers one request over HTTP, as a CGI program
///     MCPExample list URL              prints the tools of a server over HTTP
///     MCPExample list PROGRAM ARGUMENT…  prints the tools of a server that it starts
///     MCPExample call NAME ARGUMENTS URL-OR-PROGRAM…  calls a tool, and prints the result
///     MCPExample read URL-OR-PROGRAM…  prints the resources and the prompts of a server
///     MCPExample listen NAME URL-OR-PROGRAM…  calls a tool, and prints changes of the server
@main
enum MCPExample {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: try await server().runOnStandardIO()
    case "cgi": try await answerRequest()
    case "list" where arguments.count > 1:
      try await withClient(of: arguments[1...]) { client in
        print(await client.serverInfo?.protocolVersion ?? "")
        let list = try await client.listTools()
        for tool in list.tools { print("\(tool.name): \(tool.description)") }
        for problem in list.problems { print("not usable: \(problem.tool)") }
      }
    case "call" where arguments.count > 3:
      try await withClient(of: arguments[3...]) { client in
        _ = try await client.listTools()
        let call = ModelContextProtocol.ToolCall(
          name: arguments[1], arguments: try GeneratedContent(json: arguments[2]))
        let result = try await client.callTool(call) { progress in
          print(
            "progress \(progress.progress) of \(progress.total ?? 0): \(progress.message ?? "")")
        }
        for case .attachment(let attachment, _) in result.prompt.components {
          print(
            "attached: \(attachment.source.mediaType ?? ""), \(attachment.source.data?.count ?? 0)")
        }
        print(result.isError ? "error: \(result.text)" : result.text)
        if let structure = result.structuredContent { print(structure.jsonString) }
      }
    case "read" where arguments.count > 1:
      try await withClient(of: arguments[1...], printFeatures)
    case "listen" where arguments.count > 2:
      try await withClient(of: arguments[2...]) { client in
        let listening = Task { try await client.listenForChanges(resources: ["menu://today"]) }
        try await Task.sleep(for: .seconds(1))
        _ = try await client.callTool(
          ModelContextProtocol.ToolCall(name: arguments[1], arguments: .init(json: "{}")))
        try await Task.sleep(for: .seconds(1))
        listening.cancel()
        _ = await listening.result
      }
    default:
      print(
        """
        MCPExample [cgi | list SERVER | call NAME ARGUMENTS SERVER | read SERVER | \
        listen NAME SERVER]
        """)
    }
  }

  static func server() throws -> MCPServer {
    try MCPServer(
      name: "recipes", version: "1.0", instructions: "Find a recipe, then scale it.",
      tools: [FindRecipe(), Scale(), Photograph()],
      resources: [
        .init(.init(uri: "menu://today", name: "Menu", mediaType: "text/markdown")) {
          .text("# Soup")
        },
        .init(.init(uri: "menu://photo", name: "Photo", mediaType: "image/png")) {
          .bytes(Photograph.picture)
        },
      ],
      prompts: [
        .init(
          .init(
            name: "cook", description: "Cooks with an ingredient",
            arguments: [.init(name: "ingredient", isRequired: true), .init(name: "guests")])
        ) { values in
          [
            .init(
              .user, "Cook with \(values["ingredient"] ?? "") for \(values["guests"] ?? "two")."),
            .init(.assistant, "With pleasure."),
          ]
        }
      ])
  }

  /// Answers the request of an HTTP server that has started this program, by RFC 3875.
  private static func answerRequest() async throws {
    let environment = ProcessInfo.processInfo.environment
    var headers = ["content-type": environment["CONTENT_TYPE"] ?? ""]
    for (name, value) in environment where name.hasPrefix("HTTP_") {
      headers[name.dropFirst(5).replacing("_", with: "-").lowercased()] = value
    }
    let body = FileHandle.standardInput.readDataToEndOfFile()
    let response = try await server().response(
      to: MCPHTTPRequest(
        method: environment["REQUEST_METHOD"] ?? "", headers: headers, body: body))
    var head = "Status: \(response.status)\r\n"
    for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) {
      head += "\(name): \(value)\r\n"
    }
    try FileHandle.standardOutput.write(contentsOf: Data("\(head)\r\n".utf8) + response.body)
  }

  @Sendable private static func printFeatures(_ client: MCPClient) async throws {
    for resource in try await client.listResources() {
      print("\(resource.uri): \(resource.name)")
      for part in try await client.readResource(uri: resource.uri) {
        switch part.body {
        case .text(let text): print("  \(text)")
        case .bytes(let data): print("  \(data.count) bytes of \(part.mediaType ?? "no type")")
        }
      }
    }
    for template in try await client.listResourceTemplates() { print("\(template.uri)") }
    for prompt in try await client.listPrompts() {
      let values = prompt.arguments.map { ($0.name, "leek") }
      print("\(prompt.name): \(prompt.arguments.map(\.name))")
      for message in try await client.getPrompt(
        name: prompt.name, arguments: Dictionary(values) { first, _ in first })
      {
        print("  \(message.role): \(message.prompt.text)")
      }
    }
    do {
      _ = try await client.readResource(uri: "menu://nowhere")
    } catch let error as MCPError {
      print("nowhere: \(error.code)")
    }
  }

  private static func withClient(
    of server: ArraySlice<String>, _ body: @Sendable (MCPClient) async throws -> Void
  ) async throws {
    let client = MCPClient(name: "MCPExample", version: "1.0", logLevel: "info") { change in
      print("heard: \(change)")
    }
    let address = server.first ?? ""
    if address.contains("://"), let url = URL(string: address) {
      try await client.connect(transport: MCPHTTPTransport(endpoint: url))
    } else {
      #if os(macOS) || os(Linux)
      try await client.connect(
        transport: MCPProcessTransport(address, Array(server.dropFirst())))
      #else
      throw MCPError(.closed, "Programs cannot be started on this system.")
      #endif
    }
    do {
      try await body(client)
    } catch {
      await client.disconnect()
      throw error
    }
    await client.disconnect()
  }
}
