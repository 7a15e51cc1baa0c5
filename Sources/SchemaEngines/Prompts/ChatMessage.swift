public import SchemaModel

/// A message of a conversation, as templates of models see it.
public struct ChatMessage: Sendable {
  /// The author of a message.
  public enum Role: String, Sendable, Hashable {
    /// The instructions.
    case system
    /// The user.
    case user
    /// The model.
    case assistant
    /// A tool that the model has called.
    case tool
  }

  /// The author.
  public var role: Role

  /// The text.
  public var content: String

  /// The identifier of the entry of the transcript, for an answer of the model.
  public var entryID: String?

  /// The model's thoughts in front of the text.
  public var reasoning: String?

  /// The calls of the model.
  public var calls: [Call]

  /// The call that a tool answers.
  public var answeredCall: Call?

  /// A call of a tool.
  public struct Call: Sendable {
    /// The identifier of the call.
    public var id: String

    /// The name of the tool.
    public var name: String

    /// The arguments; `nil` in the answer of a tool.
    public var arguments: GeneratedContent?

    /// Creates a call.
    public init(id: String, name: String, arguments: GeneratedContent? = nil) {
      self.id = id
      self.name = name
      self.arguments = arguments
    }
  }

  /// Creates a message.
  public init(
    _ role: Role, _ content: String, entryID: String? = nil, reasoning: String? = nil,
    calls: [Call] = [], answeredCall: Call? = nil
  ) {
    self.role = role
    self.content = content
    self.entryID = entryID
    self.reasoning = reasoning
    self.calls = calls
    self.answeredCall = answeredCall
  }
}

/// A conversation for a template to write.
public struct ChatConversation: Sendable {
  /// The messages, the oldest first.
  public var messages: [ChatMessage]

  /// The tools, each as a definition in the form of OpenAI's Chat Completions.
  public var tools: [GeneratedContent]

  /// `true` if the model may think before it answers; `nil` leaves it to the template.
  public var allowsThinking: Bool?

  /// The name of the thinking effort, such as `low`; `nil` leaves it to the template.
  public var reasoningEffort: String?

  /// Creates a conversation.
  public init(
    messages: [ChatMessage], tools: [GeneratedContent] = [], allowsThinking: Bool? = nil,
    reasoningEffort: String? = nil
  ) {
    self.messages = messages
    self.tools = tools
    self.allowsThinking = allowsThinking
    self.reasoningEffort = reasoningEffort
  }
}

/// Writes conversations in the form that a model was trained on.
public protocol ChatTemplate: Sendable {
  /// The form in which the template writes tool calls; by default none.
  var toolFormat: EngineToolFormat { get }

  /// Writes a conversation, up to the place where the model's next message begins.
  ///
  /// - Parameter conversation: The conversation.
  /// - Returns: The parts of the prompt.
  /// - Throws: ``EngineError`` with the code `template` if the template cannot write the
  ///   conversation.
  func render(_ conversation: ChatConversation) throws -> [PromptPart]
}

extension ChatTemplate {
  /// No format: the default, for templates that do not write calls.
  public var toolFormat: EngineToolFormat { .none(reason: "The template has no form for tools.") }
}

/// The template of ChatML, a form that many models know: `<|im_start|>role`, the message,
/// `<|im_end|>`.
public struct ChatMLTemplate: ChatTemplate {
  /// Creates the template.
  public init() {}

  /// Writes a conversation.
  ///
  /// - Throws: ``EngineError`` if there are tools, since ChatML has no form for tools.
  public func render(_ conversation: ChatConversation) throws -> [PromptPart] {
    guard conversation.tools.isEmpty, conversation.messages.allSatisfy({ $0.calls.isEmpty }) else {
      throw EngineError(
        .template, problem: "ChatML has no form for tools.",
        remedy: "Use a model whose template has one.")
    }
    var parts: [PromptPart] = []
    for message in conversation.messages {
      parts.append(.markup("<|im_start|>\(message.role.rawValue)\n"))
      if let entryID = message.entryID {
        parts.append(.answer(message.content, entryID: entryID))
      } else {
        parts.append(.text(message.content))
      }
      parts.append(.markup("<|im_end|>\n"))
    }
    return parts + [.markup("<|im_start|>assistant\n")]
  }
}
