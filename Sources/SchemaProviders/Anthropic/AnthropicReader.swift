import SchemaModel
import SchemaSessions

/// Reads the stream of a response of Anthropic's Messages.
struct AnthropicReader: WireReader {
  /// The kind of reasoning that only Anthropic can read.
  static let redacted = "redacted_thinking"

  static let eventTypes: Set<String>? = [
    "message", "message_start", "content_block_start", "content_block_delta", "content_block_stop",
    "message_delta", "message_stop",
  ]

  var context: ReplyContext
  var end = ReplyEnd()
  private var blocks: AnthropicBlocks
  private var continuation: AnthropicContinuation
  /// The number of tokens of the current request that were not in the cache.
  private var freshInput = 0

  init(context: ReplyContext, of body: RequestBody, prefix: BoundPrefix, keepsUnsigned: Bool) {
    self.context = context
    continuation = AnthropicContinuation(of: body)
    blocks = AnthropicBlocks(after: prefix, keepsUnsigned: keepsUnsigned)
  }

  mutating func read(completeReply reply: GeneratedContent) throws {
    guard let content = reply.value("content"), content.shape == .array,
      reply.text(named: "stop_reason") != nil
    else { throw context.failures.failure(.invalidReply, "the reply has no content.") }
    try read(.object(["type": "message_start", "message": reply]), "")
    try read(.object(["type": "message_delta", "delta": reply]), "")
    end.close()
  }

  mutating func read(_ event: GeneratedContent, _ type: String) throws {
    let index = event.text(named: "index") ?? "0"
    switch event.text(named: "type") {
    case "message_start":
      guard let message = event.value("message") else { return }
      context.addIdentity(in: message)
      count(message.value("usage"))
      try read(blocks: message.value("content"))
    case "content_block_start":
      if let block = event.value("content_block") { try begin(block, index) }
    case "content_block_delta":
      if let delta = event.value("delta") { try add(delta, index) }
    case "content_block_stop":
      try blocks.end(index, in: &context)
    case "message_delta":
      end.state(event.value("delta", "stop_reason")?.plainText, pause: "pause_turn")
      let explanation =
        event.value("delta", "stop_details", "explanation")
        ?? event.value("stop_details", "explanation")
      end.explain(explanation?.plainText)
      continuation.note(containerID: event.value("delta", "container", "id"))
      count(event.value("usage"))
    case "message_stop":
      // The last event may have the complete message.
      if blocks.isEmpty { try read(blocks: event.value("message", "content")) }
      end.close()
    default:
      break  // `ping`, and events of later versions
    }
  }

  /// Reads blocks that arrive complete.
  private mutating func read(blocks content: GeneratedContent?) throws {
    for (index, block) in (content?.elementList ?? []).enumerated() {
      try begin(block, "\(index)")
      try blocks.end("\(index)", in: &context)
    }
  }

  private mutating func begin(_ block: GeneratedContent, _ index: String) throws {
    switch block.text(named: "type") {
    case "text":
      try blocks.begin(
        .text, index, block.text(named: "text") ?? "",
        citations: block.value("citations")?.elementList ?? [], in: &context)
    case "thinking":
      try blocks.begin(
        .thought, index, block.text(named: "thinking") ?? "",
        signature: block.text(named: "signature"), in: &context)
    case Self.redacted:
      try blocks.begin(.redacted, index, block.text(named: "data") ?? "", in: &context)
    case "tool_use":
      let name = try context.toolName(block.text(named: "name"))
      let id = context.callID(block.text(named: "id"))
      let call = AnthropicBlocks.Kind.call(
        id: id, name: name, start: block.value("input"), metadata: metadata(ofCall: block))
      try blocks.begin(call, index, in: &context)
    default:
      try blocks.begin(.item(block), index, in: &context)
    }
  }

  private func metadata(ofCall block: GeneratedContent) -> Metadata {
    var metadata = CallForm.anthropic.metadata(of: block, provider: context.provider)
    if let caller = block.value("caller"), caller.text(named: "type") != "direct" {
      metadata[AnthropicConversation.callerKey] = caller
    }
    return metadata
  }

  private mutating func add(_ delta: GeneratedContent, _ index: String) throws {
    let piece: AnthropicBlocks.Piece
    switch delta.text(named: "type") {
    case "text_delta": piece = .text(delta.text(named: "text") ?? "")
    case "citations_delta":
      guard let citation = delta.value("citation") else { return }
      piece = .citation(citation)
    case "thinking_delta": piece = .thought(delta.text(named: "thinking") ?? "")
    case "signature_delta": piece = .signature(delta.text(named: "signature") ?? "")
    case "input_json_delta": piece = .input(delta.value("partial_json")?.argumentText ?? "")
    default: return  // a piece of later versions
    }
    try blocks.add(piece, index, in: &context)
  }

  /// Adds the counts of an event.
  private mutating func count(_ counts: GeneratedContent?) {
    guard let counts else { return }
    freshInput.update(counts.count("input_tokens"))
    context.usage.cached.update(counts.count("cache_read_input_tokens"))
    context.usage.cacheWrite.update(counts.count("cache_creation_input_tokens"))
    context.usage.input = freshInput.addingClamped(context.usage.cached)
      .addingClamped(context.usage.cacheWrite)
    context.usage.output.update(counts.count("output_tokens"))
    context.usage.reasoning.update(counts.count("output_tokens_details", "thinking_tokens"))
    context.addUsage()
  }

  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    let next = try continuation.request(after: request, adding: blocks.written, in: context)
    blocks.beginRequest()
    freshInput = 0
    return next
  }

  mutating func finish() throws { try blocks.endAll(in: &context) }
}
