import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// Requests to OpenAI's Responses (`POST {base}/responses`).
///
/// By default nothing is stored on the server: each request has the complete conversation, with the
/// reasoning in the encrypted form in which it arrived.
struct ResponsesFormat: BatchFormat {
  let model: String
  let baseURL: String
  let headers: [String: String]
  private(set) var keyField = KeyField.bearer
  private(set) var cache = PromptCache()
  let reasoning: Reasoning
  /// `true` if the provider stores answers, so that later requests only have new entries.
  private(set) var storesResponses = false
  /// `true` if tools with a text as their arguments are custom tools.
  private(set) var takesCustomTools = false
  private(set) var isStream = true

  /// The reasoning that requests ask for.
  enum Reasoning {
    /// Requests ask for no reasoning. Models without reasoning reject a request for it.
    case none
    /// The reasoning of a reasoning model, with a summary of a length, if any.
    case requested(summary: OpenAIResponsesModel.ReasoningSummary? = nil)
  }

  var provider: String { "OpenAI" }
  var providerID: String { "openai" }
  var dialect: any SchemaDialect { OpenAIDialect() }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, ResponsesReader) {
    var draft = try RequestDraft(
      request, for: self, takesTexts: takesCustomTools, isEnforced: true, from: schemas)
    let customTools = draft.schemas.textTools
    let request = draft.request
    let sampling = try draft.sampling([.temperature, .probabilityThreshold])
    let sendsAll = !storesResponses || draft.adjustments.contains(.completeConversation)
    let tools = draft.tools(strict: { $1.isStrict }) { tool in
      customTools.contains(tool.definition.name)
        ? ResponsesCustomTools.tool(tool)
        : tool.function(type: "function", strict: tool.isStrict)
    }
    let toolStandIns = draft.standIns(for: tools)
    let text = draft.answerFormat(type: "json_schema", strict: true).map {
      GeneratedContent.object(["format": $0])
    }
    let input = try input(in: &draft)
    let stored = sendsAll ? nil : input.stored
    let body = GeneratedContent.object([
      "model": model, "stream": isStream ? true : nil, "store": storesResponses,
      "previous_response_id": stored?.id, "prompt_cache_key": cache.key,
      "prompt_cache_options": cache.options,
      "include": included,
      "instructions": request.instructions(),
      "max_output_tokens": request.generationOptions.maximumResponseTokens,
      "temperature": sampling.temperature, "top_p": sampling.probabilityThreshold,
      "reasoning": reasoningOptions(at: request.contextOptions.reasoningLevel),
      "input": stored.map { Array(input.items[$0.count...]) } ?? input.items,
      "tools": toolStandIns, "tool_choice": draft.requiresCalls ? "required" : nil,
      "text": text,
    ])
    let (wireRequest, context) = try post(body, of: draft, to: "responses", key: key)
    return (
      wireRequest,
      ResponsesReader(
        context: context, storedAfter: storesResponses ? input.fingerprint : nil,
        takesCustomTools: takesCustomTools)
    )
  }

  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? {
    guard case .providerFailure(let failure) = error,
      failure.code == "previous_response_not_found"
    else { return .leavingOutField(after: error, of: request) }
    return .completeConversation
  }

  var withoutStream: ResponsesFormat {
    var format = self
    format.isStream = false
    return format
  }

  func headers(key: String?) -> [String: String] { headers.merging(keyField.header(key)) { $1 } }

  private func reasoningOptions(at level: ContextOptions.ReasoningLevel?) -> GeneratedContent? {
    let summary: String? =
      if case .requested(let summary) = reasoning { summary?.rawValue } else { nil }
    guard level != nil || summary != nil else { return nil }
    return .object(["effort": level?.effort, "summary": summary])
  }

  /// The additional parts of the reply; `nil` for none.
  private var included: [String]? {
    if case .requested = reasoning { ["reasoning.encrypted_content"] } else { nil }
  }

  /// The items of a conversation, its fingerprint, and the number of items up to and including the
  /// last stored answer.
  private func input(
    in draft: inout RequestDraft
  ) throws -> (
    items: [GeneratedContent], fingerprint: String, stored: (id: String, count: Int)?
  ) {
    var items: [GeneratedContent] = []
    var answer = AnswerParts<GeneratedContent>()
    var chain = StoredChain()
    var stored: (id: String, count: Int)?
    var customCalls: Set<String> = []
    for entry in draft.request.transcript {
      if chain.add(entry) {
        items += answer.end()
        stored = chain.lastID.map { ($0, items.count) }
      }
      switch entry {
      case .instructions: break
      case .prompt:
        let parts = try draft.parts(of: entry, in: ResponsesAttachments())
        items += answer.end()
        let message = GeneratedContent.object([
          "type": "message", "role": "user", "content": cache.marking(parts),
        ])
        MessageTurns.append(message, to: &items)
      case .response(let response):
        answer.append(
          .object([
            "type": "message", "role": "assistant",
            "phase": response.metadata[ResponsesReader.phaseKey]?.text,
            "content": response.text,
          ]), response.metadata)
      case .toolCalls(let calls):
        for call in calls {
          let name = draft.safeName(for: call.toolName)
          let custom = ResponsesCustomTools.call(call, name: name, among: draft.schemas.textTools)
          if custom != nil { customCalls.insert(call.id) }
          answer.append(
            custom
              ?? CallForm.responses.adding(
                call.metadata, of: provider,
                to: .object([
                  "type": "function_call", "call_id": call.id, "name": name,
                  "arguments": call.argumentObject.jsonString(.compact),
                ])), call.metadata)
        }
      case .toolOutput(let output):
        items += answer.end()
        items.append(
          .object([
            "type": customCalls.contains(output.id)
              ? "custom_tool_call_output" : "function_call_output",
            "call_id": output.id,
            "output": entry.attachments.isEmpty
              ? GeneratedContent(entry.segments.joinedText)
              : GeneratedContent(
                elements: try draft.parts(of: entry, in: ResponsesAttachments())),
          ]))
      case .reasoning(let reasoning):
        // The signature is the complete item.
        guard let signed = draft.ownReasoning(reasoning), let item = draft.signedItem(signed)
        else { continue }
        answer.append(item, reasoning.metadata)
      }
    }
    return (items + answer.end(), chain.fingerprint, stored)
  }
}

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
