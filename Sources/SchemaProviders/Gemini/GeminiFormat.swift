import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions
import SchemaText

/// Requests to Gemini (`POST {base}/models/{model}:streamGenerateContent`).
struct GeminiFormat: BatchFormat, TokenCountingFormat {
  let model: String
  let baseURL: String
  /// `true` if the model accepts tools and a schema in one request; `nil` to decide by its name.
  let combinesToolsAndSchemas: Bool?
  private(set) var keyField = KeyField.named("x-goog-api-key")
  /// The name of a cache with the instructions and the tools.
  ///
  /// Requests with a cache leave these out.
  private(set) var cachedContent: String?
  /// `true` if Vertex AI runs the model.
  private(set) var isOnVertex = false
  /// `true` for requests that count tokens, and get no answer.
  private(set) var isCount = false

  let provider = "Gemini"
  let providerID = "gcp.gemini"
  var dialect: any SchemaDialect { GeminiDialect() }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, GeminiReader) {
    let generation = GeminiGeneration(model: model)
    let isEnforced =
      request.enabledToolDefinitions.isEmpty
      || combinesToolsAndSchemas ?? generation.combinesToolsAndSchemas
    var draft = try RequestDraft(request, for: self, isEnforced: isEnforced, from: schemas)
    let request = draft.request
    let isRequired = draft.requiresCalls
    // Without a mode, the schemas of tools are not enforced.
    let areStrict =
      !isRequired && generation.validatesCalls
      && draft.schemas.tools.contains(where: \.definition.isStrict)
    let tools = draft.tools(strict: { _, _ in areStrict }) {
      $0.function(schema: "parametersJsonSchema")
    }
    let toolStandIns = draft.standIns(for: tools)
    let instruction = try draft.schemas.instruction(isShown: true)
    if cachedContent != nil { try checkToolCalling(in: &draft) }
    let mode: String? = isRequired ? "ANY" : areStrict ? "VALIDATED" : nil
    let configuration = try generationConfig(isEnforced: isEnforced, in: &draft)
    var content = GeneratedContent.object([
      "model": isCount && !isOnVertex ? modelName : nil,
      "cachedContent": cachedContent,
      "systemInstruction": cachedContent != nil
        ? nil
        : request.instructions(adding: instruction)
          .map { GeneratedContent.object(["parts": [GeneratedContent.object(["text": $0])]]) },
      "contents": try contents(
        adding: cachedContent == nil ? nil : instruction, to: &draft),
      "tools": cachedContent != nil
        ? nil : toolStandIns.map { [GeneratedContent.object(["functionDeclarations": $0])] },
      "toolConfig": cachedContent != nil || isCount && isOnVertex
        ? nil
        : mode.map { GeneratedContent.object("functionCallingConfig", ["mode": $0]) },
      "generationConfig": configuration.childCount == 0 ? nil : configuration,
    ])
    // The Gemini API counts all parts of a request only if the body contains the request as a
    // property. Vertex AI counts them without this property.
    if isCount, !isOnVertex { content = .object(["generateContentRequest": content]) }
    let (wireRequest, context) = try post(
      content, of: draft,
      to: "\(modelPath):\(isCount ? "countTokens" : "streamGenerateContent?alt=sse")",
      key: key, accept: isCount ? "application/json" : "text/event-stream")
    return (wireRequest, GeminiReader(context: context, of: draft.body(content)))
  }

  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas,
    answer: @Sendable (TransportRequest) async throws -> GeneratedContent
  ) async throws -> Int? {
    var format = self
    format.isCount = true
    let request = try format.request(for: request, key: key, schemas: schemas).0
    return try await answer(request).count("totalTokens")
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
  var modelPath: String {
    modelName.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).pathSegment }.joined(separator: "/")
  }

  /// Notes that a request with a cache cannot require or disallow calls of tools, since the cache
  /// has the configuration of tools.
  private func checkToolCalling(in draft: inout RequestDraft) throws {
    if draft.requiresCalls { try draft.leaveOut("required tool calls") }
    // The cache has the tools of the session even if the request has none.
    if draft.request.generationOptions.toolCallingMode == .disallowed,
      !draft.request.transcript.instructedTools.isEmpty
    {
      try draft.leaveOut("disallowed tool calls")
    }
  }

  private func generationConfig(
    isEnforced: Bool, in draft: inout RequestDraft
  ) throws -> GeneratedContent {
    let schema = (isEnforced ? draft.schemas.answer : nil).map { draft.standIn(for: $0.document) }
    let sampling = try draft.sampling(
      [.temperature, .topK, .probabilityThreshold, .seed], largestSeed: UInt64(Int32.max))
    let thinking = try draft.request.contextOptions.reasoningLevel.map {
      try thinkingConfig($0, in: &draft)
    }
    return .object([
      "temperature": sampling.temperature, "topP": sampling.probabilityThreshold,
      "topK": sampling.topK, "seed": sampling.seed,
      "maxOutputTokens": draft.request.generationOptions.maximumResponseTokens,
      "responseMimeType": schema.map { _ in "application/json" }, "responseJsonSchema": schema,
      "thinkingConfig": thinking,
    ])
  }

  private func thinkingConfig(
    _ level: ContextOptions.ReasoningLevel, in draft: inout RequestDraft
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
    if budget == nil { try draft.leaveOut("reasoning level that is not a number of tokens") }
    return .object(["includeThoughts": true, "thinkingBudget": budget])
  }

  private func contents(
    adding instruction: String?, to draft: inout RequestDraft
  ) throws -> [GeneratedContent] {
    var turns = MessageTurns()
    var answer = AnswerParts<GeneratedContent>()
    // A call has an identifier only if the server sent one.
    var serverIDs: [String: String] = [:]
    func appendUserPart(_ part: GeneratedContent) {
      for part in answer.end() { turns.append(part, to: "model") }
      turns.append(part, to: "user")
    }
    for entry in draft.request.transcript {
      switch entry {
      case .instructions: break
      case .prompt:
        for part in try draft.parts(of: entry, in: GeminiAttachments()) { appendUserPart(part) }
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
                  "id": serverIDs[call.id], "name": draft.safeName(for: call.toolName),
                  "args": call.argumentObject,
                ]), "thoughtSignature": call.metadata[GeminiReader.signatureKey]?.text,
              ])), call.metadata)
        }
      case .toolOutput(let output):
        let (inside, after) = try outputParts(of: entry, in: &draft)
        appendUserPart(
          .object(
            "functionResponse",
            [
              "id": serverIDs[output.id], "name": draft.safeName(for: output.toolName),
              "response": GeneratedContent.object(["output": entry.textWithoutAttachments]),
              "parts": inside.isEmpty ? nil : inside,
            ]))
        for part in after { appendUserPart(part) }
      case .reasoning(let reasoning):
        guard let signed = draft.ownReasoning(reasoning),
          let part = signed.isItem ? draft.signedItem(signed) : Self.part(signed)
        else { continue }
        answer.append(part, reasoning.metadata)
      }
    }
    for part in answer.end() { turns.append(part, to: "model") }
    if let instruction { appendUserPart(.object(["text": instruction])) }
    return turns.messages(parts: "parts")
  }

  /// The types of attachments that the output of a tool can contain, for models from version 3 on.
  private static let outputTypes = [
    "image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain",
  ]

  /// The attachments of a tool's output, in two lists: the attachments within the output, and the
  /// attachments after it, each with a text that names the call.
  private func outputParts(
    of entry: Transcript.Entry, in draft: inout RequestDraft
  ) throws -> (inside: [GeneratedContent], after: [GeneratedContent]) {
    var inside: [GeneratedContent] = []
    var after: [GeneratedContent] = []
    let takesInside = GeminiGeneration(model: model).takesAttachmentsInOutputs
    for attachment in entry.attachments {
      let part = try draft.part(attachment, of: entry, in: GeminiAttachments())
      let type = attachment.content.source.mediaType ?? ""
      if takesInside, Self.outputTypes.contains(type), attachment.label == nil {
        inside.append(part)
      } else {
        let name = attachment.label.map { " \"\($0)\"" } ?? ""
        after.append(.object(["text": "The attachment\(name) of the output of call \(entry.id):"]))
        after.append(part)
      }
    }
    return (inside, after)
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
