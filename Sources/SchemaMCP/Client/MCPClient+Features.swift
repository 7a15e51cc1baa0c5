public import SchemaModel
import SchemaProviders
import SchemaSessions

// The features of servers other than tools. None of them reaches a model unless you put it into a
// prompt.
extension MCPClient {
  /// Calls a tool by its name.
  ///
  ///     let result = try await client.callTool(name: "weather", arguments: ["city": "Oslo"])
  ///
  /// The checks, reports, results and errors are those of ``callTool(_:onProgress:)``.
  public nonisolated func callTool(
    name: String, arguments: KeyValuePairs<String, any ConvertibleToGeneratedContent> = [:],
    onProgress: (@Sendable (MCPProgress) -> Void)? = nil
  ) async throws -> ModelContextProtocol.ToolResult {
    let call = ModelContextProtocol.ToolCall(
      name: name, arguments: GeneratedContent(properties: arguments))
    return try await callTool(call, onProgress: onProgress)
  }

  /// Lists the resources of the server.
  ///
  /// - Throws: ``MCPError``; `CancellationError`.
  public func listResources() async throws -> [MCPResource] {
    try await pages(of: "resources/list").flatMap { page in
      try page.requiredList("resources").compactMap { MCPResource($0) }
    }
  }

  /// Lists the templates of resources, whose addresses have names in braces as placeholders.
  ///
  /// - Throws: ``MCPError``; `CancellationError`.
  public func listResourceTemplates() async throws -> [MCPResource] {
    try await pages(of: "resources/templates/list").flatMap { page in
      try page.requiredList("resourceTemplates").compactMap { MCPResource($0, "uriTemplate") }
    }
  }

  /// Reads a resource.
  ///
  ///     let contents = try await client.readResource(uri: "file:///notes/menu.md")
  ///     let response = try await session.respond {
  ///       "What is for dinner?"
  ///       for part in contents { part }
  ///     }
  ///
  /// - Returns: The contents; most resources have one element.
  /// - Throws: ``MCPError``, with the code -32602 or -32002 for an unknown resource;
  ///   `CancellationError`.
  public func readResource(uri: String) async throws -> [MCPResourceContents] {
    let result = try await request("resources/read", .object(["uri": uri]))
    return try result.requiredList("contents").map { content in
      guard let contents = MCPResourceContents(content) else {
        throw MCPError(.malformed, "The MCP server sent contents without a text or bytes.")
      }
      return contents
    }
  }

  /// Lists the prompts of the server.
  ///
  /// - Throws: ``MCPError``; `CancellationError`.
  public func listPrompts() async throws -> [MCPPrompt] {
    try await pages(of: "prompts/list").flatMap { page in
      try page.requiredList("prompts").compactMap { MCPPrompt($0) }
    }
  }

  /// Gets the messages of a prompt.
  ///
  /// - Throws: ``MCPError``, with the code ``MCPError/Code/malformed`` if a message has no content
  ///   or an unknown role; `CancellationError`.
  public func getPrompt(
    name: String, arguments: [String: String] = [:]
  ) async throws -> [MCPPrompt.Message] {
    let values = GeneratedContent(
      properties: arguments.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      uniquingKeysWith: { first, _ in first })
    let result = try await request(
      "prompts/get",
      .object(["name": name, "arguments": arguments.isEmpty ? nil : values]))
    return try result.requiredList("messages").map { message in
      guard let content = message.property(named: "content"),
        let role = message.string(named: "role").flatMap(MCPPrompt.Message.Role.init)
      else {
        throw MCPError(
          .malformed,
          "The MCP server sent a message of a prompt that has no content or an unknown role.")
      }
      let parts = content.shape == .array ? content.elementList : [content]
      return MCPPrompt.Message(role, Prompt(components: parts.map(MCPParts.component)))
    }
  }

  /// Subscribes to changes on the server, and receives them until the task is cancelled or the
  /// client is disconnected.
  ///
  /// The function `onNotification` of the client receives the changes. Servers of the revisions
  /// with a handshake report changes of lists without a subscription. With such a server, this
  /// method only subscribes to the resources, and returns.
  ///
  /// - Throws: ``MCPError`` if the server does not support subscriptions, or ends this one;
  ///   `CancellationError`.
  public func listenForChanges(resources: [String] = []) async throws {
    guard isStateless else {
      for uri in resources { _ = try await request("resources/subscribe", .object(["uri": uri])) }
      return
    }
    let kinds = GeneratedContent.object([
      "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
      "resourceSubscriptions": resources.isEmpty ? nil : resources,
    ])
    _ = try await request(MCPMessage.listenMethod, .object(["notifications": kinds]))
  }
}
