import SchemaContent
public import SchemaModel

/// What a call of a tool gives in the form of the Model Context Protocol: the result of
/// `tools/call`.
public struct MCPToolResult: Sendable, Equatable {
  /// The result as text.
  ///
  /// Parts of other kinds, which models of this package cannot read, are named in it.
  public let text: String

  /// The result as a value of the tool's output schema, if it has one.
  public let structuredContent: GeneratedContent?

  /// Whether the tool failed, and the text says why.
  public let isError: Bool

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - text: The result as text.
  ///   - structuredContent: The result as a value of the tool's output schema.
  ///   - isError: Whether the tool failed, and the text says why.
  public init(text: String, structuredContent: GeneratedContent? = nil, isError: Bool = false) {
    self.text = text
    self.structuredContent = structuredContent
    self.isError = isError
  }

  /// Reads the result of a server.
  ///
  /// - Parameter json: The result of `tools/call`, without the envelope of JSON-RPC around it.
  /// - Throws: `GeneratedContent.ParsingError` if it is not JSON; ``MCPFormatError`` if it is not a
  ///   result.
  public init(json: String) throws {
    try self.init(try GeneratedContent(json: json))
  }

  /// Reads the result of a server.
  ///
  /// - Parameter content: The result of `tools/call`, without the envelope of JSON-RPC around it.
  /// - Throws: ``MCPFormatError`` if it is not a result.
  public init(_ content: GeneratedContent) throws {
    let parts = content.property(named: "content")
    let structure = content.property(named: "structuredContent")
    guard content.isComplete, parts?.shape == .array || structure != nil else {
      throw MCPFormatError(
        tool: nil, problem: "The result of 'tools/call' has neither content nor structure.",
        remedy: "Pass the value of 'result', as the server sent it.")
    }
    let texts = parts.map { $0.elements.map(MCPToolResult.text) } ?? []
    text =
      texts.isEmpty
      ? structure?.jsonString(.compact) ?? "" : texts.joined(separator: "\n")
    structuredContent = structure
    isError = content.property(named: "isError").flatMap { try? Bool($0) } ?? false
  }

  /// A part of a result in words.
  private static func text(of part: GeneratedContent) -> String {
    if let text = part.mcpText("text") { return text }
    let resource = part.property(named: "resource")
    if let text = resource?.mcpText("text") { return text }
    if let address = (resource ?? part).mcpText("uri") { return "[\(address)]" }
    let form = part.mcpText("mimeType").map { " of type \($0)" } ?? ""
    return "[a part that is not text: \(part.mcpText("type") ?? "unknown")\(form)]"
  }

  /// The result as JSON.
  public var content: GeneratedContent {
    let part = GeneratedContent(properties: ["type": "text", "text": text])
    return GeneratedContent(
      properties: [
        "content": GeneratedContent(elements: [part]), "structuredContent": structuredContent,
        "isError": isError,
      ], omittingNil: true)
  }

  /// The result as JSON text.
  public var jsonString: String { content.jsonString(.compact) }
}
