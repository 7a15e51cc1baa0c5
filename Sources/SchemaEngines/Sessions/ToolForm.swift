import ConstrainedDecoding
import SchemaContent
import SchemaModel
import SchemaSessions

/// The form of tool calls for a model that has learned none of its own.
///
/// The answer follows a schema with an alternative for each tool:
///
///     {"tool": "find", "arguments": {"term": "soup"}}
///     {"answer": "There is dal."}
struct ToolForm: Sendable, Hashable {
  private static let toolKey = "tool"
  private static let argumentsKey = "arguments"
  private static let answerKey = "answer"

  private struct Tool: Hashable {
    let name: String
    let description: String
    let parameters: String
  }

  private let tools: [Tool]
  /// The schema of the answer; `nil` for text.
  private let answer: String?

  /// Creates a form.
  ///
  /// - Returns: The form; `nil` without tools.
  /// - Throws: `SchemaError` for a schema that cannot be written.
  init?(
    _ tools: [Transcript.ToolDefinition], answer: GenerationSchema?, _ texts: SchemaTexts
  ) throws {
    guard !tools.isEmpty else { return nil }
    self.tools = try tools.map { tool in
      Tool(
        name: tool.name, description: tool.description,
        parameters: try texts.text(of: tool.parameters))
    }
    self.answer = try answer.map { try texts.text(of: $0) }
  }

  /// The text that describes the tools to the model.
  var instruction: String {
    let list = tools.map { tool in
      "\(tool.name): \(tool.description) Arguments: \(tool.parameters)"
    }
    return """
      You can call these tools, each with arguments of a JSON Schema:
      \(list.joined(separator: "\n"))
      To call one, answer with {"tool": name, "arguments": arguments}. Otherwise answer with \
      {"answer": your answer}.
      """
  }

  /// The grammar of one reply.
  ///
  /// - Parameters:
  ///   - isRequired: `true` if the reply has to be a call.
  ///   - vocabulary: The tokens.
  ///   - options: The form of values.
  /// - Returns: The grammar.
  /// - Throws: `SchemaImportError` or `SchemaError` if the masks cannot be made.
  func grammar(
    isRequired: Bool, _ vocabulary: Vocabulary, _ options: TokenGrammar.Options
  ) throws -> TokenGrammar {
    var alternatives = tools.enumerated().map { index, tool in
      let name = GeneratedContent(tool.name).jsonString
      return Self.object([
        (Self.toolKey, #"{"const": \#(name)}"#),
        (Self.argumentsKey, Self.resource(tool.parameters, "tool-\(index)")),
      ])
    }
    if !isRequired {
      let schema = answer.map { Self.resource($0, "answer") } ?? #"{"type": "string"}"#
      alternatives.append(Self.object([(Self.answerKey, schema)]))
    }
    return try TokenGrammar(
      jsonSchema: #"{"anyOf": [\#(alternatives.joined(separator: ", "))]}"#,
      vocabulary: vocabulary, options: options)
  }

  private static func object(_ properties: [(name: String, schema: String)]) -> String {
    let members = properties.map { #""\#($0.name)": \#($0.schema)"# }
    let names = properties.map { #""\#($0.name)""# }
    return #"{"type": "object", "properties": {\#(members.joined(separator: ", "))}, "#
      + #""required": [\#(names.joined(separator: ", "))], "additionalProperties": false}"#
  }

  /// A document within another one: with an identifier, its references stay within it.
  private static func resource(_ document: String, _ name: String) -> String {
    guard let content = try? GeneratedContent(json: document), content.shape == .object else {
      return document
    }
    var members: [(String, any ConvertibleToGeneratedContent)] = [("$id", "schema:\(name)")]
    for property in content.properties where !["$id", "$schema"].contains(property.name) {
      members.append((property.name, property.content))
    }
    return GeneratedContent(properties: members, uniquingKeysWith: { first, _ in first }).jsonString
  }

  /// The meaning of a reply.
  enum Reply {
    case call(name: String, arguments: String)
    case answer(String)
  }

  /// Reads a reply.
  ///
  /// - Parameter text: The text of the reply.
  /// - Returns: The meaning; a text that was cut off is an answer as it is.
  func read(_ text: String) -> Reply {
    guard let content = try? GeneratedContent(json: text), content.isComplete,
      content.shape == .object
    else { return .answer(text) }
    if let name = content.property(named: Self.toolKey).flatMap({ try? String($0) }),
      let arguments = content.property(named: Self.argumentsKey)
    {
      return .call(name: name, arguments: arguments.jsonString)
    }
    guard let value = content.property(named: Self.answerKey) else { return .answer(text) }
    if answer == nil, let text = try? String(value) { return .answer(text) }
    return .answer(value.jsonString)
  }

  /// The reply by which a model called a tool.
  static func text(of call: Transcript.ToolCall) -> String {
    let name = GeneratedContent(call.toolName).jsonString
    return #"{"\#(toolKey)": \#(name), "\#(argumentsKey)": \#(call.arguments.jsonString)}"#
  }

  /// The reply by which a model answered.
  static func text(ofAnswer answer: Transcript.Response) -> String {
    let isStructure = answer.segments.contains { segment in
      if case .structure = segment { true } else { false }
    }
    let text = answer.text
    return #"{"\#(answerKey)": \#(isStructure ? text : GeneratedContent(text).jsonString)}"#
  }
}
