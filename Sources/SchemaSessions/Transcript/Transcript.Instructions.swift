public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
