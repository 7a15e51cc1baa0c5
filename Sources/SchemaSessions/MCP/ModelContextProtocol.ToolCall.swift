import SchemaContent
public import SchemaModel

extension ModelContextProtocol {
  /// A call of a tool in the form of the Model Context Protocol: the parameters of the method
  /// `tools/call`.
  public struct ToolCall: Sendable, Equatable {
    /// The name of the tool.
    public let name: String

    /// The arguments, which are an object.
    public let arguments: GeneratedContent

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - name: The name of the tool.
    ///   - arguments: The arguments, which are an object.
    public init(name: String, arguments: GeneratedContent) {
      self.name = name
      self.arguments = arguments
    }

    /// Reads the parameters of a client's request.
    ///
    /// A call without arguments is one of an empty object. Other fields, such as `_meta` with a
    /// token for reports of progress, are ignored: they are about the connection.
    ///
    /// - Parameter json: The parameters, without the envelope of JSON-RPC around them.
    /// - Throws: `GeneratedContent.ParsingError` if they are not JSON; ``MCPFormatError`` if they
    ///   are not a call.
    public init(json: String) throws {
      try self.init(try GeneratedContent(json: json))
    }

    /// Reads the parameters of a client's request.
    ///
    /// - Parameter content: The parameters, without the envelope of JSON-RPC around them.
    /// - Throws: ``MCPFormatError`` if they are not a call.
    public init(_ content: GeneratedContent) throws {
      guard content.isComplete, let name = content.mcpText("name") else {
        throw MCPFormatError(
          tool: nil, problem: "The parameters of 'tools/call' have no name of a tool.",
          remedy: "Pass the value of 'params'.")
      }
      self.name = name
      let arguments = content.property(named: "arguments")
      self.arguments =
        arguments.flatMap { $0.shape == .null ? nil : $0 } ?? GeneratedContent(properties: [:])
    }

    /// The call as JSON.
    public var content: GeneratedContent {
      GeneratedContent(properties: ["name": name, "arguments": arguments])
    }

    /// The call as JSON text.
    public var jsonString: String { content.jsonString(.compact) }

    /// Runs one of several tools, as a server does.
    ///
    /// The arguments are checked first. What is wrong with them, and what the tool throws, is a
    /// result with ``ModelContextProtocol/ToolResult/isError``, which the client's model reads.
    ///
    /// The result has a structure if that is an object, as clients of all revisions take it.
    ///
    /// - Parameter tools: The tools.
    /// - Returns: The result.
    /// - Throws: ``MCPFormatError`` if no tool has the name; `SchemaError` if the tool's schema has
    ///   a fault; `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run(
      among tools: [any Tool]
    ) async throws -> ModelContextProtocol.ToolResult {
      try await run(among: tools, isStateless: false)
    }

    /// Runs one of several tools for a client of the revision 2026-07-28 or a later one, whose
    /// results have structures of any kind, or for one of a revision before it.
    package nonisolated(nonsending) func run(
      among tools: [any Tool], isStateless: Bool
    ) async throws -> ModelContextProtocol.ToolResult {
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw MCPFormatError(
          tool: name, problem: "No tool has this name.", remedy: "List the tools with 'tools/list'."
        )
      }
      return try await ModelContextProtocol.ToolCall.run(
        tool, with: arguments, isStateless: isStateless)
    }

    private nonisolated(nonsending) static func run<SomeTool: Tool>(
      _ tool: SomeTool, with arguments: GeneratedContent, isStateless: Bool
    ) async throws -> ModelContextProtocol.ToolResult {
      if let feedback = try Toolbox.feedback(on: arguments, of: tool) {
        return ModelContextProtocol.ToolResult(text: feedback, isError: true)
      }
      do {
        let output = try await tool.call(arguments: SomeTool.Arguments(arguments))
        let schema = ModelContextProtocol.ToolDescription.outputSchema(of: SomeTool.self)
        let isStructured = try schema.map { try isStateless || $0.isObject } ?? false
        let structure = isStructured ? output as? any ConvertibleToGeneratedContent : nil
        return ModelContextProtocol.ToolResult(
          prompt: output.promptRepresentation,
          structuredContent: structure?.generatedContent)
      } catch {
        try Task.checkCancellation()
        return ModelContextProtocol.ToolResult(text: ErrorText(error).text, isError: true)
      }
    }
  }
}
