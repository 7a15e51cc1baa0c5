import SchemaModel
import SchemaSessions

extension ChatMessage {
  /// The form of tool calls in a conversation.
  enum CallForm {
    /// Calls, which the template writes.
    case native
    /// Text of the model, with a form for new calls if there are tools.
    case inWords(ToolForm?)
  }

  /// The messages of a transcript.
  ///
  /// - Returns: The messages; the instructions are the first one.
  /// - Throws: `SchemaError` for a schema that cannot be written;
  ///   `LanguageModelError.unsupportedTranscriptContent` for an attachment.
  static func messages(
    of transcript: Transcript, calls form: CallForm, _ schemas: EngineSchemas
  ) throws -> [ChatMessage] {
    if let entry = transcript.first(where: { !$0.attachments.isEmpty }) {
      throw LanguageModelError.unsupportedTranscriptContent(
        .init(
          unsupportedContent: [entry],
          debugDescription: "Models in this process read text only. Use another model."))
    }
    var toolForm: ToolForm?
    var isNative = true
    if case .inWords(let form) = form { (toolForm, isNative) = (form, false) }
    var instructions: [String] = []
    var messages: [ChatMessage] = []
    var statedSchema: String?
    var reasoning: String?
    for entry in transcript {
      switch entry {
      case .instructions(let entry): instructions.append(entry.segments.joinedText)
      case .prompt(let prompt):
        // Each prompt states the schema of its own answer, so that the next request begins with the
        // same text as this request.
        var text = prompt.segments.joinedText
        if toolForm == nil, prompt.contextOptions.includeSchemaInPrompt != false,
          let schema = try prompt.responseFormat.map({ try schemas.prepared($0.schema) })
        {
          text +=
            schema.text == statedSchema
            ? "\n\nAnswer with JSON of the same schema as before, and nothing else."
            : "\n\n\(schema.instruction(in: prompt.contextOptions.schemaForm))"
          statedSchema = schema.text
        }
        messages.append(ChatMessage(.user, text))
        reasoning = nil
      case .reasoning(let thoughts):
        reasoning = (reasoning ?? "") + thoughts.segments.joinedText
      case .response(let response):
        let text = toolForm == nil ? response.text : ToolForm.text(ofAnswer: response)
        messages.append(
          ChatMessage(.assistant, text, entryID: response.id, reasoning: reasoning))
        reasoning = nil
      case .toolCalls(let calls):
        if !isNative {
          let text = calls.map { ToolForm.text(of: $0) }.joined(separator: "\n")
          messages.append(ChatMessage(.assistant, text, entryID: calls.id, reasoning: reasoning))
        } else {
          messages.append(
            ChatMessage(
              .assistant, "", entryID: calls.id, reasoning: reasoning,
              calls: calls.map { Call($0) }))
        }
        reasoning = nil
      case .toolOutput(let output) where isNative:
        let call = Call(id: Call.templateID(of: output.id), name: output.toolName)
        messages.append(ChatMessage(.tool, output.segments.joinedText, answeredCall: call))
      case .toolOutput(let output):
        let text = "Result of \(output.toolName): \(output.segments.joinedText)"
        // Templates require that the turns of user and model alternate.
        if let last = messages.last, last.role == .user {
          messages[messages.endIndex - 1].content = "\(last.content)\n\(text)"
        } else {
          messages.append(ChatMessage(.user, text))
        }
      }
    }
    if let toolForm { instructions.append(toolForm.instruction) }
    let text = instructions.filter { !$0.isEmpty }.joined(separator: "\n\n")
    if !text.isEmpty { messages.insert(ChatMessage(.system, text), at: 0) }
    return messages
  }
}

extension EngineSchema {
  /// The sentence that asks for an answer, with the schema in a form.
  fileprivate func instruction(in form: ContextOptions.SchemaForm) -> String {
    switch form {
    case .typeText: "Answer with JSON of the first type, and nothing else:\n\(typeText)"
    case .jsonSchema: "Answer with JSON of this schema, and nothing else: \(text)"
    }
  }
}

extension ChatMessage.Call {
  fileprivate init(_ call: Transcript.ToolCall) {
    self.init(
      id: Self.templateID(of: call.id), name: call.toolName, arguments: call.arguments)
  }

  /// Returns the identifier of a call in a template.
  ///
  /// It has nine letters and digits, since some templates accept only this length.
  fileprivate static func templateID(of id: String) -> String { Fingerprint(of: id).shortText(9) }
}
