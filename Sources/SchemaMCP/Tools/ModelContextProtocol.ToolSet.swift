import SchemaContent
import SchemaModel
import SchemaValidation

extension ModelContextProtocol {
  /// The tools of a server, with a compiled validator for the arguments of each tool.
  struct ToolSet: Sendable {
    private let tools: [String: ValidatedTool]

    /// Prepares tools.
    ///
    /// If several have one name, the first is used.
    init(_ tools: [any Tool]) {
      let schemas = SessionSchemas()
      self.tools = Dictionary(
        tools.map { ($0.name, ValidatedTool($0, schemas)) },
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
