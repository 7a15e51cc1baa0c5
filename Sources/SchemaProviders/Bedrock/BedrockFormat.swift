import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions
import SchemaText

/// Requests to Bedrock's Converse (`POST {base}/model/{model}/converse-stream`).
///
/// The messages of Converse have the structure of Anthropic's messages, with other names. The
/// format writes messages for Anthropic, and then translates them.
struct BedrockFormat: ClaudeFormat {
  let model: String
  let baseURL: String
  let promptCaching: AnthropicModel.PromptCaching?
  /// Beta features of Anthropic.
  let betas: [String]

  let provider = "Bedrock"
  let providerID = "aws.bedrock"
  let requestIDHeader = "x-amzn-requestid"
  var dialect: any SchemaDialect { BedrockDialect() }

  private var isClaude: Bool { model.contains("claude") }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, BedrockReader) {
    var draft = try RequestDraft(
      request, for: self, tools: request.offeredTools,
      isEnforced: !schemas.adjustments.contains(.promptedSchema), from: schemas)
    let request = draft.request
    let sampling = try draft.sampling([.temperature, .probabilityThreshold])
    // Earlier calls in the conversation need the tools, and the interface cannot forbid new calls.
    if request.generationOptions.toolCallingMode == .disallowed, !draft.schemas.tools.isEmpty {
      try draft.leaveOut("disallowed tool calls")
    }
    let strict = AnthropicRules.strictTools(of: &draft, in: dialect)
    let tools = draft.tools(strict: { index, _ in strict.contains(index) }) { tool in
      // The service rejects an empty description.
      let description = tool.definition.description
      return .object(
        "toolSpec",
        [
          "name": tool.name, "description": description.isEmpty ? tool.name : description,
          "strict": tool.isStrict ? true : nil,
          "inputSchema": GeneratedContent.object(["json": tool.parameters]),
        ])
    }
    let answer = AnthropicRules.enforcedAnswer(of: &draft)
    let effort = try request.contextOptions.reasoningLevel.flatMap { level -> String? in
      guard isClaude else {
        try draft.leaveOut("reasoning level")
        return nil
      }
      return level.effort
    }
    let instructions = request.instructions(
      adding: try draft.schemas.instruction(isShown: true))
    let conversation = try AnthropicConversation(
      draft, instructions: instructions, tools: tools, attachments: BedrockAttachments())
    let body = GeneratedContent.object([
      "messages": messages(conversation.messages),
      "system": instructions.map { cached([.object(["text": $0])]) },
      "inferenceConfig": inferenceConfig(sampling, request.generationOptions),
      "toolConfig": tools.isEmpty
        ? nil
        : GeneratedContent.object([
          "tools": cached(tools.map(\.content)),
          "toolChoice": draft.requiresCalls ? GeneratedContent.object("any", [:]) : nil,
        ]),
      "outputConfig": effort == nil && answer == nil
        ? nil : GeneratedContent.object(["textFormat": answer.map(textFormat), "effort": effort]),
      "additionalModelRequestFields": additionalFields(hasEffort: effort != nil),
    ])
    let (wireRequest, context) = try post(
      body, of: conversation.draft, to: "model/\(model.pathSegment)/converse-stream", key: key,
      accept: "application/vnd.amazon.eventstream")
    return (wireRequest, BedrockReader(context: context, prefix: conversation.prefix))
  }

  private func inferenceConfig(
    _ sampling: SamplingOptions, _ options: GenerationOptions
  ) -> GeneratedContent? {
    let config = GeneratedContent.object([
      "maxTokens": options.maximumResponseTokens, "temperature": sampling.temperature,
      "topP": sampling.probabilityThreshold,
    ])
    return config.childCount == 0 ? nil : config
  }

  /// The fields that the service passes on to the model unchanged.
  private func additionalFields(hasEffort: Bool) -> GeneratedContent? {
    guard hasEffort || !betas.isEmpty else { return nil }
    return .object([
      "thinking": hasEffort ? GeneratedContent.object(["type": "adaptive"]) : nil,
      "anthropic_beta": betas.isEmpty ? nil : betas,
    ])
  }

  private func textFormat(_ schema: WrittenDocument) -> GeneratedContent {
    .object([
      "type": "json_schema",
      "structure": GeneratedContent.object(
        "jsonSchema", ["schema": String(decoding: schema.utf8, as: UTF8.self)]),
    ])
  }

  /// The elements, followed by the mark that ends the cached beginning.
  private func cached(_ elements: [GeneratedContent]) -> [GeneratedContent] {
    guard let promptCaching else { return elements }
    return elements
      + [.object("cachePoint", ["type": "default", "ttl": promptCaching.rawValue])]
  }

  // MARK: Messages

  /// Translates the messages of Anthropic's interface.
  private func messages(_ messages: [GeneratedContent]) -> [GeneratedContent] {
    var documentNames = BedrockDocumentNames()
    return messages.enumerated().map { index, message in
      let blocks = BedrockBlocks.withText(
        (message.value("content")?.elementList ?? [])
          .map { documentNames.distinguish(BedrockBlocks.block($0)) })
      return .object([
        "role": message.text(named: "role"),
        "content": index == messages.count - 1 ? cached(blocks) : blocks,
      ])
    }
  }
}

/// The translation of Anthropic's blocks to Converse.
enum BedrockBlocks {
  private static let longestID = 64

  /// Translates a block of Anthropic's Messages.
  static func block(_ block: GeneratedContent) -> GeneratedContent {
    switch block.text(named: "type") {
    case "tool_use":
      return .object(
        "toolUse",
        [
          "toolUseId": block.text(named: "id").map(id), "name": block.text(named: "name"),
          "input": block.value("input"),
        ])
    case "tool_result":
      return .object(
        "toolResult",
        ["toolUseId": block.text(named: "tool_use_id").map(id), "content": content(of: block)])
    case "thinking":
      let text = GeneratedContent.object([
        "text": block.text(named: "thinking"), "signature": block.text(named: "signature"),
      ])
      return .object("reasoningContent", ["reasoningText": text])
    case AnthropicReader.redacted:
      return .object("reasoningContent", ["redactedContent": block.text(named: "data")])
    case BedrockAttachments.blockType:
      return block.value("block") ?? .object([:])
    default:
      return .object(["text": block.text(named: "text") ?? ""])
    }
  }

  /// The blocks of a tool's output: its text, or text and attachments.
  private static func content(of output: GeneratedContent) -> [GeneratedContent] {
    guard let content = output.value("content"), content.shape == .array else {
      return [.object(["text": output.text(named: "content") ?? ""])]
    }
    return content.elementList.map(block)
  }

  /// The blocks of a message, with a text if there is a document.
  ///
  /// The service rejects a message with a document and no text.
  static func withText(_ blocks: [GeneratedContent]) -> [GeneratedContent] {
    let hasDocument = blocks.contains { $0.value("document") != nil }
    guard hasDocument, !blocks.contains(where: { $0.value("text") != nil }) else { return blocks }
    return [.object(["text": "Attached:"])] + blocks
  }

  /// The identifier of a call, with only the characters that the service accepts.
  ///
  /// A call and its output get the same identifier.
  private static func id(_ original: String) -> String {
    let isPlain =
      original.utf8.count <= longestID && !original.isEmpty
      && original.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_.:-".utf8.contains($0) }
    return isPlain ? original : "call-\(Fingerprint(of: original).text)"
  }
}
