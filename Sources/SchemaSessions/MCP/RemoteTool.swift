public import SchemaModel

/// A tool of a server, for sessions: calls go to the server by a function of the caller.
///
/// ``ModelContextProtocol/ToolDescription/tool(named:media:isStrict:call:)`` creates one.
public struct RemoteTool: Tool {
  /// The name by which the model calls the tool.
  public let name: String

  /// What the tool does, in words for the model.
  public let description: String

  /// The schema of the arguments.
  public let parameters: GenerationSchema

  /// Whether a provider is asked to hold the arguments to the schema.
  public let isStrict: Bool

  private let media: MCPMedia
  private let run: @Sendable (GeneratedContent) async throws -> ModelContextProtocol.ToolResult

  init(
    name: String, _ tool: ModelContextProtocol.ToolDescription, media: MCPMedia, isStrict: Bool,
    run: @escaping @Sendable (GeneratedContent) async throws -> ModelContextProtocol.ToolResult
  ) {
    self.name = name
    description = tool.description
    parameters = tool.inputSchema
    self.media = media
    self.isStrict = isStrict
    self.run = run
  }

  /// Calls the tool on its server.
  ///
  /// - Parameter arguments: The arguments, which fit ``parameters``.
  /// - Returns: The result, also one that says that the tool failed, since the protocol means it
  ///   for the model.
  /// - Throws: What the function throws that sends the call.
  @concurrent public func call(arguments: GeneratedContent) async throws -> Prompt {
    let result = try await run(arguments)
    return result.isError
      ? Prompt("The tool failed: \(result.text)")
      : ModelContextProtocol.ToolResult.plain(result.prompt, keeping: media)
  }
}

extension ModelContextProtocol.ToolDescription {
  /// The tool for a session.
  ///
  /// - Parameters:
  ///   - name: The name by which the model calls the tool, such as one with the server's name
  ///     before it where two servers have a tool of one name; `nil` for the tool's own.
  ///   - media: What of the results is handed to the model beside text.
  ///   - isStrict: Whether a provider is asked to hold the arguments to the schema, where it can.
  ///   - call: Sends a call to the server, and gives the result. The call has the tool's own name.
  /// - Returns: The tool.
  public func tool(
    named name: String? = nil, media: MCPMedia = .images, isStrict: Bool = true,
    call:
      @escaping @Sendable (ModelContextProtocol.ToolCall) async throws ->
      ModelContextProtocol.ToolResult
  ) -> RemoteTool {
    let ownName = self.name
    return RemoteTool(name: name ?? ownName, self, media: media, isStrict: isStrict) { arguments in
      try await call(ModelContextProtocol.ToolCall(name: ownName, arguments: arguments))
    }
  }
}
