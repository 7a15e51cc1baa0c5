import SchemaContent
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

/// Requests to Anthropic's Messages (`POST {base}/v1/messages`).
///
/// The interface compiles the schemas of a request together, within limits that it does not
/// publish. If they are too complex, the request is sent again without strict tools, and then
/// without an enforced schema of the answer.
struct AnthropicFormat: BatchFormat, TokenCountingFormat {
  let model: String
  let baseURL: String
  let version: String
  /// The largest number of tokens of an answer if the options have none; the interface requires
  /// one.
  let maximumResponseTokens: Int
  /// Beta features of the provider.
  let betas: [String]
  let promptCaching: AnthropicModel.PromptCaching?
  /// The field of the header for the key; `nil` for the default field of the version.
  let keyField: KeyField?
  /// `true` if Vertex AI runs the model: its name is then in the address, and the version in the
  /// body.
  let isOnVertex: Bool
  /// `true` if the provider accepts batches.
  let hasBatches: Bool
  private var reply = Reply.stream

  /// The reply that a request asks for.
  private enum Reply {
    /// An answer in a stream.
    case stream
    /// A complete answer in one piece.
    case complete
    /// The number of the request's tokens.
    case count
  }

  init(
    model: String, baseURL: String, version: String?, maximumResponseTokens: Int?,
    betas: [String] = [], promptCaching: AnthropicModel.PromptCaching? = nil,
    keyField: KeyField? = nil, isOnVertex: Bool = false, hasBatches: Bool = false
  ) {
    self.model = model
    self.baseURL = baseURL
    self.version = version ?? AnthropicRules.version
    self.maximumResponseTokens = maximumResponseTokens ?? AnthropicRules.maximumResponseTokens
    self.betas = betas
    self.promptCaching = promptCaching
    self.keyField = keyField
    self.isOnVertex = isOnVertex
    self.hasBatches = hasBatches
  }

  var provider: String { "Anthropic" }
  var providerID: String { "anthropic" }
  var takesAttachments: Bool { true }
  var requestIDHeader: String { "request-id" }
  var dialect: any SchemaDialect { AnthropicDialect() }

  /// `true` for a version that rejects sampling parameters, and accepts keys as bearer tokens.
  ///
  /// A version ends with its date, which a name such as `vertex-` can precede.
  private var isNew: Bool {
    let first = AnthropicRules.versionWithoutSampling
    return version.suffix(first.count) >= first
  }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, AnthropicReader) {
    var names = SafeNames()
    var notes = OptionNotes(request, provider: provider)
    let sampling = try SamplingOptions(
      request.generationOptions,
      supported: isNew ? [] : [.temperature, .topK, .probabilityThreshold], &notes)
    let adjustments = schemas.adjustments
    adjustments.addNotes(of: provider, to: &notes)
    let schemas = try RequestSchemas(request, tools: request.offeredTools, from: schemas)
    let attachments = AttachmentWriter(provider: provider)
    let request = attachments.leavingOutAnswers(schemas.request, &notes)
    let isEnforced = !adjustments.contains(.promptedSchema)
    if !isEnforced { notes.note(AnthropicRules.noteOnPromptedSchema(of: provider)) }
    let limits = adjustments.contains(.looseTools) ? nil : dialect.rules.limits
    let strict = schemas.strictTools(
      within: limits, atMost: AnthropicRules.maximumStrictTools, &notes, of: provider)
    let tools = schemas.tools.enumerated().map { index, offered in
      let (tool, parameters) = offered
      let isStrict = strict.contains(index)
      let name = names.safeName(for: tool.name)
      return schemas.writtenTools.tool(offered, named: name, isStrict: isStrict) {
        .object([
          "name": name, "description": tool.description, "strict": isStrict ? true : nil,
          "input_schema": parameters.content,
        ])
      }.content
    }
    // Tools that may not be called are offered because earlier calls in the conversation need them.
    let mayCall = !request.enabledToolDefinitions.isEmpty
    let isRequired = mayCall && request.generationOptions.toolCallingMode == .required
    let toolChoice: String? =
      if isRequired { "any" } else if mayCall || tools.isEmpty { nil } else { "none" }
    let effort = request.contextOptions.reasoningLevel?.effort
    let format = (isEnforced ? schemas.answer?.content : nil).map { schema in
      GeneratedContent.object(["type": "json_schema", "schema": schema])
    }
    // Reasoning is bound to the instructions, the tools and all messages before it.
    let instructions = request.instructions(
      adding: schemas.instruction(isEnforced: isEnforced, isShown: true))
    var prefix = BoundPrefix()
    if let instructions { prefix.append(GeneratedContent(instructions), to: "system") }
    for tool in tools { prefix.append(tool, to: "tools") }
    var conversation = AnthropicConversation(
      names: names, notes: notes, prefix: prefix,
      hasReasoning: !adjustments.contains(.noReasoning), keepsUnsigned: keepsUnsigned,
      attachmentWriter: attachments)
    try conversation.append(request.transcript, of: provider)
    let isCount = reply == .count
    let body = GeneratedContent.object([
      "model": isOnVertex && !isCount ? nil : model,
      "anthropic_version": isOnVertex ? version : nil,
      "cache_control": isCount
        ? nil
        : promptCaching.map { caching in
          GeneratedContent.object(["type": "ephemeral", "ttl": caching.rawValue])
        },
      "max_tokens": isCount
        ? nil : request.generationOptions.maximumResponseTokens ?? maximumResponseTokens,
      "stream": reply == .stream ? true : nil, "temperature": sampling.temperature,
      "top_p": sampling.probabilityThreshold, "top_k": sampling.topK,
      "system": instructions,
      "messages": conversation.messages,
      "tools": tools.isEmpty ? nil : tools,
      "tool_choice": toolChoice.map { GeneratedContent.object(["type": $0]) },
      "thinking": effort.map { _ in GeneratedContent.object(["type": "adaptive"]) },
      "output_config": effort == nil && format == nil
        ? nil : GeneratedContent.object(["effort": effort, "format": format]),
    ])
    let wireRequest = try post(
      body, attaching: conversation.attachmentWriter.bodyParts, to: baseURL, path,
      headers: headers(key: key), accept: isCount ? "application/json" : "text/event-stream")
    let context = ReplyContext(
      schemas, of: wireRequest, provider: provider, names: conversation.names,
      notes: conversation.notes.notes)
    return (
      wireRequest,
      AnthropicReader(
        context: context, prefix: conversation.prefix, keepsUnsigned: keepsUnsigned)
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

  var countsTokens: Bool { true }

  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas,
    answer: @Sendable (TransportRequest) async throws -> GeneratedContent
  ) async throws -> Int? {
    var format = self
    format.reply = .count
    let request = try format.request(for: request, key: key, schemas: schemas).0
    return try await answer(request).count("input_tokens")
  }

  var batchInterface: (any BatchInterface)? { hasBatches ? AnthropicBatches() : nil }

  var withoutStream: AnthropicFormat {
    var format = self
    format.reply = .complete
    return format
  }

  func headers(key: String?) -> [String: String] {
    var headers = (keyField ?? (isNew ? .bearer : .named("x-api-key"))).header(key)
    if !isOnVertex { headers["anthropic-version"] = version }
    if !betas.isEmpty { headers["anthropic-beta"] = betas.joined(separator: ",") }
    return headers
  }

  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? {
    adjustments.next(afterClaude: error, of: request)
  }
}
