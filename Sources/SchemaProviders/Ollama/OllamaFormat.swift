import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests to Ollama (`POST {base}/api/chat`).
struct OllamaFormat: WireFormat {
  let model: String
  let baseURL: String
  /// The number of tokens that the model reads.
  ///
  /// Ollama's default is low, and Ollama cuts longer prompts without an error.
  let contextSize: Int

  /// `true` if Ollama's cloud runs the model.
  ///
  /// It accepts schemas, but does not enforce them.
  let isCloud: Bool

  init(model: String, baseURL: String, contextSize: Int) {
    self.model = model
    self.baseURL = baseURL
    self.contextSize = contextSize
    let host = URL(string: baseURL)?.host?.lowercased() ?? ""
    isCloud =
      host.isHost(in: ["ollama.com"]) || model.hasSuffix("-cloud") || model.hasSuffix(":cloud")
  }

  let provider = "Ollama"
  let providerID = "ollama"
  let takesAttachments = true
  let requestIDHeader = "x-request-id"
  var dialect: any SchemaDialect { LlamaCppDialect() }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, OllamaReader) {
    var notes = OptionNotes(request, provider: provider)
    let sampling = try SamplingOptions(
      request.generationOptions, supported: [.temperature, .topK, .probabilityThreshold, .seed],
      largestSeed: ChatQuirks.Seed.llama.largest, &notes)
    if request.generationOptions.toolCallingMode == .required {
      try notes.leaveOut("required tool calls")
    }
    schemas.adjustments.addNotes(of: provider, to: &notes)
    let hasLevels = !schemas.adjustments.contains(.noReasoningLevels)
    let think = request.contextOptions.reasoningLevel.map { Self.think($0, hasLevels: hasLevels) }
    if think != nil, !hasLevels {
      notes.note(
        "\(provider) rejects levels in the field 'think' for the model '\(model)'. The field was "
          + "sent as true or false.")
    }
    let schemas = try RequestSchemas(request, tools: request.enabledToolDefinitions, from: schemas)
    var attachments = AttachmentWriter(provider: provider)
    let request = attachments.leavingOutAnswers(schemas.request, &notes)
    let tools = schemas.tools.map { tool in
      let definition = tool.definition
      let written = schemas.writtenTools.tool(tool, named: definition.name, isStrict: false) {
        .object([
          "type": "function",
          "function": GeneratedContent.object([
            "name": definition.name, "description": definition.description,
            "parameters": tool.parameters.content,
          ]),
        ])
      }
      return attachments.standIn(for: written)
    }
    // A model with an enforced schema cannot call tools.
    let isEnforced = tools.isEmpty && !isCloud
    let instruction = schemas.instruction(isEnforced: isEnforced, isShown: false)
    let body = GeneratedContent.object([
      "model": model, "stream": true,
      "think": think,
      "format": isEnforced
        ? schemas.answer.map { attachments.standIn(for: $0) } : nil,
      "options": GeneratedContent.object([
        "temperature": sampling.temperature, "top_k": sampling.topK,
        "top_p": sampling.probabilityThreshold, "seed": sampling.seed,
        "num_predict": request.generationOptions.maximumResponseTokens, "num_ctx": contextSize,
      ]),
      "messages": try messages(request, adding: instruction, &notes, &attachments),
      "tools": tools.isEmpty ? nil : tools,
    ])
    let wireRequest = try post(
      body, attaching: attachments.bodyParts, to: baseURL, "api/chat",
      headers: KeyField.bearer.header(key), accept: "application/x-ndjson")
    return (
      wireRequest,
      OllamaReader(
        context: ReplyContext(
          schemas, of: wireRequest, provider: provider, names: SafeNames(), notes: notes.notes))
    )
  }

  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? {
    // Some models know levels of reasoning, and others only whether to reason.
    if case .providerFailure(let failure) = error, failure.statusCode == 400,
      request.contextOptions.reasoningLevel != nil, failure.debugDescription.contains("think"),
      !failure.debugDescription.contains("does not support thinking")
    {
      return .noReasoningLevels
    }
    return .leavingOutField(after: error, of: request)
  }

  private static func think(
    _ level: ContextOptions.ReasoningLevel, hasLevels: Bool
  ) -> GeneratedContent {
    guard !hasLevels else { return GeneratedContent(level.effort) }
    return GeneratedContent(!["none", "off", "false"].contains(level.effort))
  }

  /// The messages of a transcript.
  ///
  /// Calls have no identifiers; their outputs have the tool's name.
  private func messages(
    _ request: LanguageModelExecutorGenerationRequest, adding instruction: String?,
    _ notes: inout OptionNotes, _ attachments: inout AttachmentWriter
  ) throws -> [GeneratedContent] {
    var messages: [GeneratedContent] = []
    if let text = request.instructions(adding: instruction) {
      messages.append(.object(["role": "system", "content": text]))
    }
    for entry in request.transcript {
      switch entry {
      case .instructions: break
      case .prompt:
        let message = GeneratedContent.object([
          "role": "user", "content": entry.labelledText,
          "images": try images(of: entry, &attachments, &notes),
        ])
        MessageTurns.append(message, to: &messages)
      case .response(let response):
        messages.append(.object(["role": "assistant", "content": response.text]))
      case .toolCalls(let calls):
        let calls = calls.map { call in
          CallForm.chat.adding(
            call.metadata, of: provider,
            to: .object([
              "function": GeneratedContent.object([
                "name": call.toolName, "arguments": call.argumentObject,
              ])
            ]))
        }
        messages.append(.object(["role": "assistant", "content": "", "tool_calls": calls]))
      case .toolOutput(let output):
        messages.append(
          .object([
            "role": "tool", "tool_name": output.toolName, "content": entry.labelledText,
            "images": try images(of: entry, &attachments, &notes),
          ]))
      case .reasoning(let reasoning):
        ProviderReasoning.noteForeign(reasoning, for: provider, &notes)
      }
    }
    return messages
  }

  /// The images of a message, in the order of their labels in its text; `nil` for none.
  private func images(
    of entry: Transcript.Entry, _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> [String]? {
    let images = try entry.attachments.map { attachment in
      try attachments.note(attachment, in: &notes)
      guard case .image = attachment.content, let data = attachment.content.source.data else {
        throw attachments.unsupported(attachment, in: entry, "It accepts only the bytes of images.")
      }
      return attachments.base64(data)
    }
    return images.isEmpty ? nil : images
  }
}

extension Transcript.Entry {
  /// The text of all parts, with the labels of attachments.
  fileprivate var labelledText: String {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
      .joined(separator: "\n")
  }
}
