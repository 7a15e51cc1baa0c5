import SchemaContent
import SchemaDialects
package import SchemaEncoding
import SchemaModel
package import SchemaSessions

/// Requests to OpenAI's Responses (`POST {base}/responses`).
///
/// Nothing is stored on the server: each request has the whole conversation, with the thoughts in
/// the encrypted form in which they came.
package struct ResponsesFormat: WireFormat {
  let model: String
  package let baseURL: String
  let headers: [String: String]
  var keyField = KeyField.bearer
  /// What routes requests with the same beginning to one cache.
  var promptCacheKey: String?
  /// Whether the model thinks, so that its thoughts are asked for.
  let isReasoning: Bool

  package let provider = "OpenAI"
  package let takesAttachments = true
  package let requestIDHeader = "x-request-id"
  package var dialect: any SchemaDialect { OpenAIDialect() }

  package func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, ResponsesReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let sampling = try SamplingOptions(
      request.generationOptions, supported: [.temperature, .probabilityThreshold], &notes)
    let schemas = try RequestSchemas(request, tools: request.enabledToolDefinitions, from: schemas)
    var attachments = AttachmentWriter(provider: provider)
    let request = attachments.leavingOutAnswers(schemas.request, &notes)
    let tools = schemas.tools.map { tool, parameters in
      GeneratedContent.object([
        "type": "function", "name": names.safeName(for: tool.name),
        "description": tool.description, "strict": true,
        "parameters": parameters,
      ])
    }
    let isRequired = request.generationOptions.toolCallingMode == .required && !tools.isEmpty
    let text = request.schema.map { schema in
      GeneratedContent.object([
        "format": GeneratedContent.object([
          "type": "json_schema", "name": names.safeName(for: schema.name), "strict": true,
          "schema": schemas.answer,
        ])
      ])
    }
    let body = GeneratedContent.object([
      "model": model, "stream": true, "store": false, "prompt_cache_key": promptCacheKey,
      "include": isReasoning ? ["reasoning.encrypted_content"] : nil,
      "instructions": request.instructions(),
      "max_output_tokens": request.generationOptions.maximumResponseTokens,
      "temperature": sampling.temperature, "top_p": sampling.probabilityThreshold,
      "reasoning": request.contextOptions.reasoningLevel
        .map { GeneratedContent.object(["effort": $0.effort]) },
      "input": try input(request.transcript, &names, &notes, &attachments),
      "tools": tools.isEmpty ? nil : tools, "tool_choice": isRequired ? "required" : nil,
      "text": text,
    ])
    var headers = headers
    headers.merge(keyField.header(key)) { $1 }
    let wireRequest = try post(
      body, attaching: attachments.media, to: baseURL, "responses", headers: headers)
    return (
      wireRequest,
      ResponsesReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes))
    )
  }

  private func input(
    _ transcript: Transcript, _ names: inout SafeNames, _ notes: inout OptionNotes,
    _ attachments: inout AttachmentWriter
  ) throws -> [GeneratedContent] {
    var items: [GeneratedContent] = []
    var answer = AnswerParts<GeneratedContent>()
    for entry in transcript {
      switch entry {
      case .instructions: break
      case .prompt:
        let parts = try parts(of: entry, &attachments, &notes)
        items += answer.end()
        items.append(.object(["type": "message", "role": "user", "content": parts]))
      case .response(let response):
        answer.append(
          .object([
            "type": "message", "role": "assistant",
            "phase": response.metadata[ResponsesReader.phaseKey]?.text,
            "content": response.text,
          ]), response.metadata)
      case .toolCalls(let calls):
        for call in calls {
          answer.append(
            .object([
              "type": "function_call", "call_id": call.id,
              "name": names.safeName(for: call.toolName),
              "arguments": call.arguments.jsonString(.compact),
            ]), call.metadata)
        }
      case .toolOutput(let output):
        items += answer.end()
        items.append(
          .object([
            "type": "function_call_output", "call_id": output.id,
            "output": try self.output(entry, &attachments, &notes),
          ]))
      case .reasoning(let reasoning):
        // The signature is the whole item.
        if let thought = ProviderReasoning(reasoning, of: provider, &notes) {
          answer.append(try GeneratedContent(json: thought.signature), reasoning.metadata)
        }
      }
    }
    return items + answer.end()
  }
}
