import Foundation
import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

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
  var isCloud: Bool {
    let host = URL(string: baseURL)?.host?.lowercased() ?? ""
    return host.isHost(in: ["ollama.com"]) || model.hasSuffix("-cloud")
      || model.hasSuffix(":cloud")
  }

  let provider = "Ollama"
  let providerID = "ollama"
  var dialect: any SchemaDialect { LlamaCppDialect() }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, OllamaReader) {
    // A model with an enforced schema cannot call tools.
    let isEnforced = request.enabledToolDefinitions.isEmpty && !isCloud
    var draft = try RequestDraft(
      request, for: self, isEnforced: isEnforced, names: SafeNames(keepsNames: true),
      from: schemas)
    let request = draft.request
    let sampling = try draft.sampling(
      [.temperature, .topK, .probabilityThreshold, .seed],
      largestSeed: ChatQuirks.Seed.llama.largest)
    if request.generationOptions.toolCallingMode == .required {
      try draft.leaveOut("required tool calls")
    }
    let hasLevels = !draft.adjustments.contains(.noReasoningLevels)
    let think = request.contextOptions.reasoningLevel.map { Self.think($0, hasLevels: hasLevels) }
    if think != nil, !hasLevels { draft.note(.noReasoningLevels(ofModel: model)) }
    let tools = draft.tools { $0.nestedFunction() }
    let toolStandIns = draft.standIns(for: tools)
    let instruction = try draft.schemas.instruction(isShown: false)
    let body = GeneratedContent.object([
      "model": model, "stream": true,
      "think": think,
      "format": isEnforced ? draft.schemas.answer.map { draft.standIn(for: $0.document) } : nil,
      "options": GeneratedContent.object([
        "temperature": sampling.temperature, "top_k": sampling.topK,
        "top_p": sampling.probabilityThreshold, "seed": sampling.seed,
        "num_predict": request.generationOptions.maximumResponseTokens, "num_ctx": contextSize,
      ]),
      "messages": try messages(adding: instruction, to: &draft),
      "tools": toolStandIns,
    ])
    let (wireRequest, context) = try post(
      body, of: draft, to: "api/chat", key: key, accept: "application/x-ndjson")
    return (wireRequest, OllamaReader(context: context))
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
    adding instruction: String?, to draft: inout RequestDraft
  ) throws -> [GeneratedContent] {
    var messages: [GeneratedContent] = []
    if let text = draft.request.instructions(adding: instruction) {
      messages.append(.object(["role": "system", "content": text]))
    }
    for entry in draft.request.transcript {
      switch entry {
      case .instructions: break
      case .prompt:
        let message = GeneratedContent.object([
          "role": "user", "content": entry.labelledText,
          "images": try images(of: entry, in: &draft),
        ])
        MessageTurns.append(message, to: &messages)
      case .response(let response):
        messages.append(.object(["role": "assistant", "content": response.text]))
      case .toolCalls(let calls):
        let calls = calls.map { call in
          CallForm.chat.adding(
            call.metadata, of: provider,
            to: .object(
              "function", ["name": call.toolName, "arguments": call.argumentObject]))
        }
        messages.append(.object(["role": "assistant", "content": "", "tool_calls": calls]))
      case .toolOutput(let output):
        messages.append(
          .object([
            "role": "tool", "tool_name": output.toolName, "content": entry.labelledText,
            "images": try images(of: entry, in: &draft),
          ]))
      case .reasoning(let reasoning):
        _ = draft.ownReasoning(reasoning)
      }
    }
    return messages
  }

  /// The images of a message, in the order of their labels in its text; `nil` for none.
  private func images(
    of entry: Transcript.Entry, in draft: inout RequestDraft
  ) throws -> [GeneratedContent]? {
    let images = try entry.attachments.map {
      try draft.part($0, of: entry, in: OllamaAttachments())
    }
    return images.isEmpty ? nil : images
  }
}

/// Attachments for Ollama, which follow the text of their message.
private struct OllamaAttachments: AttachmentForm {
  let accepted = "It accepts only the bytes of images."

  func text(_ text: String) -> GeneratedContent { GeneratedContent(text) }

  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    guard case .image = attachment, let data = attachment.source.data else { return nil }
    return GeneratedContent(base64(data))
  }
}

extension Transcript.Entry {
  /// The text of all parts, with the labels of attachments.
  fileprivate var labelledText: String {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
      .joined(separator: "\n")
  }
}
