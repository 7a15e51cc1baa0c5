import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Anthropic's Messages.
struct AnthropicReader: CompleteReplyReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The kind of reasoning that only Anthropic can read.
  static let redacted = "redacted_thinking"

  private(set) var context: ReplyContext
  private var events = ServerSentEvents()
  private var blocks: AnthropicBlocks
  private var continuation = AnthropicContinuation()
  private var usage = ReplyUsage()
  /// The number of tokens of the current request that were not in the cache.
  private var freshInput = 0
  private var stopReason: String?
  private var refusal = ""
  private(set) var isDone = false

  init(context: ReplyContext, prefix: BoundPrefix, keepsUnsigned: Bool) {
    self.context = context
    blocks = AnthropicBlocks(after: prefix, keepsUnsigned: keepsUnsigned)
  }

  mutating func begin(_ head: ReplyHead) { context.begin(head) }

  mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) where !isDone {
      try read(context.readEvent(event.data), into: &result)
    }
    if !isDone { try events.check() }
  }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard let content = reply.value("content"), content.shape == .array,
      reply.text(named: "stop_reason") != nil
    else { throw context.failure(.invalidReply, "the reply has no content.") }
    try read(.object(["type": "message_start", "message": reply]), into: &result)
    for (index, block) in content.elementList.enumerated() {
      try read(
        .object(["type": "content_block_start", "index": index, "content_block": block]),
        into: &result)
      try read(.object(["type": "content_block_stop", "index": index]), into: &result)
    }
    try read(.object(["type": "message_delta", "delta": reply]), into: &result)
    isDone = true
  }

  private mutating func read(_ event: GeneratedContent, into result: inout [Event]) throws {
    let index = event.text(named: "index") ?? "0"
    switch event.text(named: "type") {
    case "message_start":
      guard let message = event.value("message") else { return }
      result += context.identity(in: message) + count(message.value("usage"))
    case "content_block_start":
      guard let block = event.value("content_block") else { return }
      try blocks.begin(block, index, in: &context, into: &result)
    case "content_block_delta":
      guard let delta = event.value("delta") else { return }
      result += blocks.add(delta, index, in: context)
    case "content_block_stop":
      result += try blocks.end(index, in: &context)
    case "message_delta":
      stopReason = event.value("delta", "stop_reason")?.plainText ?? stopReason
      let explanation =
        event.value("delta", "stop_details", "explanation")
        ?? event.value("stop_details", "explanation")
      refusal = explanation?.plainText ?? refusal
      continuation.note(containerID: event.value("delta", "container", "id"))
      result += count(event.value("usage"))
    case "message_stop":
      isDone = true
    default:
      break  // `ping`, and events of later versions
    }
  }

  /// Takes the counts of an event, and returns the event of the usage so far.
  private mutating func count(_ counts: GeneratedContent?) -> [Event] {
    guard let counts else { return [] }
    // Each event has the counts so far. A later event may omit a count that an earlier event has.
    freshInput = counts.count("input_tokens") ?? freshInput
    usage.cached = counts.count("cache_read_input_tokens") ?? usage.cached
    usage.cacheWrite = counts.count("cache_creation_input_tokens") ?? usage.cacheWrite
    usage.input = freshInput.addingClamped(usage.cached).addingClamped(usage.cacheWrite)
    usage.output = counts.count("output_tokens") ?? usage.output
    usage.reasoning =
      counts.count("output_tokens_details", "thinking_tokens") ?? usage.reasoning
    return [usage.event(in: context)]
  }

  var isPaused: Bool { stopReason == "pause_turn" }

  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    guard isPaused else { return nil }
    let next = try continuation.request(after: request, adding: blocks.written, in: context)
    events = ServerSentEvents()
    blocks.beginRequest()
    usage.beginRequest()
    freshInput = 0
    stopReason = nil
    isDone = false
    return next
  }

  mutating func finish(into result: inout [Event]) throws {
    guard isDone else { throw context.cutOff(strayText: events.finish()) }
    try blocks.endAll(in: &context, into: &result)
    switch stopReason {
    case "refusal":
      throw context.refusal(refusal)
    case "model_context_window_exceeded":
      throw context.contextExceeded
    case "pause_turn":
      break  // Another request continues the answer.
    case "max_tokens":
      result += blocks.metadata(in: context) + [.finished(.length)]
    default:
      result += blocks.metadata(in: context)
    }
  }
}
