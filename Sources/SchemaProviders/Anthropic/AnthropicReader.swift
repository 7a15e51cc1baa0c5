import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Anthropic's Messages.
struct AnthropicReader: WireReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The kind of reasoning that only Anthropic can read.
  static let redacted = "redacted_thinking"

  static let eventTypes: Set<String>? = [
    "message", "message_start", "content_block_start", "content_block_delta", "content_block_stop",
    "message_delta", "message_stop",
  ]

  private static let ends: [String: ReplyEnd.Meaning] = [
    "end_turn": .complete, "tool_use": .complete, "stop_sequence": .complete,
    "max_tokens": .length, "pause_turn": .paused, "refusal": .refused,
    "model_context_window_exceeded": .contextExceeded,
  ]

  var context: ReplyContext
  var end = ReplyEnd()
  private var blocks: AnthropicBlocks
  private var continuation: AnthropicContinuation
  private var usage = ReplyUsage()
  /// The number of tokens of the current request that were not in the cache.
  private var freshInput = 0
  /// `true` if a block has arrived.
  private var hasBlocks = false

  init(context: ReplyContext, of body: RequestBody, prefix: BoundPrefix, keepsUnsigned: Bool) {
    self.context = context
    continuation = AnthropicContinuation(of: body)
    blocks = AnthropicBlocks(after: prefix, keepsUnsigned: keepsUnsigned)
  }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard let content = reply.value("content"), content.shape == .array,
      reply.text(named: "stop_reason") != nil
    else { throw context.failure(.invalidReply, "the reply has no content.") }
    try read(.object(["type": "message_start", "message": reply]), "", into: &result)
    try read(.object(["type": "message_delta", "delta": reply]), "", into: &result)
    end.close()
  }

  /// Reads blocks that arrive complete.
  private mutating func read(blocks content: GeneratedContent?, into result: inout [Event]) throws {
    for (index, block) in (content?.elementList ?? []).enumerated() {
      hasBlocks = true
      try blocks.begin(block, "\(index)", in: &context, into: &result)
      result += try blocks.end("\(index)", in: &context)
    }
  }

  mutating func read(
    _ event: GeneratedContent, _ type: String, into result: inout [Event]
  ) throws {
    let index = event.text(named: "index") ?? "0"
    switch event.text(named: "type") {
    case "message_start":
      guard let message = event.value("message") else { return }
      result += context.identity(in: message) + count(message.value("usage"))
      try read(blocks: message.value("content"), into: &result)
    case "content_block_start":
      guard let block = event.value("content_block") else { return }
      hasBlocks = true
      try blocks.begin(block, index, in: &context, into: &result)
    case "content_block_delta":
      guard let delta = event.value("delta") else { return }
      hasBlocks = true
      result += blocks.add(delta, index, in: context)
    case "content_block_stop":
      result += try blocks.end(index, in: &context)
    case "message_delta":
      end.state(event.value("delta", "stop_reason")?.plainText, Self.ends)
      let explanation =
        event.value("delta", "stop_details", "explanation")
        ?? event.value("stop_details", "explanation")
      end.explain(explanation?.plainText)
      continuation.note(containerID: event.value("delta", "container", "id"))
      result += count(event.value("usage"))
    case "message_stop":
      // The last event may have the complete message.
      if !hasBlocks { try read(blocks: event.value("message", "content"), into: &result) }
      end.close()
    default:
      break  // `ping`, and events of later versions
    }
  }

  /// Takes the counts of an event, and returns the event of the usage so far.
  private mutating func count(_ counts: GeneratedContent?) -> [Event] {
    guard let counts else { return [] }
    freshInput.update(counts.count("input_tokens"))
    usage.cached.update(counts.count("cache_read_input_tokens"))
    usage.cacheWrite.update(counts.count("cache_creation_input_tokens"))
    usage.input = freshInput.addingClamped(usage.cached).addingClamped(usage.cacheWrite)
    usage.output.update(counts.count("output_tokens"))
    usage.reasoning.update(counts.count("output_tokens_details", "thinking_tokens"))
    return [usage.event(in: context)]
  }

  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    let next = try continuation.request(after: request, adding: blocks.written, in: context)
    blocks.beginRequest()
    usage.beginRequest()
    freshInput = 0
    hasBlocks = false
    return next
  }

  mutating func finish(into result: inout [Event]) throws {
    try blocks.endAll(in: &context, into: &result)
    if !end.isPaused { result += blocks.metadata(in: context) }
  }
}
