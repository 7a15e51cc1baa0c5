import SchemaContent
public import SchemaModel
import SchemaValidation

/// The values of the Model Context Protocol: tools, and the calls and results of tools.
///
/// The namespace avoids conflicts with types of the same names in other packages.
public enum ModelContextProtocol {}

extension ModelContextProtocol {
  /// A call of a tool in the form of the Model Context Protocol: the parameters of the method
  /// `tools/call`.
  public struct ToolCall: Sendable, Equatable {
    /// The name of the tool.
    public let name: String

    /// The arguments, which are an object.
    public let arguments: GeneratedContent

    /// Creates a call.
    public init(name: String, arguments: GeneratedContent) {
      self.name = name
      self.arguments = arguments
    }

    /// Reads the parameters of a client's request.
    ///
    /// If the call has no arguments, ``arguments`` is an empty object. Other fields, such as
    /// `_meta` with a token for progress reports, concern the connection and are ignored.
    ///
    /// - Throws: `GeneratedContent.ParsingError` if the parameters are not JSON; ``MCPError``
    ///   if they are not a call.
    public init(json: String) throws { try self.init(try GeneratedContent(json: json)) }

    /// Reads the parameters of a client's request.
    ///
    /// - Throws: ``MCPError`` if they are not a call.
    init(_ content: GeneratedContent) throws {
      guard content.isComplete, let name = content.string(named: "name") else {
        throw MCPError(
          malformed: "The parameters of 'tools/call' have no name of a tool.",
          remedy: "Pass the value of 'params'.")
      }
      self.name = name
      let arguments = content.property(named: "arguments")
      self.arguments =
        arguments.flatMap { $0.shape == .null ? nil : $0 } ?? GeneratedContent(properties: [:])
    }

    /// The call as JSON.
    var content: GeneratedContent {
      GeneratedContent(properties: ["name": name, "arguments": arguments])
    }

    /// The call as JSON text.
    public var jsonString: String { content.jsonString(.compact) }

    /// Runs the called tool, as a server does.
    ///
    /// The arguments are validated first. Invalid arguments and errors of the tool become results
    /// with ``ModelContextProtocol/ToolResult/isError``, so that the client's model reads them.
    ///
    /// The result has structured content if the tool's output is an object, which clients of all
    /// revisions accept.
    ///
    /// - Throws: ``MCPError`` if no tool has the name; `SchemaError` if the tool's schema has
    ///   a fault; `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run(
      among tools: [any Tool]
    ) async throws -> ModelContextProtocol.ToolResult {
      try await ToolSet(tools.filter { $0.name == name }).run(self, isStateless: false)
    }
  }
}

extension ModelContextProtocol {
  /// The result of a call in the Model Context Protocol: the result of `tools/call`.
  public struct ToolResult: Sendable, Equatable {
    /// The result as text.
    ///
    /// The text names each image, recording or file.
    public let text: String

    /// The result with its images, recordings and files.
    public let prompt: Prompt

    /// The result as a value of the tool's output schema, if it has one.
    public let structuredContent: GeneratedContent?

    /// `true` if the tool failed; the text then gives the reason.
    public let isError: Bool

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - text: The result as text.
    ///   - structuredContent: The result as a value of the tool's output schema.
    ///   - isError: `true` if the tool failed; the text then gives the reason.
    public init(text: String, structuredContent: GeneratedContent? = nil, isError: Bool = false) {
      self.init(prompt: Prompt(text), structuredContent: structuredContent, isError: isError)
    }

    /// Creates a result with images, recordings or files.
    ///
    /// - Parameters:
    ///   - prompt: The result.
    ///   - structuredContent: The result as a value of the tool's output schema.
    ///   - isError: `true` if the tool failed; the text then gives the reason.
    public init(
      prompt: Prompt, structuredContent: GeneratedContent? = nil, isError: Bool = false
    ) {
      self.prompt = prompt
      text = ModelContextProtocol.ToolResult.plain(prompt, keeping: []).text
      self.structuredContent = structuredContent
      self.isError = isError
    }

    /// `true` if the results have the same JSON, which a client reads.
    public static func == (
      first: ModelContextProtocol.ToolResult, second: ModelContextProtocol.ToolResult
    ) -> Bool {
      first.content == second.content
    }

