import SchemaContent
import SchemaDialects
import SchemaEncoding
public import SchemaImport
public import SchemaModel
import SchemaValidation

extension ModelContextProtocol {
  /// A tool as the Model Context Protocol describes it.
  ///
  /// Servers list tools, and clients read them.
  ///
  /// This type converts in both directions and sends nothing: the caller owns the connection.
  ///
  ///     let description = try ModelContextProtocol.ToolDescription(FindRecipes())
  ///     print(description.jsonString)  // {"name":"find","description":…,"inputSchema":{…}}
  ///
  ///     let tools = try ModelContextProtocol.ToolList(json: answerOfTheServer).tools.map { tool in
  ///       tool.tool { call in try await client.callTool(call) }
  ///     }
  ///     let session = LanguageModelSession(model: model, tools: tools)
  public struct ToolDescription: Sendable {
    /// The name of the tool.
    public let name: String

    /// The name that people see, if there is one.
    public let title: String?

    /// The description of the tool for the model; empty if the server gives none.
    public let description: String

    /// The schema of the arguments, which are an object.
    ///
    /// Objects that a server declares by their properties are closed: a model has no reason to
    /// invent more properties, and some providers reject open objects.
    public let inputSchema: GenerationSchema

    /// The schema of the structured result; `nil` if the result is only text, or the server's
    /// schema cannot be used.
    public let outputSchema: GenerationSchema?

    /// The tool as JSON.
    ///
    /// For a tool from a server the value has all fields, including the unused `annotations`,
    /// `icons` and `_meta`, which are for an application's interface.
    ///
    /// For your own tool the value has an `outputSchema` only if the schema describes an object.
    /// Other output schemas need the revision 2026-07-28 of the protocol.
    public let content: GeneratedContent

    /// The tool as JSON for a client of the revision 2026-07-28 or a later one.
    let statelessContent: GeneratedContent

    /// Losses and notes from importing the schemas; empty for your own tool.
    ///
    /// An error means that the output schema cannot be used: the tool has no ``outputSchema``, or
    /// its results are not checked, as the diagnostic states.
    public let diagnostics: [ImportDiagnostic]

    /// The validator of structured results by the server's output schema.
    ///
    /// It is `nil` for your own tool, for a tool without an output schema, and for a schema by
    /// which results cannot be checked; ``diagnostics`` report such a schema.
    let resultValidator: ContentValidator?

    /// Describes a tool of your own to clients.
    ///
    /// A tool whose ``Tool/Output`` is generable has an ``outputSchema``, except for `String`,
    /// which is the text of the result.
    ///
    /// `title` is the name that people see, if the tool has one.
    ///
    /// - Throws: ``MCPError`` if the arguments are not an object; `SchemaError` if a schema
    ///   has a fault.
    public init<SomeTool: Tool>(_ tool: SomeTool, title: String? = nil) throws {
      name = tool.name
      self.title = title
      description = tool.description
      inputSchema = tool.parameters
      outputSchema = ModelContextProtocol.ToolDescription.outputSchema(of: SomeTool.self)
      diagnostics = []
      resultValidator = nil
      guard try inputSchema.isObject else {
        throw MCPError(
          malformed: "The arguments of the tool are not an object.", tool: name,
          remedy: "Use a struct with a property for each argument.")
      }
      let input = try inputSchema.jsonSchema
      let output = try outputSchema.map { try $0.jsonSchema }
      func content(_ output: GeneratedContent?) -> GeneratedContent {
        .object([
          "name": tool.name, "title": title, "description": tool.description,
          "inputSchema": input, "outputSchema": output,
        ])
      }
      statelessContent = content(output)
      self.content = content(try outputSchema?.isObject == true ? output : nil)
    }

