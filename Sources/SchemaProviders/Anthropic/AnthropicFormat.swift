import SchemaContent
import SchemaDialects
package import SchemaEncoding
import SchemaModel
package import SchemaSessions

/// Requests to Anthropic's Messages (`POST {base}/v1/messages`).
package struct AnthropicFormat: WireFormat {
  /// The first version of the interface that takes no parameters of sampling, and keys as bearer tokens.
  private static let versionWithoutSampling = "2026-10-21"

  /// How many tools of a request may be strict.
  private static let strictTools = 20

  let model: String
  package let baseURL: String
  let version: String
  /// The largest number of tokens of an answer where the options say nothing; the interface wants one.
  let maximumResponseTokens: Int

  package let provider = "Anthropic"
  package let requestIDHeader = "request-id"
  package var dialect: any SchemaDialect { AnthropicDialect() }

  private var isNew: Bool { version >= AnthropicFormat.versionWithoutSampling }

  package func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, AnthropicReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let sampling = try SamplingOptions(
      request.generationOptions,
      supported: isNew ? [] : [.temperature, .topK, .probabilityThreshold], &notes)
    let schemas = try RequestSchemas(request, tools: request.offeredTools, from: schemas)
    let request = schemas.request
    let strict = schemas.strictTools(within: dialect.rules.limits, count: Self.strictTools)
    let tools = schemas.tools.enumerated().map { index, offered in
      let (tool, parameters) = offered
      if !strict.contains(index) {
        notes.note(
          "\(provider) cannot hold the arguments of the tool '\(tool.name)' to their schema: a request has"
            + " at most \(Self.strictTools) strict tools, 24 optional properties and 16 unions. Offer fewer"
            + " tools, or make properties required.")
      }
      return GeneratedContent.object([
        "name": names.safeName(for: tool.name), "description": tool.description,
        "strict": strict.contains(index) ? true : nil, "input_schema": parameters,
      ])
    }
    let mayCall = !request.enabledToolDefinitions.isEmpty
    let isRequired = mayCall && request.generationOptions.toolCallingMode == .required
    let toolChoice: String? =
      if isRequired { "any" } else if mayCall || tools.isEmpty { nil } else { "none" }
    var effort = request.contextOptions.reasoningLevel?.effort
    if isRequired, effort != nil {
      try notes.leaveOut("reasoning level beside required tool calls")
      effort = nil
    }
    let format = schemas.answer.map { schema in
      GeneratedContent.object(["type": "json_schema", "schema": schema])
    }
    let body = GeneratedContent.object([
      "model": model,
      "max_tokens": request.generationOptions.maximumResponseTokens ?? maximumResponseTokens,
      "stream": true, "temperature": sampling.temperature,
      "top_p": sampling.probabilityThreshold, "top_k": sampling.topK,
      "system": request.instructions(),
      "messages": messages(request.transcript, &names, &notes),
      "tools": tools.isEmpty ? nil : tools,
      "tool_choice": toolChoice.map { GeneratedContent.object(["type": $0]) },
      "thinking": effort.map { _ in GeneratedContent.object(["type": "adaptive"]) },
      "output_config": effort == nil && format == nil
        ? nil : GeneratedContent.object(["effort": effort, "format": format]),
    ])
    var headers = ["anthropic-version": version]
    if let key { headers[isNew ? "authorization" : "x-api-key"] = isNew ? "Bearer \(key)" : key }
    let wireRequest = try post(body, to: baseURL, "v1/messages", headers: headers)
    return (
      wireRequest,
      AnthropicReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes))
    )
  }

  /// The messages of a transcript, in turns of the user and the model.
  ///
  /// All outputs of tools that belong together are in one message.
  private func messages(
    _ transcript: Transcript, _ names: inout SafeNames, _ notes: inout OptionNotes
  ) -> [GeneratedContent] {
    var turns = MessageTurns()
    for entry in transcript {
      switch entry {
      case .instructions: break
      case .prompt(let prompt):
        turns.append(
          .object(["type": "text", "text": prompt.segments.joinedText]), to: "user")
      case .response(let response):
        // The interface rejects a text that is empty.
        let text = response.text
        if !text.isEmpty { turns.append(.object(["type": "text", "text": text]), to: "assistant") }
      case .toolCalls(let calls):
        for call in calls {
          turns.append(
            .object([
              "type": "tool_use", "id": call.id, "name": names.safeName(for: call.toolName),
              "input": call.argumentObject,
            ]), to: "assistant")
        }
      case .toolOutput(let output):
        turns.append(
          .object([
            "type": "tool_result", "tool_use_id": output.id,
            "content": output.segments.joinedText,
          ]), to: "user")
      case .reasoning(let reasoning):
        if let thought = ProviderReasoning(reasoning, of: provider, &notes) {
          turns.append(block(thought), to: "assistant")
        }
      }
    }
    return turns.messages(parts: "content")
  }

  private func block(_ thought: ProviderReasoning) -> GeneratedContent {
    thought.kind == AnthropicReader.redacted
      ? .object(["type": thought.kind, "data": thought.signature])
      : .object(["type": "thinking", "thinking": thought.text, "signature": thought.signature])
  }
}
