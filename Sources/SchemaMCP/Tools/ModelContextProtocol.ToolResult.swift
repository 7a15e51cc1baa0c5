public import SchemaModel
import SchemaProviders

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
    public init(text: String, structuredContent: GeneratedContent? = nil, isError: Bool = false) {
      self.init(prompt: Prompt(text), structuredContent: structuredContent, isError: isError)
    }

    /// Creates a result with images, recordings or files.
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
        isError: content.value("isError")?.isTrue == true)
    }

    /// The result as JSON.
    var content: GeneratedContent {
      .object([
        "content": MCPParts.contents(of: prompt), "structuredContent": structuredContent,
        "isError": isError,
      ])
    }

    /// The result as JSON text.
    public var jsonString: String { content.jsonString(.compact) }
  }
}
