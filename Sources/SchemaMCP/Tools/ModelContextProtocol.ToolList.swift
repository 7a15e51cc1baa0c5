import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaImport
import SchemaModel
import SchemaValidation

extension ModelContextProtocol {
  /// The tools of a server of the Model Context Protocol: the result of its method `tools/list`.
  ///
  ///     let list = try ModelContextProtocol.ToolList(json: result)
  ///     for problem in list.problems { logger.warning("\(problem.tool): \(problem.error)") }
  ///
  /// A tool that cannot be used does not affect the others.
  public struct ToolList: Sendable {
    /// The tools, in order.
    public let tools: [ModelContextProtocol.ToolDescription]

    /// The tools that cannot be used, in order.
    public let problems: [Problem]

    /// The cursor of the next page of tools; `nil` if there is none.
    ///
    /// Send `tools/list` with this `cursor` to get the next page.
    public let nextCursor: String?

    /// A tool that cannot be used, or a list that does not end as it should, and the reason.
    public struct Problem: Sendable {
      /// The name of the tool, or its position in the list if it has none; `tools/list` for a
      /// fault of the list itself.
      public let tool: String

      /// The reason: ``MCPError``, or an error of `SchemaImport`.
      public let error: any Error

      init(tool: String, error: any Error) {
        self.tool = tool
        self.error = error
      }

      /// The problem of a tool with the name of an earlier tool.
      init(repeating name: String) {
        self.init(
          tool: name,
          error: MCPError(
            malformed: "The server lists a second tool with this name.", tool: name,
            remedy: "The first one is used."))
      }
    }

    /// Lists tools of your own for clients.
    ///
    /// - Throws: ``MCPError`` if the arguments of a tool are not an object; `SchemaError` if
    ///   a schema has a fault; `LanguageModelSession.Error.duplicateTool`.
    public init(_ tools: [any Tool]) throws {
      try Toolbox.checkNames(of: tools)
      self.tools = try tools.map { try ModelContextProtocol.ToolDescription($0) }
      problems = []
      nextCursor = nil
    }

    /// Reads the list of a server.
    ///
    /// - Parameter json: The result of `tools/list`, without the envelope of JSON-RPC around it.
    /// - Throws: `GeneratedContent.ParsingError` if the text is not JSON; ``MCPError`` if the
    ///   JSON is not a list of tools.
    public init(json: String) throws { try self.init(try GeneratedContent(json: json)) }

    /// Reads the list of a server.
    ///
    /// - Throws: ``MCPError`` if `content` is not a list of tools.
    init(_ content: GeneratedContent) throws {
      self.init(
        try Self.elements(of: content), nextCursor: content.string(named: "nextCursor"))
    }

    /// Reads the tools of a list.
    ///
    /// `fault` is the fault of a list that does not end as it should. A server that repeats its
    /// cursor repeats its tools, too, and such tools are then no problems. `check` throws for a
    /// tool that cannot be used.
    init(
      _ elements: [GeneratedContent], nextCursor: String? = nil, fault: MCPError? = nil,
      check: (ModelContextProtocol.ToolDescription) throws -> Void = { _ in }
    ) {
      var tools: [ModelContextProtocol.ToolDescription] = []
      var problems: [Problem] = []
      var names: Set<String> = []
      for (index, element) in elements.enumerated() {
        do {
          let tool = try ModelContextProtocol.ToolDescription(element)
          if names.insert(tool.name).inserted {
            try check(tool)
            tools.append(tool)
          } else if fault == nil {
            problems.append(Problem(repeating: tool.name))
          }
        } catch {
          problems.append(Problem(tool: element.string(named: "name") ?? "\(index)", error: error))
        }
      }
      if let fault { problems.append(Problem(tool: "tools/list", error: fault)) }
      (self.tools, self.problems, self.nextCursor) = (tools, problems, nextCursor)
    }

    /// The tools in the result of `tools/list`, without the envelope of JSON-RPC around it.
    static func elements(of content: GeneratedContent) throws -> [GeneratedContent] {
      guard content.isComplete, let list = content.property(named: "tools"), list.shape == .array
      else {
        let isEnvelope = content.property(named: "jsonrpc") != nil
        throw MCPError(
          malformed: "The result of 'tools/list' has no array 'tools'.",
          remedy: isEnvelope
            ? "This is the response with its envelope: pass the value of its 'result'."
            : "Pass the whole result, as the server sent it.")
      }
      return Array(list.elements)
    }

    /// The list as JSON text: the result of `tools/list`.
    public var jsonString: String {
      GeneratedContent.object(["tools": tools.map(\.content), "nextCursor": nextCursor])
        .jsonString(.compact)
    }
  }
}