    /// Replaces attachments by their names, except for the kinds in `media`.
    static func plain(_ prompt: Prompt, keeping media: Set<MCPMedia>) -> Prompt {
      Prompt(
        components: prompt.components.map { component in
          guard case .attachment(let attachment, _) = component, !media.contains(attachment)
          else { return component }
          return .text(MCPParts.name(of: attachment))
        })
    }

    /// Reads the result of a server.
    ///
    /// - Parameter json: The result of `tools/call`, without the envelope of JSON-RPC around it.
    /// - Throws: `GeneratedContent.ParsingError` if the text is not JSON; ``MCPError`` if the
    ///   JSON is not a result.
    public init(json: String) throws { try self.init(try GeneratedContent(json: json)) }

    /// Reads the result of a server.
    ///
    /// - Parameter content: The result of `tools/call`, without the envelope of JSON-RPC around it.
    /// - Throws: ``MCPError`` if it is not a result.
    init(_ content: GeneratedContent) throws {
      let parts = content.property(named: "content")
      let structure = content.property(named: "structuredContent")
      guard content.isComplete, parts?.shape == .array || structure != nil else {
        throw MCPError(
          malformed: "The result of 'tools/call' has neither 'content' nor 'structuredContent'.",
          remedy: "Pass the value of 'result', as the server sent it.")
      }
      let components = parts.map { $0.elements.map(MCPParts.component) } ?? []
      self.init(
        prompt: components.isEmpty
          ? Prompt(structure?.jsonString(.compact) ?? "") : Prompt(components: components),
        structuredContent: structure,
        isError: content.property(named: "isError").flatMap { try? Bool($0) } ?? false)
    }

    /// The result as JSON.
    var content: GeneratedContent {
      GeneratedContent(
        properties: [
          "content": GeneratedContent(elements: MCPParts.contents(of: prompt)),
          "structuredContent": structuredContent,
          "isError": isError,
        ], omittingNil: true)
    }

    /// The result as JSON text.
    public var jsonString: String { content.jsonString(.compact) }
  }
}

extension ModelContextProtocol {
  /// The tools of a server, with a compiled validator for the arguments of each tool.
  struct ToolSet: Sendable {
    private let tools: [String: ValidatedTool]

    /// Prepares tools.
    ///
    /// If several have one name, the first is used.
    init(_ tools: [any Tool]) {
      let validators = PreparedSchemas<ContentValidator>()
      self.tools = Dictionary(
        tools.map { ($0.name, ValidatedTool($0, validators: validators)) },
        uniquingKeysWith: { first, _ in first })
    }

    /// Runs the tool that a call names.
    ///
    /// A stateless client, of the revision 2026-07-28 or later, accepts structured content of any
    /// kind.
    nonisolated(nonsending) func run(
      _ call: ToolCall, isStateless: Bool
    ) async throws -> ToolResult {
      guard let known = tools[call.name] else {
        throw MCPError(
          malformed: "No tool has this name.", tool: call.name,
          remedy: "List the tools with 'tools/list'.")
      }
      let report = try known.report(on: call.arguments)
      guard report.isValid else {
        return ToolResult(
          text: "The tool was not called. \(report.modelFeedback())", isError: true)
      }
      return try await Self.run(known.tool, with: call.arguments, isStateless: isStateless)
    }

    private nonisolated(nonsending) static func run<SomeTool: Tool>(
      _ tool: SomeTool, with arguments: GeneratedContent, isStateless: Bool
    ) async throws -> ToolResult {
      do {
        let output = try await tool.call(arguments: SomeTool.Arguments(arguments))
        let schema = ToolDescription.outputSchema(of: SomeTool.self)
        let isStructured = try schema.map { try isStateless || $0.isObject } ?? false
        let structure = isStructured ? output as? any ConvertibleToGeneratedContent : nil
        return ToolResult(
          prompt: output.promptRepresentation,
          structuredContent: structure?.generatedContent)
      } catch {
        try Task.checkCancellation()
        // `isError` states that the tool failed.
        return ToolResult(text: error.problemText, isError: true)
      }
    }
  }
}
