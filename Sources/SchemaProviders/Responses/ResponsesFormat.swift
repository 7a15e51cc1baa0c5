import SchemaContent
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
  /// `true` if the provider accepts batches.
  private(set) var hasBatches = false
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
  var takesAttachments: Bool { true }
  var requestIDHeader: String { "x-request-id" }
  var dialect: any SchemaDialect { OpenAIDialect() }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, ResponsesReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let sampling = try SamplingOptions(
      request.generationOptions, supported: [.temperature, .probabilityThreshold], &notes)
    schemas.adjustments.addNotes(of: provider, to: &notes)
    let sendsAll = !storesResponses || schemas.adjustments.contains(.completeConversation)
    let customTools =
      takesCustomTools
      ? try ResponsesCustomTools.names(among: request.enabledToolDefinitions, in: schemas) : []
    let schemas = try RequestSchemas(
      request, tools: request.enabledToolDefinitions, texts: customTools, from: schemas)
    var attachments = AttachmentWriter(provider: provider)
    let request = attachments.leavingOutAnswers(schemas.request, &notes)
    let tools = schemas.tools.map { tool in
      let definition = tool.definition
      let name = names.safeName(for: definition.name)
      guard !customTools.contains(definition.name) else {
        return ResponsesCustomTools.tool(definition, name: name)
      }
      let written = schemas.writtenTools.tool(tool, named: name, isStrict: definition.isStrict) {
        .object([
          "type": "function", "name": name, "description": definition.description,
          "strict": definition.isStrict, "parameters": tool.parameters.content,
        ])
      }
      return attachments.standIn(for: written)
    }
    let isRequired = request.generationOptions.toolCallingMode == .required && !tools.isEmpty
    let text = request.schema.map { schema in
      GeneratedContent.object([
        "format": GeneratedContent.object([
          "type": "json_schema", "name": names.safeName(for: schema.name), "strict": true,
          "schema": schemas.answer.map { attachments.standIn(for: $0) },
        ])
      ])
    }
    let input = try input(request.transcript, customTools, &names, &notes, &attachments)
    let stored = sendsAll ? nil : input.stored
    let body = GeneratedContent.object([
      "model": model, "stream": isStream ? true : nil, "store": storesResponses,
      "previous_response_id": stored?.id, "prompt_cache_key": cache.key,
      "prompt_cache_options": cache.marks?.options,
      "include": included,
      "instructions": request.instructions(),
      "max_output_tokens": request.generationOptions.maximumResponseTokens,
      "temperature": sampling.temperature, "top_p": sampling.probabilityThreshold,
      "reasoning": reasoningOptions(at: request.contextOptions.reasoningLevel),
      "input": stored.map { Array(input.items[$0.count...]) } ?? input.items,
      "tools": tools.isEmpty ? nil : tools, "tool_choice": isRequired ? "required" : nil,
      "text": text,
    ])
    let wireRequest = try post(
      body, attaching: attachments.bodyParts, to: baseURL, "responses", headers: headers(key: key))
    return (
      wireRequest,
      ResponsesReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes),
        storedAfter: storesResponses ? input.fingerprint : nil,
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

  var batchInterface: (any BatchInterface)? {
    hasBatches ? OpenAIBatches(endpoint: "/v1/responses") : nil
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
    _ transcript: Transcript, _ customTools: Set<String>, _ names: inout SafeNames,
    _ notes: inout OptionNotes, _ attachments: inout AttachmentWriter
  ) throws -> (
    items: [GeneratedContent], fingerprint: String, stored: (id: String, count: Int)?
  ) {
    var items: [GeneratedContent] = []
    var answer = AnswerParts<GeneratedContent>()
    var chain = StoredChain()
    var stored: (id: String, count: Int)?
    var customCalls: Set<String> = []
    for entry in transcript {
      if chain.add(entry) {
        items += answer.end()
        stored = chain.lastID.map { ($0, items.count) }
      }
      switch entry {
      case .instructions: break
      case .prompt:
        let parts = try parts(of: entry, &attachments, &notes)
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
          let name = names.safeName(for: call.toolName)
          let custom = ResponsesCustomTools.call(call, name: name, among: customTools)
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
            "output": try self.output(entry, &attachments, &notes),
          ]))
      case .reasoning(let reasoning):
        // The signature is the complete item.
        guard let signed = ProviderReasoning(reasoning, of: provider, &notes),
          let item = signed.readSignature(&notes)
        else { continue }
        answer.append(item, reasoning.metadata)
      }
    }
    return (items + answer.end(), chain.fingerprint, stored)
  }
}
