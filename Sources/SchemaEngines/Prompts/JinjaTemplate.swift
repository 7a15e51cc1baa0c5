import SchemaContent
import SchemaModel
import SchemaTemplates

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The template of a model, in Jinja.
///
/// The template's own text is markup, in which special tokens are found. Text of the conversation
/// stays plain text, even if the template cuts, joins or changes it.
public struct JinjaTemplate: ChatTemplate {
  private let template: Template
  private let variables: [String: TemplateValue]
  /// The names by which the template reads thoughts.
  private let reasoningNames: [String]

  /// The form in which the template writes tool calls, detected from calls that it writes.
  public let toolFormat: EngineToolFormat

  /// The source of a text in the conversation.
  private enum Source {
    /// The user, a tool, or the instructions.
    case other
    /// The model, in the message with an index.
    case model(message: Int)

    /// The number of the source in the values and runs of a template.
    var number: Int {
      switch self {
      case .other: 0
      case .model(let index): index + 1
      }
    }

    init(number: Int) { self = number == 0 ? .other : .model(message: number - 1) }
  }

  /// Reads a template, with variables other than the conversation, such as `bos_token`.
  ///
  /// - Throws: ``EngineError`` with the code `template` if the template cannot be read.
  public init(_ text: String, variables: [String: String] = [:]) throws(EngineError) {
    do throws(TemplateError) {
      template = try Template(text)
    } catch {
      throw EngineError(
        .template, problem: "The model's template cannot be read: \(error)",
        remedy: "Pass a template of your own.")
    }
    self.variables = variables.mapValues { .string($0) }
    toolFormat = EngineToolFormat(ofTemplate: text, variables: variables)
    let isNamedThinking = text.contains("message.thinking")
    reasoningNames = isNamedThinking ? ["reasoning_content", "thinking"] : ["reasoning_content"]
  }

  /// Reads the template of an engine's model.
  ///
  /// - Throws: ``EngineError`` with the code `template` if the model has no template, or its
  ///   template cannot be read.
  public init(_ facts: EngineFacts) throws(EngineError) {
    guard let text = facts.chatTemplate else {
      throw EngineError(
        .template, problem: "The model \(facts.name) has no template for conversations.",
        remedy: "Use a model that was made for conversations, or pass a template of your own.")
    }
    try self.init(text, variables: facts.templateVariables)
  }

  /// Writes a conversation, up to the place where the model's next message begins.
  ///
  /// If a template rejects instructions, they are written before the user's first message.
  ///
  /// - Throws: ``EngineError`` with the code `template` if the template rejects the conversation.
  public func render(_ conversation: ChatConversation) throws -> [PromptPart] {
    do {
      return try parts(of: conversation)
    } catch {
      if error.code == .rejected, let merged = conversation.withoutSystemMessage,
        let parts = try? parts(of: merged)
      {
        return parts
      }
      throw EngineError(
        .template, problem: "The model's template cannot write the conversation: \(error)",
        remedy: "Look at what the template says, or pass a template of your own.")
    }
  }

  private func parts(of conversation: ChatConversation) throws(TemplateError) -> [PromptPart] {
    var variables = variables
    variables["messages"] = .list(
      messages(of: conversation).enumerated().map { index, message in
        // The model wrote every text in its own messages.
        value(of: message, source: message.entryID == nil ? .other : .model(message: index))
      })
    variables["tools"] =
      conversation.tools.isEmpty
      ? nil : .list(conversation.tools.map { Self.value(of: $0) })
    variables["add_generation_prompt"] = .bool(true)
    // Templates use different names for the same switch.
    for name in ["enable_thinking", "thinking"] {
      variables[name] = conversation.allowsThinking.map { .bool($0) }
    }
    variables["reasoning_effort"] = conversation.reasoningEffort.map { .string($0) }
    return try template.render(variables, clock: .now).map { run in
      guard let source = run.source else { return .markup(run.text) }
      guard case .model(let index) = Source(number: source),
        let entryID = conversation.messages[index].entryID
      else { return .text(run.text) }
      return .answer(run.text, entryID: entryID)
    }
  }

