import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions
import SchemaText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests to Gemini (`POST {base}/models/{model}:streamGenerateContent`).
struct GeminiFormat: BatchFormat, TokenCountingFormat {
  let model: String
  let baseURL: String
  /// `true` if the model accepts tools and a schema in one request.
  let combinesToolsAndSchemas: Bool
  private(set) var keyField = KeyField.named("x-goog-api-key")
  /// The name of a cache with the instructions and the tools.
  ///
  /// Requests with a cache leave these out.
  private(set) var cachedContent: String?
  /// `true` if Vertex AI runs the model.
  private(set) var isOnVertex = false
  /// `true` if the provider accepts batches.
  private(set) var hasBatches = false
  /// `true` for requests that count tokens, and get no answer.
  private(set) var isCount = false

  let provider = "Gemini"
  let providerID = "gcp.gemini"
  let takesAttachments = true
  let requestIDHeader = "x-request-id"
  var dialect: any SchemaDialect { GeminiDialect() }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, GeminiReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    schemas.adjustments.addNotes(of: provider, to: &notes)
    let schemas = try RequestSchemas(request, tools: request.enabledToolDefinitions, from: schemas)
    var attachments = AttachmentWriter(provider: provider)
    let request = attachments.leavingOutAnswers(schemas.request, &notes)
    let tools = schemas.tools.map { tool in
      let name = names.safeName(for: tool.definition.name)
      let written = schemas.writtenTools.tool(tool, named: name, isStrict: false) {
        .object([
          "name": name, "description": tool.definition.description,
          "parametersJsonSchema": tool.parameters.content,
        ])
      }
      return attachments.standIn(for: written)
    }
    let isEnforced = combinesToolsAndSchemas || tools.isEmpty
    let instruction = schemas.instruction(isEnforced: isEnforced, isShown: true)
    let isRequired = request.generationOptions.toolCallingMode == .required && !tools.isEmpty
    if cachedContent != nil { try checkToolCalling(request, isRequired: isRequired, &notes) }
    // Without a mode, the schemas of tools are not enforced.
    let mode: String? =
      if isRequired {
        "ANY"
      } else if schemas.tools.contains(where: \.definition.isStrict),
        GeminiGeneration(model: model).validatesCalls
      {
        "VALIDATED"
      } else {
        nil
      }
    let generation = try generationConfig(
      request, isEnforced ? schemas.answer.map { attachments.standIn(for: $0) } : nil,
      &notes)
    var body = GeneratedContent.object([
      "model": isCount && !isOnVertex ? modelName : nil,
      "cachedContent": cachedContent,
      "systemInstruction": cachedContent != nil
        ? nil
        : request.instructions(adding: instruction)
          .map { GeneratedContent.object(["parts": [GeneratedContent.object(["text": $0])]]) },
      "contents": try contents(
        request.transcript, adding: cachedContent == nil ? nil : instruction, &names, &notes,
        &attachments),
      "tools": tools.isEmpty || cachedContent != nil
        ? nil : [GeneratedContent.object(["functionDeclarations": tools])],
      "toolConfig": cachedContent != nil || isCount && isOnVertex
        ? nil
        : mode.map { mode in
          GeneratedContent.object([
            "functionCallingConfig": GeneratedContent.object(["mode": mode])
          ])
        },
      "generationConfig": generation.childCount == 0 ? nil : generation,
    ])
    // The Gemini API counts all parts of a request only if the body contains the request as a
    // property. Vertex AI counts them without this property.
    if isCount, !isOnVertex { body = .object(["generateContentRequest": body]) }
    let wireRequest = try post(
      body, attaching: attachments.bodyParts, to: baseURL,
      "\(modelPath):\(isCount ? "countTokens" : "streamGenerateContent?alt=sse")",
      headers: headers(key: key), accept: isCount ? "application/json" : "text/event-stream")
    return (
      wireRequest,
      GeminiReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: names, notes: notes.notes))
    )
  }

  var countsTokens: Bool { true }

  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas,
    answer: @Sendable (TransportRequest) async throws -> GeneratedContent
  ) async throws -> Int? {
    var format = self
    format.isCount = true
    let request = try format.request(for: request, key: key, schemas: schemas).0
    return try await answer(request).count("totalTokens")
  }

  var batchInterface: (any BatchInterface)? {
    hasBatches ? GeminiBatches(modelPath: modelPath) : nil
  }

  var withoutStream: GeminiFormat { self }

  func headers(key: String?) -> [String: String] { keyField.header(key) }

  /// The full name of the model.
  ///
  /// A name such as `tunedModels/recipes` is already a full name.
  private var modelName: String {
    ["models/", "tunedModels/"].contains { model.hasPrefix($0) } ? model : "models/\(model)"
  }

  /// The full name as a path of an address, with each segment escaped.
  private var modelPath: String {
    modelName.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).pathSegment }.joined(separator: "/")
  }

  /// Notes that a request with a cache cannot require or disallow calls of tools, since the cache
  /// has the configuration of tools.
  private func checkToolCalling(
    _ request: LanguageModelExecutorGenerationRequest, isRequired: Bool, _ notes: inout OptionNotes
  ) throws {
    if isRequired { try notes.leaveOut("required tool calls") }
    // The cache has the tools of the session even if the request has none.
    if request.generationOptions.toolCallingMode == .disallowed,
      !request.transcript.instructedTools.isEmpty
    {
      try notes.leaveOut("disallowed tool calls")
    }
  }

  private func generationConfig(
    _ request: LanguageModelExecutorGenerationRequest, _ schema: GeneratedContent?,
    _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    let sampling = try SamplingOptions(
      request.generationOptions, supported: [.temperature, .topK, .probabilityThreshold, .seed],
      largestSeed: UInt64(Int32.max), &notes)
    let thinking = try request.contextOptions.reasoningLevel.map { try thinkingConfig($0, &notes) }
    return .object([
      "temperature": sampling.temperature, "topP": sampling.probabilityThreshold,
      "topK": sampling.topK, "seed": sampling.seed,
      "maxOutputTokens": request.generationOptions.maximumResponseTokens,
      "responseMimeType": schema.map { _ in "application/json" }, "responseJsonSchema": schema,
      "thinkingConfig": thinking,
    ])
  }

  private func thinkingConfig(
    _ level: ContextOptions.ReasoningLevel, _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    guard GeminiGeneration(model: model).hasThinkingBudget else {
      return .object(["includeThoughts": true, "thinkingLevel": level.effort.uppercased()])
    }
    let budget =
      switch level {
      case .light: 1_024
      case .moderate: 8_192
      case .deep: 24_576
      case .custom(let text): Int(text)
      }
    if budget == nil { try notes.leaveOut("reasoning level that is not a number of tokens") }
    return .object(["includeThoughts": true, "thinkingBudget": budget])
  }

  private func contents(
    _ transcript: Transcript, adding instruction: String?, _ names: inout SafeNames,
    _ notes: inout OptionNotes, _ attachments: inout AttachmentWriter
  ) throws -> [GeneratedContent] {
    var turns = MessageTurns()
    var answer = AnswerParts<GeneratedContent>()
    // A call has an identifier only if the server sent one.
    var serverIDs: [String: String] = [:]
    func appendUserPart(_ part: GeneratedContent) {
      for part in answer.end() { turns.append(part, to: "model") }
      turns.append(part, to: "user")
    }
    for entry in transcript {
      switch entry {
      case .instructions: break
      case .prompt:
        for part in try parts(of: entry, &attachments, &notes) { appendUserPart(part) }
      case .response(let response):
        for part in parts(of: response) { answer.append(part, response.metadata) }
      case .toolCalls(let calls):
        for call in calls {
          serverIDs[call.id] = call.metadata[GeminiReader.callIDKey]?.text
          answer.append(
            CallForm.gemini.adding(
              call.metadata, of: provider,
              to: .object([
                "functionCall": GeneratedContent.object([
                  "id": serverIDs[call.id], "name": names.safeName(for: call.toolName),
                  "args": call.argumentObject,
                ]), "thoughtSignature": call.metadata[GeminiReader.signatureKey]?.text,
              ])), call.metadata)
        }
      case .toolOutput(let output):
        let (inside, after) = try outputParts(of: entry, &attachments, &notes)
        appendUserPart(
          .object([
            "functionResponse": GeneratedContent.object([
              "id": serverIDs[output.id], "name": names.safeName(for: output.toolName),
              "response": GeneratedContent.object(["output": entry.textWithoutAttachments]),
              "parts": inside.isEmpty ? nil : inside,
            ])
          ]))
        for part in after { appendUserPart(part) }
      case .reasoning(let reasoning):
        guard let signed = ProviderReasoning(reasoning, of: provider, &notes),
          let part = signed.isItem ? signed.readSignature(&notes) : Self.part(signed)
        else { continue }
        answer.append(part, reasoning.metadata)
      }
    }
    for part in answer.end() { turns.append(part, to: "model") }
    if let instruction { appendUserPart(.object(["text": instruction])) }
    return turns.messages(parts: "parts")
  }

  /// Reasoning as a part, with its signature.
  private static func part(_ signed: ProviderReasoning) -> GeneratedContent {
    .object(["text": signed.text, "thought": true, "thoughtSignature": signed.signature])
  }

  /// The parts of an answer's text, each with its signature.
  private func parts(of response: Transcript.Response) -> [GeneratedContent] {
    let value = response.metadata[GeminiReader.signatureKey]
    let signatures = (try? value?.value([String].self)) ?? value?.text.map { [$0] } ?? []
    // If the number of segments has changed, the signatures no longer belong to the segments.
    let areOfSegments = signatures.count == response.segments.count
    return response.segments.indices.compactMap { index in
      let text = [response.segments[index]].joinedText
      let signature = areOfSegments && !signatures[index].isEmpty ? signatures[index] : nil
      // The interface rejects empty parts.
      return text.isEmpty ? nil : .object(["text": text, "thoughtSignature": signature])
    }
  }
}
