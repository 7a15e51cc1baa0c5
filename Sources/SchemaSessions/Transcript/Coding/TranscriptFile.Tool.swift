import SchemaContent
import SchemaDialects
import SchemaImport
import SchemaModel

extension TranscriptFile {
  /// The encoded form of a tool.
  struct Tool: Codable {
    private struct Function: Codable {
      var name: String
      var description: String
      var parameters: GenerationSchema
    }

    private var type = "function"
    private var function: Function

    init(_ definition: Transcript.ToolDefinition) {
      function = Function(
        name: definition.name, description: definition.description,
        parameters: definition.parameters)
    }

    var definition: Transcript.ToolDefinition {
      Transcript.ToolDefinition(
        name: function.name, description: function.description, parameters: function.parameters)
    }
  }

  /// The encoded form of a call, with the arguments as a string of JSON.
  struct ToolCall: Codable {
    let call: Transcript.ToolCall

    init(_ call: Transcript.ToolCall) { self.call = call }

    private enum CodingKeys: CodingKey {
      case id, name, arguments, metadata
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let text = try container.decode(String.self, forKey: .arguments)
      let arguments: GeneratedContent
      do {
        arguments = try GeneratedContent(json: text)
      } catch {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: container.codingPath + [CodingKeys.arguments],
            debugDescription: "The arguments of the call are not JSON.", underlyingError: error))
      }
      guard arguments.isComplete else {
        throw DecodingError.dataCorruptedError(
          forKey: .arguments, in: container,
          debugDescription: "The arguments of the call end early.")
      }
      call = Transcript.ToolCall(
        id: try container.decode(String.self, forKey: .id),
        metadata: try container.decodeIfPresent(Metadata.self, forKey: .metadata) ?? [:],
        toolName: try container.decode(String.self, forKey: .name), arguments: arguments)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(call.id, forKey: .id)
      try container.encode(call.toolName, forKey: .name)
      try container.encode(call.arguments.jsonString, forKey: .arguments)
      if !call.metadata.isEmpty {
        try container.encode(call.metadata.object, forKey: .metadata)
      }
    }
  }

  /// The encoded form of a response format.
  struct ResponseFormat: Codable {
    private struct JSONSchema: Codable {
      var name: String
      var schema: GenerationSchema
    }

    private var type = "jsonSchema"
    private var jsonSchema: JSONSchema

    init(_ format: Transcript.ResponseFormat) {
      jsonSchema = JSONSchema(name: format.name, schema: format.schema)
    }

    // The name in the file is the name of the schema, so it is not read.
    var format: Transcript.ResponseFormat { Transcript.ResponseFormat(schema: jsonSchema.schema) }
  }
}
