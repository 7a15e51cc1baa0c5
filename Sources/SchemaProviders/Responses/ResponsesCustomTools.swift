import SchemaContent
import SchemaModel
import SchemaSessions

/// Custom tools of Responses, for which a model writes a text, such as code, instead of JSON.
enum ResponsesCustomTools {
  /// The key in a call's metadata that marks a call of a custom tool.
  static let metadataKey = "custom"

  static func tool(_ tool: FunctionTool) -> GeneratedContent {
    let description = tool.definition.description
    return .object([
      "type": "custom", "name": tool.name,
      "description": description.isEmpty ? nil : description,
      "format": GeneratedContent.object(["type": "text"]),
    ])
  }

  /// A call in a request, under the provider's name for the tool; `nil` for a call of another tool.
  static func call(
    _ call: Transcript.ToolCall, name: String, among names: Set<String>
  ) -> GeneratedContent? {
    let isCustom = call.metadata[metadataKey]?.isTrue == true || names.contains(call.toolName)
    guard isCustom, call.arguments.shape == .string, let input = call.arguments.plainText else {
      return nil
    }
    return .object([
      "type": "custom_tool_call", "call_id": call.id, "name": name, "input": input,
    ])
  }
}
