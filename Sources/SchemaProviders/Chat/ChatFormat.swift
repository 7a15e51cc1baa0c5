import SchemaContent
import SchemaEncoding
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests to Chat Completions (`POST {base}/chat/completions`).
package struct ChatFormat: WireFormat {
  let model: String
  let baseURL: String
  let headers: [String: String]
  let quirks: ChatQuirks

  package init(model: String, baseURL: String, headers: [String: String], quirks: ChatQuirks) {
    self.model = model
    self.baseURL = baseURL
    self.headers = headers
    self.quirks = quirks
  }

  package var provider: String { quirks.provider }

  package func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?
  ) throws -> (TransportRequest, ChatReader) {
    var names = SafeNames()
    var unsupported = UnsupportedOptions(request, provider: provider)
    var body = ChatBody(model: model)
    body.streamOptions = ChatBody.StreamOptions()
    try apply(request.generationOptions, to: &body, &unsupported)
    try apply(request.contextOptions, to: &body, &unsupported)
    let encoder = SchemaEncoder(dialect: quirks.dialect)
    let tools = try request.enabledToolDefinitions.map { tool in
      ChatBody.Tool(
        function: ChatBody.Tool.Function(
          name: names.safeName(for: tool.name), description: tool.description,
          strict: quirks.isStrict ? true : nil, parameters: try encoder.encode(tool.parameters)))
    }
    if !tools.isEmpty { body.tools = tools }
    if request.generationOptions.toolCallingMode == .required { body.toolChoice = "required" }
    body.messages = messages(request.transcript, &names)
    if let schema = request.schema {
      let encoded = try encoder.encode(schema)
      if quirks.takesSchemas, quirks.takesSchemaBesideTools || tools.isEmpty {
        body.responseFormat = ChatBody.ResponseFormat(
          jsonSchema: ChatBody.ResponseFormat.JSONSchema(
            name: names.safeName(for: schema.name), strict: quirks.isStrict ? true : nil,
            schema: encoded))
      } else {
        body.messages.append(
          ChatBody.Message(
            role: "system",
            content: "Answer with JSON of this schema, and nothing else: \(encoded.jsonString())"))
      }
    }
    let encoded = JSONEncoder()
    encoded.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var fields = headers
    fields["content-type"] = "application/json"
    fields["accept"] = "text/event-stream"
    if let key { fields["authorization"] = "Bearer \(key)" }
    let wireRequest = TransportRequest(
      url: try endpoint(baseURL, "chat/completions"), headers: fields,
      body: try encoded.encodeKeepingSchemaOrder(body))
    return (wireRequest, ChatReader(provider: provider, names: names, notes: unsupported.notes))
  }

  private func apply(
    _ options: GenerationOptions, to body: inout ChatBody, _ unsupported: inout UnsupportedOptions
  ) throws {
    body.temperature = options.temperature
    if quirks.hasNewTokenLimit {
      body.maxCompletionTokens = options.maximumResponseTokens
    } else {
      body.maxTokens = options.maximumResponseTokens
    }
    switch options.samplingMode?.kind {
    case nil:
      break
    case .greedy:
      body.temperature = 0
    case .randomTopK(let k, let seed):
      if quirks.takesTopK { body.topK = k } else { try unsupported.leaveOut("top-k sampling") }
      body.seed = seed
    case .randomProbabilityThreshold(let threshold, let seed):
      body.topP = threshold
      body.seed = seed
    }
  }

  private func apply(
    _ options: ContextOptions, to body: inout ChatBody, _ unsupported: inout UnsupportedOptions
  ) throws {
    guard let level = options.reasoningLevel else { return }
    guard quirks.takesReasoningEffort else { return try unsupported.leaveOut("reasoning level") }
    body.reasoningEffort =
      switch level {
      case .light: "low"
      case .moderate: "medium"
      case .deep: "high"
      case .custom(let name): name
      }
  }

  /// The messages of a transcript. Text that stands before calls of tools goes into their message; thoughts
  /// are not sent, since the interface has no place for them.
  private func messages(_ transcript: Transcript, _ names: inout SafeNames) -> [ChatBody.Message] {
    var messages: [ChatBody.Message] = []
    for entry in transcript {
      switch entry {
      case .instructions(let instructions):
        let text = instructions.segments.joinedText
        if !text.isEmpty { messages.append(ChatBody.Message(role: "system", content: text)) }
      case .prompt(let prompt):
        messages.append(ChatBody.Message(role: "user", content: prompt.segments.joinedText))
      case .response(let response):
        messages.append(
          ChatBody.Message(role: "assistant", content: response.segments.joinedText))
      case .toolCalls(let calls):
        var message = ChatBody.Message(role: "assistant")
        if let last = messages.last, last.role == "assistant", last.toolCalls == nil {
          message = messages.removeLast()
        }
        message.toolCalls = calls.map { call in
          ChatBody.ToolCall(
            id: call.id,
            function: ChatBody.ToolCall.Function(
              name: names.safeName(for: call.toolName), arguments: call.arguments.jsonString))
        }
        messages.append(message)
      case .toolOutput(let output):
        messages.append(
          ChatBody.Message(
            role: "tool", content: output.segments.joinedText, toolCallID: output.id))
      case .reasoning:
        break
      }
    }
    return messages
  }

  package func failure(_ response: FailedResponse) -> ProviderRequestFailure {
    let error = ChatError(response.body)
    return ProviderRequestFailure(
      error.languageModelError(
        provider: provider, status: response.status,
        metadata: response.metadata(requestIDHeader: "x-request-id")),
      status: response.status, headers: response.headers, isFinal: error.isFinal)
  }
}
