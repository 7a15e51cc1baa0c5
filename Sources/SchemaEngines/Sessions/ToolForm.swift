import ConstrainedDecoding
import SchemaContent
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The form of tool calls for a model without a known format of its own.
///
/// The answer is one of these objects, in exactly this form:
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
    let parameters: EngineSchema
  }

  private let tools: [Tool]
  /// The schema of the answer; `nil` for text.
  private let answer: EngineSchema?

  /// Creates a form.
  ///
  /// - Returns: The form; `nil` without tools.
  /// - Throws: `SchemaError` for a schema that cannot be written.
  init?(
    _ tools: [Transcript.ToolDefinition], answer: GenerationSchema?, _ schemas: EngineSchemas
  ) throws {
    guard !tools.isEmpty else { return nil }
    self.tools = try tools.map { tool in
      Tool(
        name: tool.name, description: tool.description,
        parameters: try schemas.prepared(tool.parameters))
    }
    self.answer = try answer.map { try schemas.prepared($0) }
  }

  /// The text that describes the tools to the model.
  var instruction: String {
    let list = tools.map { tool in
      "\(tool.name): \(tool.description) Arguments:\n\(tool.parameters.typeText)"
    }
    return """
      You can call these tools, each with arguments as JSON of the first type below it:
      \(list.joined(separator: "\n"))
      To call one, answer with {"tool": name, "arguments": arguments}. Otherwise answer with \
      {"answer": your answer}.
      """
  }

  /// Returns the part of a plan for one reply, whose complete text is reported as a value.
  ///
  /// - Parameter isRequired: `true` if the reply has to be a call.
  /// - Returns: The part.
  /// - Throws: `SchemaError` if the schema of a string cannot be made.
  func part(isRequired: Bool) throws -> PlanPart {
    var replies = tools.map { tool in
      Self.object([
        (Self.toolKey, .literal(GeneratedContent(tool.name).jsonString)),
        (Self.argumentsKey, .value(.schema(tool.parameters.graph), role: nil)),
      ])
    }
    if !isRequired {
      let graph = try answer?.graph ?? SchemaGraph(String.self)
      replies.append(Self.object([(Self.answerKey, .value(.schema(graph), role: nil))]))
    }
    return PlanPart.one(of: replies).role(.value)
  }

  private static func object(_ properties: [(name: String, value: PlanPart)]) -> PlanPart {
    var parts: [PlanPart] = []
    for (name, value) in properties {
      parts += [.literal(#"\#(parts.isEmpty ? "{" : ", ")"\#(name)": "#), value]
    }
    return .sequence(parts + [.literal("}")])
  }

  /// The meaning of a reply.
  enum Reply {
    case call(name: String, arguments: String)
    case answer(String)
  }

  /// Reads a reply.
  ///
  /// - Returns: The meaning. A text that was cut off is an answer, unchanged.
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

  /// Returns the reply with which a model called a tool.
  static func text(of call: Transcript.ToolCall) -> String {
    let name = GeneratedContent(call.toolName).jsonString
    return #"{"\#(toolKey)": \#(name), "\#(argumentsKey)": \#(call.arguments.jsonString)}"#
  }

  /// Returns the reply with which a model answered.
  static func text(ofAnswer answer: Transcript.Response) -> String {
    let isStructure = answer.segments.contains { segment in
      if case .structure = segment { true } else { false }
    }
    let text = answer.text
    return #"{"\#(answerKey)": \#(isStructure ? text : GeneratedContent(text).jsonString)}"#
  }
}
