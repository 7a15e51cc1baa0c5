public import Foundation
public import SchemaModel

extension Transcript {
  /// A request to a model.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// The identifier of the entry.
    public var id: String

    /// The request.
    public var segments: [Segment]

    /// The options of generation.
    public var options: GenerationOptions

    /// The form of the answer; `nil` for text.
    public var responseFormat: ResponseFormat?

    /// The options of the context.
    public var contextOptions: ContextOptions

    /// Values of the caller, by name.
    public var metadata: [String: GeneratedContent]

    /// Creates a request.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment],
      options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil,
      contextOptions: ContextOptions = ContextOptions()
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
      self.contextOptions = contextOptions
    }

    /// Creates a request without metadata, with the default context options.
    public init(
      id: String = UUID().uuidString, segments: [Segment],
      options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil
    ) {
      self.init(
        id: id, metadata: [:], segments: segments, options: options,
        responseFormat: responseFormat)
    }
  }

  /// The form of an answer.
  public struct ResponseFormat: Sendable, Equatable {
    /// The schema of the answer.
    public let schema: GenerationSchema

    /// The kind of form.
    public enum Kind: Sendable {
      /// The schema of the answer.
      case schema(GenerationSchema)
    }

    /// The kind of form.
    public var kind: Kind { .schema(schema) }

    /// The name of the schema.
    public var name: String { schema.name }

    /// Creates the form of a type's values.
    public init<Content: Generable>(type: Content.Type) { schema = type.generationSchema }

    /// Creates the form of a schema's values.
    public init(schema: GenerationSchema) { self.schema = schema }

    /// `true` if two forms have the same name and the same JSON Schema text.
    public static func == (first: ResponseFormat, second: ResponseFormat) -> Bool {
      first.name == second.name && first.schema.isWrittenLike(second.schema)
    }
  }
}

extension Transcript {
  /// The role and the rules of a model, and the tools that it may call.
  public struct Instructions: Sendable, Identifiable, Equatable {
    /// The identifier of the entry.
    public var id: String

    /// The instructions.
    public var segments: [Segment]

    /// The tools that the model may call.
    public var toolDefinitions: [ToolDefinition]

    /// Creates instructions.
    public init(
      id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]
    ) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// The definition of a tool for the model.
  public struct ToolDefinition: Sendable, Equatable {
    /// The name by which the model calls the tool.
    public var name: String

    /// The tool's purpose, and when to call it.
    public var description: String

    /// The schema of the arguments.
    public let parameters: GenerationSchema

    /// `true` if requests ask the provider to enforce the schema of the arguments.
    package var isStrict = true

    /// Creates a definition.
    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }

    /// Creates the definition of a tool.
    public init(tool: some Tool) {
      self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
      isStrict = tool.isStrict
    }

    /// `true` if two tools have the same name, description and arguments.
    public static func == (first: ToolDefinition, second: ToolDefinition) -> Bool {
      first.name == second.name && first.description == second.description
        && first.parameters.isWrittenLike(second.parameters)
    }
  }
}

extension Transcript {
  /// An answer of a model.
  public struct Response: Sendable, Identifiable, Equatable {
    /// The name under which metadata holds the identifiers of assets.
    static let assetsKey = "assetIDs"

    /// The identifier of the entry.
    public var id: String

    /// The answer.
    public var segments: [Segment]

    /// Values of the provider, by name.
    public var metadata: [String: GeneratedContent]

    /// The identifiers of the assets that generated the answer.
    public var assetIDs: [String] {
      get { (try? metadata[Response.assetsKey]?.value([String].self)) ?? [] }
      set { metadata[Response.assetsKey] = newValue.generatedContent }
    }

    /// The text of the answer, with values as JSON.
    ///
    /// The texts of all segments are joined without a separator, since they are the pieces of one
    /// answer. Attachments have no text.
    package var text: String { segments.compactMap(\.text).joined() }

    /// The identifier of a session's segment, which is the same in all snapshots of the answer.
    static func segmentID(_ index: Int, of id: String) -> String { "\(id)-\(index)" }

    /// Creates an answer.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment]
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
    }

    /// Creates an answer, as in FoundationModels 26.
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
      self.init(id: id, metadata: [Response.assetsKey: assetIDs], segments: segments)
    }
  }

  /// The reasoning of a model before its answer.
  public struct Reasoning: Sendable, Identifiable, Equatable {
    /// The identifier of the entry.
    public var id: String

    /// The reasoning, or a summary of it.
    public var segments: [Segment]

    /// The signature of the reasoning, which later requests return unchanged to the provider.
    public var signature: Data?

    /// Values of the provider, by name.
    public var metadata: [String: GeneratedContent]

    /// Creates an entry.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment],
      signature: Data? = nil
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.signature = signature
    }
  }
}
