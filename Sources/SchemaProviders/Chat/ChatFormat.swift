package import SchemaEncoding
import SchemaModel
package import SchemaSessions

/// Requests to Chat Completions (`POST {base}/chat/completions`).
package struct ChatFormat: WireFormat {
  let model: String
  package let baseURL: String
  let headers: [String: String]
  let quirks: ChatQuirks

  package let requestIDHeader = "x-request-id"
  package var dialect: any SchemaDialect { quirks.dialect }
  package var provider: String { quirks.provider }

  package func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, ChatReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let sampling = try SamplingOptions(
      request.generationOptions, supported: quirks.sampling, largestSeed: quirks.largestSeed, &notes
    )
    let effort = request.contextOptions.reasoningLevel?.effort
    if effort != nil, !quirks.takesReasoningEffort { try notes.leaveOut("reasoning level") }
    let schemas = try RequestSchemas(request, tools: request.enabledToolDefinitions, from: schemas)
    let request = schemas.request
    let tools = schemas.tools.map { tool, parameters in
      GeneratedContent.object([
        "type": "function",
        "function": GeneratedContent.object([
          "name": names.safeName(for: tool.name), "description": tool.description,
          "strict": quirks.isStrict ? true : nil,
          "parameters": parameters,
        ]),
      ])
    }
    let isEnforced = quirks.takesSchemas && (quirks.takesSchemaBesideTools || tools.isEmpty)
    let instruction = schemas.instruction(
      isEnforced: isEnforced, isShown: quirks.showsSchemas)
    let isRequired = request.generationOptions.toolCallingMode == .required && !tools.isEmpty
    let limit = request.generationOptions.maximumResponseTokens
    let body = GeneratedContent.object([
      "model": model, "stream": true,
      "stream_options": GeneratedContent.object(["include_usage": true]),
      "max_completion_tokens": quirks.hasNewTokenLimit ? limit : nil,
      "max_tokens": quirks.hasNewTokenLimit ? nil : limit,
      "temperature": sampling.temperature, "top_p": sampling.probabilityThreshold,
      "top_k": sampling.topK, "seed": sampling.seed,
      "reasoning_effort": quirks.takesReasoningEffort ? effort : nil,
      "messages": messages(request, adding: instruction, &names, &notes),
      "tools": tools.isEmpty ? nil : tools,
      "tool_choice": isRequired ? "required" : nil,
      "response_format": isEnforced
        ? request.schema.map { responseFormat($0, schemas, &names) } : nil,
    ])
    var headers = headers
    if let key { headers["authorization"] = "Bearer \(key)" }
    let wireRequest = try post(body, to: baseURL, "chat/completions", headers: headers)
    return (
      wireRequest,
      ChatReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes))
    )
  }

  private func responseFormat(
    _ schema: GenerationSchema, _ schemas: RequestSchemas, _ names: inout SafeNames
  ) -> GeneratedContent {
    .object([
      "type": "json_schema",
      "json_schema": GeneratedContent.object([
        "name": names.safeName(for: schema.name), "strict": quirks.isStrict ? true : nil,
        "schema": schemas.answer,
      ]),
    ])
  }

  /// The messages of a transcript.
  ///
  /// Text before calls of tools goes into the message of the calls; thoughts are not sent, since
  /// the interface has no place for them.
  private func messages(
    _ request: LanguageModelExecutorGenerationRequest, adding instruction: String?,
    _ names: inout SafeNames, _ notes: inout OptionNotes
  ) -> [GeneratedContent] {
    var messages: [GeneratedContent] = []
    if let text = request.instructions(adding: instruction) {
      messages.append(.object(["role": "system", "content": text]))
    }
    var textBeforeCalls: String?
    for entry in request.transcript {
      if let text = textBeforeCalls, entry.toolCalls == nil {
        messages.append(.object(["role": "assistant", "content": text]))
        textBeforeCalls = nil
      }
      switch entry {
      case .instructions: break
      case .prompt(let prompt):
        messages.append(.object(["role": "user", "content": prompt.segments.joinedText]))
      case .response(let response):
        textBeforeCalls = response.text
      case .toolCalls(let calls):
        messages.append(
          GeneratedContent(properties: [
            "role": "assistant", "content": textBeforeCalls,
            "tool_calls": calls.map { self.call($0, &names) },
          ]))
        textBeforeCalls = nil
      case .toolOutput(let output):
        messages.append(
          .object([
            "role": "tool", "content": output.segments.joinedText, "tool_call_id": output.id,
          ]))
      case .reasoning(let reasoning):
        _ = ProviderReasoning(reasoning, of: provider, &notes)
      }
    }
    if let text = textBeforeCalls {
      messages.append(.object(["role": "assistant", "content": text]))
    }
    return messages
  }

  private func call(_ call: Transcript.ToolCall, _ names: inout SafeNames) -> GeneratedContent {
    .object([
      "id": call.id, "type": "function",
      "function": GeneratedContent.object([
        "name": names.safeName(for: call.toolName),
        "arguments": call.arguments.jsonString(.compact),
      ]),
    ])
  }
}
