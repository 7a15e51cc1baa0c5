public import SchemaModel

/// A tool of a server, for sessions.
///
/// The caller provides the function that sends the calls to the server.
///
/// ``ModelContextProtocol/ToolDescription/tool(named:media:isStrict:call:)`` creates one.
public struct RemoteTool: Tool {
  /// The name by which the model calls the tool.
  public let name: String

  /// The description of the tool for the model.
  public let description: String

  /// The schema of the arguments.
  public let parameters: GenerationSchema

  /// `true` if a provider is asked to enforce the schema of the arguments.
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
  /// - Returns: The result. A failure that the tool reports is a result as well, since the protocol
  ///   intends it for the model.
  /// - Throws: The error of the function that sends the call.
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
  ///   - name: The name by which the model calls the tool, such as one with the server's name as a
  ///     prefix if two servers have a tool of one name; `nil` for the tool's own name.
  ///   - media: The kinds of media in results that the model receives.
  ///   - isStrict: `true` to ask a provider to enforce the schema of the arguments, if it can.
  ///   - call: Sends a call to the server, and returns the result. The call has the tool's own
  ///     name.
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
