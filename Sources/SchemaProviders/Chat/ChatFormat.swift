import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// Requests to Chat Completions (`POST {base}/chat/completions`).
struct ChatFormat: BatchFormat {
  let model: String
  let baseURL: String
  let headers: [String: String]
  private(set) var keyField = KeyField.bearer
  private(set) var cache = PromptCache()
  let quirks: ChatQuirks
  /// The properties that the caller adds to each body.
  private(set) var extraBody = ExtraBody()
  /// `true` if the provider accepts batches.
  private(set) var hasBatches = false
  private(set) var isStream = true

  var takesAttachments: Bool { true }
  var requestIDHeader: String { "x-request-id" }
  var dialect: any SchemaDialect { quirks.dialect }
  var toolDialect: any SchemaDialect { quirks.toolDialect }
  var provider: String { quirks.provider }
  var providerID: String { quirks.identifier }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, ChatReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let sampling = try sampling(request.generationOptions, &notes)
    let effort = request.contextOptions.reasoningLevel?.effort
    if effort != nil, !quirks.has(.reasoningEffort) { try notes.leaveOut("reasoning level") }
    let adjustments = schemas.adjustments
    let schemas = try RequestSchemas(request, tools: request.enabledToolDefinitions, from: schemas)
    var attachments = AttachmentWriter(provider: provider)
    let request = attachments.leavingOutAnswers(schemas.request, &notes)
    let areStrict = areStrict(schemas, &notes)
    let tools = schemas.tools.map { tool in
      let name = names.safeName(for: tool.definition.name)
      let isStrict = areStrict && tool.definition.isStrict
      let written = schemas.writtenTools.tool(tool, named: name, isStrict: isStrict) {
        .object([
          "type": "function",
          "function": GeneratedContent.object([
            "name": name, "description": tool.definition.description,
            "strict": isStrict ? true : nil, "parameters": tool.parameters.content,
          ]),
        ])
      }
      return attachments.standIn(for: written)
    }
    let enforcement = enforcement(withTools: !tools.isEmpty, adjustments)
    if adjustments.contains(.promptedSchema) {
      notes.note(
        "\(provider) accepts no schema for the model '\(model)'. The schema was put into the "
          + "prompt, and the answer was checked against it.")
    }
    let isStream =
      self.isStream && (enforcement?.allowsStream != false || request.schema == nil)
    let instruction = schemas.instruction(
      isEnforced: enforcement != nil, isShown: enforcement?.isShown == true)
    adjustments.addNotes(of: provider, to: &notes)
    var isRequired = request.generationOptions.toolCallingMode == .required && !tools.isEmpty
    if isRequired, quirks.has(.optionalCallsWhileThinking), !extraBody.disablesThinking {
      notes.note(
        "\(provider) cannot require calls of tools while the model thinks. The model was allowed "
          + "to call them.")
      isRequired = false
    }
    let limit = request.generationOptions.maximumResponseTokens
    let body = GeneratedContent.object([
      "model": model, "stream": isStream ? true : nil, "prompt_cache_key": cache.key,
      "prompt_cache_options": cache.marks?.options,
      "stream_options": isStream && !quirks.has(.unaskedUsage)
        && !adjustments.contains(.noStreamOptions)
        ? GeneratedContent.object(["include_usage": true]) : nil,
      "max_completion_tokens": quirks.has(.newTokenLimit) ? limit : nil,
      "max_tokens": quirks.has(.newTokenLimit) ? nil : limit,
      "temperature": sampling.temperature, "top_p": sampling.probabilityThreshold,
      "top_k": sampling.topK,
      "seed": quirks.seed?.name == .seed ? sampling.seed : nil,
      "random_seed": quirks.seed?.name == .randomSeed ? sampling.seed : nil,
      "reasoning_effort": quirks.has(.reasoningEffort) ? effort : nil,
      "messages": try messages(
        request, adding: instruction, &names, &notes, &attachments),
      "tools": tools.isEmpty ? nil : tools,
      "tool_choice": isRequired ? "required" : nil,
      "response_format": enforcement.flatMap { enforcement in
        request.schema.map {
          responseFormat($0, enforcement, schemas, &names, &attachments)
        }
      },
      // Otherwise providers silently drop parameters that they do not know.
      "provider": quirks.has(.routing) && (request.schema != nil || !tools.isEmpty)
        ? GeneratedContent.object(["require_parameters": true]) : nil,
    ])
    let wireRequest = try post(
      try extraBody.added(to: body, provider: provider), attaching: attachments.bodyParts,
      to: baseURL, "chat/completions", headers: headers(key: key),
      accept: isStream ? "text/event-stream" : "application/json")
    return (
      wireRequest,
      ChatReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes),
        reasoning: quirks.reasoning)
    )
  }

  private func sampling(
    _ options: GenerationOptions, _ notes: inout OptionNotes
  ) throws -> SamplingOptions {
    guard let seed = quirks.seed else {
      return try SamplingOptions(options, supported: quirks.sampling, &notes)
    }
    return try SamplingOptions(
      options, supported: quirks.sampling.union([.seed]), largestSeed: seed.largest, &notes)
  }

  /// The enforcement of the schema of an answer; `nil` if the schema has to be in the prompt.
  private func enforcement(
    withTools hasTools: Bool, _ adjustments: RequestAdjustments
  ) -> ChatQuirks.Enforcement? {
    guard !adjustments.contains(.promptedSchema), let enforcement = quirks.enforcement,
      enforcement.allowsTools || !hasTools
    else { return nil }
    return enforcement
  }

  /// `true` if the tools of a request can be strict; some servers require all tools to be strict.
  private func areStrict(_ schemas: RequestSchemas, _ notes: inout OptionNotes) -> Bool {
    switch quirks.tools {
    case .unmarked, .declared: return false
    case .strict: return true
    case .strictTogether: break
    }
    guard schemas.tools.allSatisfy(\.definition.isStrict) else { return false }
    guard schemas.tools.contains(where: { $0.parameters.content.hasInnerEmptyObject }) else {
      return true
    }
    notes.note(
      "\(provider) enforces no schema of a tool if one contains an object without properties. "
        + "Give that object properties.")
    return false
  }

  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? {
    guard quirks.enforcement?.allowsStream == false, request.schema != nil,
      case .providerFailure(let failure) = error, failure.statusCode == 400,
      failure.debugDescription.contains("does not support response format")
    else { return .leavingOutField(after: error, of: request) }
    return .promptedSchema
  }

  var batchInterface: (any BatchInterface)? {
    hasBatches ? OpenAIBatches(endpoint: "/v1/chat/completions") : nil
  }

  var withoutStream: ChatFormat {
    var format = self
    format.isStream = false
    return format
  }

  func headers(key: String?) -> [String: String] { headers.merging(keyField.header(key)) { $1 } }

  private func responseFormat(
    _ schema: GenerationSchema, _ enforcement: ChatQuirks.Enforcement, _ schemas: RequestSchemas,
    _ names: inout SafeNames, _ attachments: inout AttachmentWriter
  ) -> GeneratedContent {
    .object([
      "type": "json_schema",
      "json_schema": GeneratedContent.object([
        "name": names.safeName(for: schema.name), "strict": enforcement.isStrict ? true : nil,
        "schema": schemas.answer.map { attachments.standIn(for: $0) },
      ]),
    ])
  }

  /// The messages of a transcript.
  ///
  /// The message with the calls of tools also has the text before the calls, and the reasoning, if
  /// the server wants reasoning back. Attachments of outputs follow all outputs, in a message of
  /// the user.
  private func messages(
    _ request: LanguageModelExecutorGenerationRequest, adding instruction: String?,
    _ names: inout SafeNames, _ notes: inout OptionNotes, _ attachments: inout AttachmentWriter
  ) throws -> [GeneratedContent] {
    var messages: [GeneratedContent] = []
    if let text = request.instructions(adding: instruction) {
      messages.append(.object(["role": "system", "content": text]))
    }
    var callIDs = CallIDs(areShort: quirks.has(.shortCallIDs))
    var textBeforeCalls: String?
    var signed: ProviderReasoning?
    func appendText() {
      guard let text = textBeforeCalls else { return }
      messages.append(
        .object([
          "role": "assistant", "content": text, "reasoning_details": details(signed, &notes),
        ]))
      textBeforeCalls = nil
      signed = nil
    }
    var outputParts: [GeneratedContent] = []
    func appendOutputParts() {
      guard !outputParts.isEmpty else { return }
      MessageTurns.append(.object(["role": "user", "content": outputParts]), to: &messages)
      outputParts = []
    }
    for entry in request.transcript {
      if case .toolOutput = entry {} else { appendOutputParts() }
      switch entry {
      case .instructions: break
      case .prompt:
        appendText()
        signed = nil
        let content = try content(of: entry, &attachments, &notes)
        MessageTurns.append(.object(["role": "user", "content": content]), to: &messages)
      case .response(let response):
        appendText()
        textBeforeCalls = response.text
      case .toolCalls(let calls):
        var message: [(String, any ConvertibleToGeneratedContent)] = [
          ("role", "assistant"),
          (
            "content", textBeforeCalls.map { GeneratedContent($0) } ?? GeneratedContent(kind: .null)
          ),
          ("tool_calls", calls.map { self.call($0, callIDs.id(of: $0.id), &names) }),
        ]
        if quirks.reasoning == .content {
          message.append(("reasoning_content", signed?.signature ?? ""))
        }
        if let details = details(signed, &notes) { message.append(("reasoning_details", details)) }
        messages.append(
          GeneratedContent(properties: message, uniquingKeysWith: { first, _ in first }))
        textBeforeCalls = nil
        signed = nil
      case .toolOutput(let output):
        messages.append(
          .object([
            "role": "tool", "content": entry.textWithoutAttachments,
            "tool_call_id": callIDs.id(of: output.id),
          ]))
        outputParts += try parts(ofOutput: output, entry, &attachments, &notes)
      case .reasoning(let reasoning):
        guard let own = ProviderReasoning(reasoning, of: provider, &notes) else { break }
        // Reasoning may follow the text that it belongs to, since some servers send reasoning at
        // the end.
        if signed != nil { appendText() }
        signed = own
      }
    }
    appendText()
    appendOutputParts()
    return messages
  }

  /// The reasoning as the list in which it arrived.
  private func details(
    _ signed: ProviderReasoning?, _ notes: inout OptionNotes
  ) -> GeneratedContent? {
    quirks.reasoning == .details ? signed?.readSignature(&notes) : nil
  }

  private func call(
    _ call: Transcript.ToolCall, _ id: String, _ names: inout SafeNames
  ) -> GeneratedContent {
    CallForm.chat.adding(
      call.metadata, of: provider,
      to: .object([
        "id": id, "type": "function",
        "function": GeneratedContent.object([
          "name": names.safeName(for: call.toolName),
          "arguments": call.argumentObject.jsonString(.compact),
        ]),
      ]))
  }
}

extension GeneratedContent {
  /// `true` if a schema contains, below its root, an object without properties.
  fileprivate var hasInnerEmptyObject: Bool {
    var pending = [self]
    var isRoot = true
    while let schema = pending.popLast() {
      switch schema.shape {
      case .object:
        if !isRoot, schema.text(named: "type") == "object",
          (schema.property(named: "properties")?.childCount ?? 0) == 0
        {
          return true
        }
        isRoot = false
        pending += schema.properties.map(\.content)
      case .array: pending += schema.elementList
      default: break
      }
    }
    return false
  }
}