  /// Returns the messages, with the identifiers of calls that the model's format has.
  private func messages(of conversation: ChatConversation) -> [ChatMessage] {
    guard let format = toolFormat.native else { return conversation.messages }
    var messages = conversation.messages
    var identifiers: [String: String] = [:]
    var count = 0
    for index in messages.indices {
      for (place, call) in messages[index].calls.enumerated() {
        guard let identifier = format.identifier(ofCall: count, tool: call.name) else {
          return conversation.messages
        }
        count += 1
        identifiers[call.id] = identifier
        messages[index].calls[place].id = identifier
      }
      if let id = messages[index].answeredCall?.id, let identifier = identifiers[id] {
        messages[index].answeredCall?.id = identifier
      }
    }
    return messages
  }

  private func value(of message: ChatMessage, source: Source) -> TemplateValue {
    var members: [TemplateValue.Member] = [
      .init("role", .string(message.role.rawValue)),
      .init("content", .string(message.content, source: source.number)),
    ]
    if let reasoning = message.reasoning {
      members += reasoningNames.map { .init($0, .string(reasoning, source: source.number)) }
    }
    if !message.calls.isEmpty {
      let calls = message.calls.map { call in
        TemplateValue.object([
          .init("id", .string(call.id, source: source.number)), .init("type", .string("function")),
          .init(
            "function",
            .object([
              .init("name", .string(call.name, source: source.number)),
              .init(
                "arguments",
                call.arguments.map { Self.value(of: $0, source: source) } ?? .object([])),
            ])),
        ])
      }
      members.append(.init("tool_calls", .list(calls)))
    }
    if let call = message.answeredCall {
      members.append(.init("tool_call_id", .string(call.id, source: Source.other.number)))
      members.append(.init("name", .string(call.name, source: Source.other.number)))
    }
    return .object(members)
  }

  private static func value(
    of content: GeneratedContent, source: Source = .other, depth: Int = 0
  ) -> TemplateValue {
    // Bounds the recursion. The template has a lower limit, and rejects the variable.
    guard depth <= GeneratedContent.maximumDepth else { return .none }
    switch content.shape {
    case .object:
      let members = content.properties.map { name, content in
        TemplateValue.Member(name, value(of: content, source: source, depth: depth + 1))
      }
      return .object(members, source: source.number)
    case .array:
      return .list(content.elements.map { value(of: $0, source: source, depth: depth + 1) })
    case .string: return .string((try? String(content)) ?? "", source: source.number)
    case .bool: return .bool((try? Bool(content)) ?? false)
    case .number: return number(content.numberText ?? "", source: source)
    default: return .none
    }
  }

  /// Returns a number as Python reads it: a number with a point or an exponent is a `float`.
  private static func number(_ text: String, source: Source) -> TemplateValue {
    let isWhole = !text.contains { ".eE".contains($0) }
    if isWhole, let number = Int(text) { return .integer(number) }
    if !isWhole, let number = Double(text), number.isFinite { return .number(number) }
    return .numeral(text, source: source.number)
  }
}

extension ChatConversation {
  /// The conversation with its instructions in the user's first message; `nil` if there are no
  /// instructions or no such message.
  fileprivate var withoutSystemMessage: ChatConversation? {
    guard let first = messages.first, first.role == .system else { return nil }
    var result = self
    result.messages.removeFirst()
    guard let user = result.messages.firstIndex(where: { $0.role == .user }) else { return nil }
    result.messages[user].content = "\(first.content)\n\n\(result.messages[user].content)"
    return result
  }
}

extension TemplateClock {
  fileprivate static var now: TemplateClock {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .weekday], from: Date())
    return TemplateClock(
      year: parts.year ?? 2000, month: parts.month ?? 1, day: parts.day ?? 1,
      hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0,
      weekday: (parts.weekday ?? 1) - 1)
  }
}
