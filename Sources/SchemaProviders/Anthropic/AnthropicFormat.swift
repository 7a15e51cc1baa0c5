import Foundation
import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions
import SchemaText

/// Requests to Anthropic's Messages (`POST {base}/v1/messages`).
///
/// The interface compiles the schemas of a request together, within limits that it does not
/// publish. If they are too complex, the request is sent again without strict tools, and then
/// without an enforced schema of the answer.
struct AnthropicFormat: ClaudeFormat, BatchFormat, TokenCountingFormat {
  let model: String
  let baseURL: String
  /// The version of the interface; `nil` for the default.
  let version: String?
  /// The largest number of tokens of an answer if the options have none; `nil` for the default.
  let maximumResponseTokens: Int?
  /// Beta features of the provider.
  private(set) var betas: [String] = []
  private(set) var promptCaching: AnthropicModel.PromptCaching?
  /// The field of the header for the key; `nil` for the default field of the version.
  private(set) var keyField: KeyField?
  /// `true` if Vertex AI runs the model: its name is then in the address, and the version in the
  /// body.
  private(set) var isOnVertex = false
  private(set) var reply = Reply.stream

  /// The reply that a request asks for.
  enum Reply {
    /// An answer in a stream.
    case stream
    /// A complete answer in one piece.
    case complete
    /// The number of the request's tokens.
    case count
  }

  var provider: String { "Anthropic" }
  var providerID: String { "anthropic" }
  var requestIDHeader: String { "request-id" }
  var dialect: any SchemaDialect { AnthropicDialect() }

  /// `true` for a version that rejects sampling parameters, and accepts keys as bearer tokens.
  ///
  /// A version ends with its date, which a name such as `vertex-` can precede.
  private var isNew: Bool {
    let first = AnthropicRules.versionWithoutSampling
    return usedVersion.suffix(first.count) >= first
  }

  private var usedVersion: String { version ?? AnthropicRules.version }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, AnthropicReader) {
    var draft = try RequestDraft(
      request, for: self, tools: request.offeredTools,
      isEnforced: !schemas.adjustments.contains(.promptedSchema), from: schemas)
    let request = draft.request
    let sampling = try draft.sampling(
      isNew ? [] : [.temperature, .topK, .probabilityThreshold])
    let strict = AnthropicRules.strictTools(of: &draft, in: dialect)
    let tools = draft.tools(strict: { index, _ in strict.contains(index) }) {
      $0.function(strict: $0.isStrict ? true : nil, schema: "input_schema")
    }
    // Tools that may not be called are offered because earlier calls in the conversation need them.
    let mayCall = !request.enabledToolDefinitions.isEmpty
    let toolChoice: String? =
      if draft.requiresCalls { "any" } else if mayCall || tools.isEmpty { nil } else { "none" }
    let effort = request.contextOptions.reasoningLevel?.effort
    let answer = AnthropicRules.enforcedAnswer(of: &draft)
    let format = answer.map {
      GeneratedContent.object(["type": "json_schema", "schema": $0.content])
    }
    let instructions = request.instructions(
      adding: try draft.schemas.instruction(isShown: true))
    let conversation = try AnthropicConversation(
      draft, instructions: instructions, tools: tools, attachments: AnthropicAttachments(),
      keepsUnsigned: keepsUnsigned)
    let isCount = reply == .count
    let content = GeneratedContent.object([
      "model": isOnVertex && !isCount ? nil : model,
      "anthropic_version": isOnVertex ? usedVersion : nil,
      "cache_control": isCount
        ? nil
        : promptCaching.map { caching in
          GeneratedContent.object(["type": "ephemeral", "ttl": caching.rawValue])
        },
      "max_tokens": isCount
        ? nil
        : request.generationOptions.maximumResponseTokens ?? maximumResponseTokens
          ?? AnthropicRules.maximumResponseTokens,
      "stream": reply == .stream ? true : nil, "temperature": sampling.temperature,
      "top_p": sampling.probabilityThreshold, "top_k": sampling.topK,
      "system": instructions,
      "messages": conversation.messages,
      "tools": tools.isEmpty ? nil : tools.map(\.content),
      "tool_choice": toolChoice.map { GeneratedContent.object(["type": $0]) },
      "thinking": effort.map { _ in GeneratedContent.object(["type": "adaptive"]) },
      "output_config": effort == nil && format == nil
        ? nil : GeneratedContent.object(["effort": effort, "format": format]),
    ])
    let (wireRequest, context) = try post(
      content, of: conversation.draft, to: path, key: key,
      accept: isCount ? "application/json" : "text/event-stream")
    return (
      wireRequest,
      AnthropicReader(
        context: context, of: conversation.draft.body(content), prefix: conversation.prefix,
        keepsUnsigned: keepsUnsigned)
    )
  }

  /// `true` for servers of others, whose reasoning may have no signature.
  ///
  /// Such servers want reasoning back in any case.
  private var keepsUnsigned: Bool {
    let host = URL(string: baseURL)?.host?.lowercased() ?? ""
    return !host.isHost(in: AnthropicRules.domains)
  }

  private var path: String {
    switch (isOnVertex, reply) {
    case (false, .stream), (false, .complete): "v1/messages"
    case (false, .count): "v1/messages/count_tokens"
    case (true, .stream), (true, .complete): "models/\(model.pathSegment):streamRawPredict"
    case (true, .count): "models/count-tokens:rawPredict"
    }
  }

  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas,
    answer: @Sendable (TransportRequest) async throws -> GeneratedContent
  ) async throws -> Int? {
    var format = self
    format.reply = .count
    let request = try format.request(for: request, key: key, schemas: schemas).0
    return try await answer(request).count("input_tokens")
  }

  var withoutStream: AnthropicFormat {
    var format = self
    format.reply = .complete
    return format
  }

  func headers(key: String?) -> [String: String] {
    var headers = (keyField ?? (isNew ? .bearer : .named("x-api-key"))).header(key)
    if !isOnVertex { headers["anthropic-version"] = usedVersion }
    if !betas.isEmpty { headers["anthropic-beta"] = betas.joined(separator: ",") }
    return headers
  }
}
