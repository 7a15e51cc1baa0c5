import ConstrainedDecoding
import SchemaContent

/// A request for a plan in JSON, with a format, tools, a choice among the tools, thinking and an
/// answer.
struct PlanRequest {
  let part: PlanPart

  /// Reads a request.
  ///
  /// - Parameter json: The request; see `schemakit_plan_from_tools`.
  /// - Throws: `InvalidArgument`, `PlanError`, `SchemaImportError` or `SchemaError` if a member is
  ///   invalid.
  init(json: String) throws {
    let content = try GeneratedContent(json: json)
    guard content.isComplete, case .structure(let members, _) = content.kind else {
      throw InvalidArgument(description: "'request' is not a complete JSON object.")
    }
    let known = ["format", "template", "tools", "choice", "several_calls", "thinking", "answer"]
    for name in members.keys.sorted() where !known.contains(name) {
      throw InvalidArgument(
        description: "'\(name.excerpt)' is not a member of a request; use one of \(known).")
    }
    func string(_ name: String) throws -> String? {
      guard let member = members[name] else { return nil }
      guard case .string(let text) = member.kind else {
        throw InvalidArgument(description: "'\(name)' is not a string.")
      }
      return text
    }
    var severalCalls = true
    if let member = members["several_calls"] {
      guard case .bool(let value) = member.kind else {
        throw InvalidArgument(description: "'several_calls' is not true or false.")
      }
      severalCalls = value
    }
    let format = try Self.format(string("format"), template: string("template"))
    part = try format.output(
      tools: Self.tools(members["tools"]), choice: Self.choice(members["choice"]),
      allowsSeveralCalls: severalCalls, thinking: Self.thinking(members["thinking"]),
      answer: members["answer"].map { .value(.jsonSchema($0)) })
  }

  private static func format(_ name: String?, template: String?) throws -> ToolCallFormat {
    if let name {
      guard let format = ToolCallFormat.builtIn.first(where: { $0.name == name }) else {
        throw InvalidArgument(
          description: "There is no format '\(name.excerpt)'; use one of "
            + "\(ToolCallFormat.builtIn.map(\.name)).")
      }
      return format
    }
    guard let template else {
      throw InvalidArgument(
        description: "The request has no 'format' and no 'template'; one of them is required.")
    }
    guard let format = ToolCallFormat.format(ofTemplate: template) else {
      throw InvalidArgument(
        description:
          "The 'template' writes no calls of a known format; name the format in 'format'."
      )
    }
    return format
  }

  private static func tools(_ content: GeneratedContent?) throws -> [PlanTool] {
    guard let content else { return [] }
    guard case .array(let list) = content.kind else {
      throw InvalidArgument(description: "'tools' is not an array.")
    }
    return try list.enumerated().map { index, tool in
      guard case .structure(var members, _) = tool.kind else {
        throw InvalidArgument(description: "The tool at index \(index) is not an object.")
      }
      // Requests to servers have the form {"type": "function", "function": {…}}.
      if case .structure(let function, _)? = members["function"]?.kind { members = function }
      guard case .string(let name)? = members["name"]?.kind else {
        throw InvalidArgument(description: "The tool at index \(index) has no name.")
      }
      let parameters = members["parameters"] ?? members["input_schema"]
      return try PlanTool(
        name: name, jsonSchema: parameters ?? GeneratedContent(properties: ["type": "object"]))
    }
  }

  private static func choice(_ content: GeneratedContent?) throws -> ToolCallFormat.ToolChoice {
    switch content?.kind {
    case nil, .string("auto"): return .automatic
    case .string("none"): return .none
    case .string("required"): return .required
    case .structure(let members, _):
      var members = members
      if case .structure(let function, _)? = members["function"]?.kind { members = function }
      if case .string(let name)? = members["name"]?.kind { return .named(name) }
    default: break
    }
    throw InvalidArgument(
      description: "'choice' is not \"auto\", \"none\", \"required\" or {\"name\": …}.")
  }

  /// Reads the mode of thinking, and its limit in tokens.
  private static func thinking(
    _ content: GeneratedContent?
  ) throws -> ToolCallFormat.ThinkingMode {
    guard let content else { return .none }
    guard case .structure(let members, _) = content.kind,
      case .string(let mode)? = members["mode"]?.kind
    else { throw InvalidArgument(description: "'thinking' is not {\"mode\": …}.") }
    for name in members.keys.sorted() where !["mode", "limit"].contains(name) {
      throw InvalidArgument(
        description: "'\(name.excerpt)' is not a member of 'thinking'; use 'mode' and 'limit'.")
    }
    var limit: Int?
    if let member = members["limit"] {
      guard case .number(let number) = member.kind, let count = Int(exactly: number), count >= 0
      else {
        throw InvalidArgument(description: "The limit of 'thinking' is not an integer from 0.")
      }
      limit = count
    }
    switch mode {
    case "none":
      guard limit == nil else {
        throw InvalidArgument(description: "'thinking' has a limit, but its mode is 'none'.")
      }
      return .none
    case "optional": return .optional(limit: limit)
    case "required": return .required(limit: limit)
    case "started": return .started(limit: limit)
    default:
      throw InvalidArgument(
        description: "The mode of 'thinking' is not 'none', 'optional', 'required' or 'started'.")
    }
  }
}
