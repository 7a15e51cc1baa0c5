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
      self.arguments = arguments.flatMap { $0.shape == .null ? nil : $0 } ?? .emptyObject
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
