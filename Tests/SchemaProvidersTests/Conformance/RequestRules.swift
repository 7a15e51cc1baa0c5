import Foundation
import SchemaModel
import SchemaProviders

/// What strict servers of an interface reject in the body of a request.
struct RequestRules: Sendable {
  /// A message, in the words of no provider.
  struct Turn {
    var isPrompt = false
    var isModel = false
    /// Whether it has a text, a thought or an attachment.
    var hasContent = false
    var calls: [(id: String, arguments: GeneratedContent?)] = []
    /// The identifiers of the calls whose outputs it has.
    var outputs: [String] = []
    var problem: String?
  }

  /// The names that objects may have, by their place in the body.
  let names: [String: Set<String>]
  /// The property with the messages.
  let list: String
  /// Whether the roles have to take turns.
  var alternates = false
  /// Whether calls have identifiers, and not only the names of their tools.
  var hasIdentifiers = true
  let turn: @Sendable (GeneratedContent) -> Turn

  init(
    _ list: String, _ names: [String: String], alternates: Bool = false,
    hasIdentifiers: Bool = true, turn: @escaping @Sendable (GeneratedContent) -> Turn
  ) {
    self.list = list
    self.names = names.mapValues { Set($0.split(separator: " ").map(String.init)) }
    self.alternates = alternates
    self.hasIdentifiers = hasIdentifiers
    self.turn = turn
  }

  /// Why a server would reject a body; `nil` if it would not.
  func problem(in bytes: Data) -> String? {
    guard let body = try? GeneratedContent(json: String(decoding: bytes, as: UTF8.self)),
      body.isComplete, (try? JSONSerialization.jsonObject(with: bytes)) != nil
    else { return "a body that is not JSON" }
    return unknownName(in: body, at: "") ?? problem(in: body.all(list).map(turn))
  }

  private func unknownName(in content: GeneratedContent, at place: String) -> String? {
    switch content.shape {
    case .array:
      return content.elements.lazy.compactMap { unknownName(in: $0, at: place) }.first
    case .object:
      guard let names = names[place] else { return nil }
      for (name, value) in content.properties {
        guard names.contains(name) else { return "an unknown field \(place).\(name)" }
        if let unknown = unknownName(in: value, at: place.isEmpty ? name : "\(place).\(name)") {
          return unknown
        }
      }
      return nil
    default: return nil
    }
  }

  private func problem(in turns: [Turn]) -> String? {
    var open: [String] = []
    var last: Turn?
    for turn in turns {
      if let problem = turn.problem { return problem }
      for output in turn.outputs {
        guard let place = open.firstIndex(of: output) else { return "an output without its call" }
        open.remove(at: place)
      }
      if turn.isPrompt || turn.isModel, !open.isEmpty, turn.calls.isEmpty {
        return "a call without an output"
      }
      if turn.isPrompt, last?.isPrompt == true { return "two user messages in a row" }
      if alternates, last?.isModel == turn.isModel { return "roles that do not take turns" }
      if turn.isModel, !turn.hasContent, turn.calls.isEmpty { return "an empty answer" }
      if turn.isPrompt, !turn.hasContent { return "an empty prompt" }
      for call in turn.calls {
        guard !call.id.isEmpty else { return "a call without an identifier" }
        guard !hasIdentifiers || !open.contains(call.id) else { return "two calls with one id" }
        guard call.arguments?.shape == .object else { return "arguments that are no object" }
        open.append(call.id)
      }
      last = turn
    }
    guard open.isEmpty else { return "a call without an output" }
    return last?.isModel == false ? nil : "a conversation that ends with the model"
  }
}

extension GeneratedContent {
  fileprivate func all(_ name: String) -> [GeneratedContent] {
    property(named: name).map { $0.shape == .array ? Array($0.elements) : [] } ?? []
  }

  fileprivate func string(_ name: String) -> String? {
    property(named: name).flatMap { try? String($0) }
  }

  /// Whether a property is there, and is neither `null` nor empty.
  fileprivate func has(_ name: String) -> Bool {
    guard let value = property(named: name) else { return false }
    return !["null", "\"\"", "[]", "{}"].contains(value.jsonString(.compact))
  }

  /// A text with JSON as what it says.
  fileprivate var unquoted: GeneratedContent? {
    guard let text = try? String(self) else { return nil }
    return (try? GeneratedContent(json: text)).flatMap { $0.isComplete ? $0 : nil }
  }
}

extension RequestRules {
  private static let chatNames = [
    "": """
    model stream stream_options max_completion_tokens max_tokens temperature top_p seed \
    reasoning_effort messages tools tool_choice response_format
    """,
    "messages": "role content tool_calls tool_call_id",
    "messages.tool_calls": "id type function", "messages.tool_calls.function": "name arguments",
  ]

  static let chat = RequestRules("messages", chatNames) { chatTurn($0) }

  /// DeepSeek's, which wants reasoning, even empty, in each message with calls.
  static let deepSeek = RequestRules(
    "messages",
    chatNames.merging(["messages": "role content tool_calls tool_call_id reasoning_content"]) { $1 }
  ) { message in
    var turn = chatTurn(message)
    if !turn.calls.isEmpty, message.string("reasoning_content") == nil {
      turn.problem = "calls without their reasoning"
    }
    return turn
  }