    /// Reads a tool that a server lists.
    ///
    /// - Throws: ``MCPError`` if the JSON is not a tool; `SchemaImportError` if the schema of
    ///   the arguments cannot be used.
    init(_ content: GeneratedContent) throws {
      guard let name = content.string(named: "name"), !name.isEmpty else {
        throw MCPError(malformed: "A tool has no name.")
      }
      guard let input = content.property(named: "inputSchema"), input.shape == .object else {
        throw MCPError(
          malformed: "The tool has no 'inputSchema', which the protocol requires.", tool: name)
      }
      // Servers seldom close objects, and some providers accept only closed ones.
      var schema = MCPArgumentSchema(input)
      let arguments = try SchemaImporter().import(schema.closed())
      var output: ServerOutputSchema?
      // Some servers send `null` for a tool without an output schema.
      if let document = content.property(named: "outputSchema"), document.shape != .null {
        output = try ServerOutputSchema(document)
      }
      self.name = name
      title =
        content.string(named: "title")
        ?? content.property(named: "annotations")?.string(named: "title")
      description = content.string(named: "description") ?? ""
      inputSchema = arguments.schema
      outputSchema = output?.schema
      diagnostics = arguments.diagnostics + (output?.diagnostics ?? [])
      resultValidator = output?.validator
      self.content = content
      statelessContent = content
    }

    /// The tool as JSON text.
    public var jsonString: String { content.jsonString(.compact) }

    /// The schema of a tool's structured results; `nil` if they are text.
    static func outputSchema<SomeTool: Tool>(of tool: SomeTool.Type) -> GenerationSchema? {
      guard SomeTool.Output.self != String.self,
        let output = SomeTool.Output.self as? any Generable.Type
      else { return nil }
      return output.generationSchema
    }
  }
}

extension GenerationSchema {
  /// `true` if the schema describes an object.
  ///
  /// The protocol requires one for arguments, and for results before the revision 2026-07-28.
  var isObject: Bool { get throws { try SchemaGraph(self).root.kind == .object } }

  fileprivate var jsonSchema: GeneratedContent {
    get throws { try SchemaEncoder(dialect: JSONSchemaDialect()).encode(self).content() }
  }
}

/// The output schema of a server's tool.
private struct ServerOutputSchema {
  /// The schema for sessions; `nil` if the document cannot be imported.
  private(set) var schema: GenerationSchema?
  /// The validator of results; `nil` if results cannot be checked.
  private(set) var validator: ContentValidator?
  private(set) var diagnostics: [ImportDiagnostic] = []

  init(_ document: GeneratedContent) throws {
    var uncheckedResults: ImportDiagnostic?
    // The validator would accept any value by a document that is not a schema.
    if document.shape == .object || document.shape == .bool {
      do {
        validator = try ContentValidator(document: document)
      } catch {
        uncheckedResults = Self.diagnostic(ofUncheckedResults: error)
      }
    }
    do {
      let imported = try SchemaImporter().import(document)
      schema = imported.schema
      diagnostics = imported.diagnostics
      if let uncheckedResults { diagnostics.append(uncheckedResults) }
    } catch var error as SchemaImportError {
      // One fault, such as a reference without a target, is reported once.
      if validator == nil {
        error.problem =
          "Results of the tool are not checked, and it has no output schema: \(error.problem)"
      }
      diagnostics = [ImportDiagnostic(error)]
    }
  }

  /// Returns the diagnostic of a document from which no validator can be created.
  private static func diagnostic(ofUncheckedResults error: any Error) -> ImportDiagnostic {
    let fault = error as? ValidatorError
    return ImportDiagnostic(
      SchemaImportError(
        .unsupported, at: fault?.path ?? [],
        problem: "Results of the tool are not checked: \(fault?.problem ?? error.problemText)",
        remedy: fault?.remedy))
  }
}

/// A tool of a server, for sessions.
private struct RemoteTool: Tool {
  let name: String
  let description: String
  let parameters: GenerationSchema
  let isStrict: Bool
  let media: Set<MCPMedia>
  /// Sends a call to the server.
  let run: @Sendable (GeneratedContent) async throws -> ModelContextProtocol.ToolResult

  /// Calls the tool on its server.
  ///
  /// A failure that the tool reports is an output, too, since the protocol intends it for the
  /// model.
  @concurrent func call(arguments: GeneratedContent) async throws -> Prompt {
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
    named name: String? = nil, media: Set<MCPMedia> = [.images], isStrict: Bool = true,
    call:
      @escaping @Sendable (ModelContextProtocol.ToolCall) async throws ->
      ModelContextProtocol.ToolResult
  ) -> some Tool {
    let ownName = self.name
    return RemoteTool(
      name: name ?? ownName, description: description, parameters: inputSchema, isStrict: isStrict,
      media: media
    ) { arguments in
      try await call(ModelContextProtocol.ToolCall(name: ownName, arguments: arguments))
    }
  }
}
