import SchemaModel
import SchemaSessions

/// The tools that a client has listed, with the header fields for their arguments and the checks of
/// their results.
struct MCPListedTools {
  private var parameterHeaders: [String: ParameterHeaders] = [:]
  /// The validators of tools' structured results, by the tools' names.
  private var outputValidators: [String: ContentValidator] = [:]

  /// Adds a tool, or replaces the tool with the same name.
  ///
  /// `usesHTTP` is `true` if requests have headers.
  ///
  /// - Throws: ``MCPError`` if the tool asks for fields that a header cannot have.
  mutating func add(_ tool: ModelContextProtocol.ToolDescription, usesHTTP: Bool) throws {
    let schema = tool.content.property(named: "inputSchema") ?? .emptyObject
    parameterHeaders[tool.name] = usesHTTP ? try ParameterHeaders(schema, tool: tool.name) : nil
    outputValidators[tool.name] = tool.resultValidator
  }

  /// Returns the arguments of a call, and the fields of the header that repeat some of them.
  func written(
    _ call: ModelContextProtocol.ToolCall
  ) -> (arguments: GeneratedContent, headers: [String: String]) {
    guard let headers = parameterHeaders[call.name] else { return (call.arguments, [:]) }
    let arguments = headers.decimal(call.arguments)
    return (arguments, headers.fields(for: arguments))
  }

  /// Checks the structured content of a tool's result by the tool's output schema.
  ///
  /// - Throws: ``MCPError`` if the content is missing, or does not fit the schema.
  func check(_ result: ModelContextProtocol.ToolResult, of tool: String) throws {
    guard !result.isError, let validator = outputValidators[tool] else { return }
    guard let content = result.structuredContent else {
      throw MCPError(.malformed, "The result of the tool '\(tool)' has no structured content.")
    }
    guard let violation = validator.report(on: content).violations.first else { return }
    throw MCPError(
      .malformed, "The result of the tool '\(tool)' does not fit its output schema: \(violation).")
  }
}