  private static func chatTurn(_ message: GeneratedContent) -> Turn {
    let role = message.string("role")
    var turn = Turn(
      isPrompt: role == "user", isModel: role == "assistant", hasContent: message.has("content"))
    turn.calls = message.all("tool_calls").map { call in
      let function = call.property(named: "function")
      return (call.string("id") ?? "", function?.property(named: "arguments")?.unquoted)
    }
    if role == "tool" { turn.outputs = [message.string("tool_call_id") ?? ""] }
    return turn
  }

  static let responses = RequestRules(
    "input",
    [
      "": """
      model stream store include instructions max_output_tokens temperature top_p reasoning \
      input tools tool_choice text
      """,
      "input": "type role content call_id name arguments output id summary encrypted_content",
      "input.content": "type text", "input.summary": "type text",
    ]
  ) { item in
    var turn = Turn(hasContent: item.has("content"))
    switch item.string("type") {
    case "message":
      turn.isPrompt = item.string("role") == "user"
      turn.isModel = item.string("role") == "assistant"
    case "function_call":
      turn.isModel = true
      turn.calls = [
        (item.string("call_id") ?? "", item.property(named: "arguments")?.unquoted)
      ]
    case "function_call_output": turn.outputs = [item.string("call_id") ?? ""]
    case "reasoning":
      turn = Turn(isModel: true, hasContent: item.has("encrypted_content"))
    default: turn.problem = "an item of an unknown type"
    }
    return turn
  }

  static let anthropic = RequestRules(
    "messages",
    [
      "": """
      model max_tokens stream temperature top_p top_k system messages tools tool_choice thinking \
      output_config
      """,
      "messages": "role content",
      "messages.content": """
      type text id name input tool_use_id content is_error thinking signature data
      """,
    ],
    alternates: true
  ) { message in
    let blocks = message.all("content")
    let isModel = message.string("role") == "assistant"
    func all(_ type: String) -> [GeneratedContent] {
      blocks.filter { $0.string("type") == type }
    }
    var turn = Turn(isPrompt: !isModel && !all("text").isEmpty, isModel: isModel)
    turn.hasContent = blocks.contains { $0.string("type") != "tool_use" }
    turn.calls = all("tool_use").map { ($0.string("id") ?? "", $0.property(named: "input")) }
    turn.outputs = all("tool_result").map { $0.string("tool_use_id") ?? "" }
    if blocks.contains(where: { $0.string("text") == "" }) { turn.problem = "an empty text" }
    return turn
  }

  static let gemini = RequestRules(
    "contents",
    [
      "": "systemInstruction contents tools toolConfig generationConfig",
      "contents": "role parts",
      "contents.parts": "text thought thoughtSignature functionCall functionResponse",
      "contents.parts.functionCall": "id name args",
      "contents.parts.functionResponse": "id name response parts",
    ],
    alternates: true, hasIdentifiers: false
  ) { content in
    let parts = content.all("parts")
    let isModel = content.string("role") == "model"
    func inner(_ name: String) -> [GeneratedContent] {
      parts.compactMap { $0.property(named: name) }
    }
    // Calls may have no identifiers; then they are known by their names.
    func id(_ part: GeneratedContent) -> String { part.string("id") ?? part.string("name") ?? "" }
    var turn = Turn(isPrompt: !isModel && parts.contains { $0.has("text") }, isModel: isModel)
    turn.hasContent = parts.contains { $0.has("text") || $0.has("thoughtSignature") }
    turn.calls = inner("functionCall").map { (id($0), $0.property(named: "args")) }
    turn.outputs = inner("functionResponse").map(id)
    if parts.isEmpty { turn.problem = "a message without parts" }
    return turn
  }

  static let ollama = RequestRules(
    "messages",
    [
      "": "model stream think format options messages tools",
      "messages": "role content thinking images tool_calls tool_name",
      "messages.tool_calls": "function", "messages.tool_calls.function": "index name arguments",
    ],
    hasIdentifiers: false
  ) { message in
    var turn = chatTurn(message)
    turn.calls = message.all("tool_calls").compactMap { $0.property(named: "function") }.map {
      ($0.string("name") ?? "", $0.property(named: "arguments"))
    }
    if message.string("role") == "tool" { turn.outputs = [message.string("tool_name") ?? ""] }
    return turn
  }

  static let bedrock = RequestRules(
    "messages",
    [
      "": "messages system inferenceConfig toolConfig outputConfig additionalModelRequestFields",
      "messages": "role content",
      "messages.content": "text toolUse toolResult reasoningContent",
      "messages.content.toolUse": "toolUseId name input",
      "messages.content.toolResult": "toolUseId content status",
      "messages.content.reasoningContent": "reasoningText redactedContent",
    ],
    alternates: true
  ) { message in
    let blocks = message.all("content")
    let isModel = message.string("role") == "assistant"
    func inner(_ name: String) -> [GeneratedContent] {
      blocks.compactMap { $0.property(named: name) }
    }
    var turn = Turn(isPrompt: !isModel && !inner("text").isEmpty, isModel: isModel)
    turn.hasContent = blocks.contains { $0.has("text") || $0.has("reasoningContent") }
    turn.calls = inner("toolUse").map {
      ($0.string("toolUseId") ?? "", $0.property(named: "input"))
    }
    turn.outputs = inner("toolResult").map { $0.string("toolUseId") ?? "" }
    if blocks.contains(where: { $0.childCount != 1 }) { turn.problem = "a block with several keys" }
    return turn
  }
}
