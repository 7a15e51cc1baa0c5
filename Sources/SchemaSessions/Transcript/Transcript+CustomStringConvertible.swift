import SchemaContent

// FoundationModels has descriptions of the same types, but other texts.

extension Transcript.Entry: CustomStringConvertible {
  /// The kind of the entry, and its text.
  public var description: String {
    switch self {
    case .instructions(let instructions): "instructions: \(instructions)"
    case .prompt(let prompt): "prompt: \(prompt)"
    case .toolCalls(let calls): "tool calls: \(calls)"
    case .toolOutput(let output): "tool output: \(output)"
    case .response(let response): "response: \(response)"
    case .reasoning(let reasoning): "reasoning: \(reasoning)"
    }
  }
}

extension Transcript.Segment: CustomStringConvertible {
  /// The text, the value as JSON, or a description of an attachment without its bytes.
  public var description: String {
    switch self {
    case .text(let segment): segment.description
    case .structure(let segment): segment.content.jsonString
    case .attachment(let segment): segment.description
    }
  }
}

extension Transcript.TextSegment: CustomStringConvertible {
  /// The text.
  public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { content.jsonString }
}

extension Transcript.Instructions: CustomStringConvertible {
  /// The text of the instructions.
  public var description: String { segments.joinedText }
}

extension Transcript.Prompt: CustomStringConvertible {
  /// The text of the request.
  public var description: String { segments.joinedText }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
  /// The name of the schema.
  public var description: String { name }
}

extension Transcript.ToolCalls: CustomStringConvertible {
  /// The calls, in order.
  public var description: String { map(\.description).joined(separator: ", ") }
}

extension Transcript.ToolCall: CustomStringConvertible {
  /// The name of the tool, and the arguments as JSON.
  public var description: String { "\(toolName)(\(arguments.jsonString(.compact)))" }
}

extension Transcript.ToolOutput: CustomStringConvertible {
  /// The name of the tool, and the text of the output.
  public var description: String { "\(toolName): \(segments.joinedText)" }
}

extension Transcript.Response: CustomStringConvertible {
  /// The text of the answer.
  public var description: String { text }
}

extension Transcript.Reasoning: CustomStringConvertible {
  /// The text of the reasoning.
  public var description: String { segments.joinedText }
}
