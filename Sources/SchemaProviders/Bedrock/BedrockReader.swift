import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Bedrock's Converse.
struct BedrockReader: WireReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  private(set) var context: ReplyContext
  private var events = EventStream()
  private var blocks: AnthropicBlocks
  /// The indices of the blocks of reasoning that have begun.
  private var reasoningBlocks: Set<String> = []
  private var usage = ReplyUsage()
  private var stopReason: String?
  private(set) var isDone = false
  // Only counts follow the reason to stop.
  var isComplete: Bool { stopReason != nil }

  init(context: ReplyContext, prefix: BoundPrefix) {
    self.context = context
    blocks = AnthropicBlocks(after: prefix)
  }

  mutating func begin(_ head: ReplyHead) { context.begin(head) }

  mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for message in events.append(piece) where !isDone { try read(message, into: &result) }
    if !isDone, let fault = events.failure {
      throw context.failure(
        .invalidEvent, "the stream is not one of Amazon's events (\(fault)).", isTransient: true)
    }
  }

  private mutating func read(_ message: EventStreamMessage, into result: inout [Event]) throws {
    let text = String(decoding: message.payload, as: UTF8.self)
    switch message.headers[":message-type"] {
    case "exception", "error":
      let name = message.headers[":exception-type"] ?? message.headers[":error-code"]
      throw failure(name, text, message.headers[":error-message"])
    default: break
    }
    let event = try context.readEvent(text)
    let index = event.text(named: "contentBlockIndex") ?? "0"
    switch message.headers[":event-type"] {
    case "contentBlockStart":
      guard let call = event.value("start", "toolUse") else { return }
      try blocks.begin(
        .object([
          "type": "tool_use", "id": call.text(named: "toolUseId"), "name": call.text(named: "name"),
        ]), index, in: &context, into: &result)
    case "contentBlockDelta":
      guard let delta = event.value("delta") else { return }
      try add(delta, index, into: &result)
    case "contentBlockStop":
      result += try blocks.end(index, in: &context)
    case "messageStop":
      stopReason = event.text(named: "stopReason")
    case "metadata":
      isDone = stopReason != nil
      result += count(event.value("usage"))
    default:
      break  // `messageStart`, and events of later versions
    }
  }

  /// Reads a piece of a block, in the form of Anthropic's events.
  private mutating func add(
    _ delta: GeneratedContent, _ index: String, into result: inout [Event]
  ) throws {
    if let text = delta.text(named: "text") {
      result += blocks.add(.object(["type": "text_delta", "text": text]), index, in: context)
      return
    }
    if let input = delta.value("toolUse", "input")?.argumentText {
      result += blocks.add(
        .object(["type": "input_json_delta", "partial_json": input]), index, in: context)
      return
    }
    guard let reasoning = delta.value("reasoningContent") else { return }
    if let data = reasoning.text(named: "redactedContent") {
      // A second piece of a block becomes its own block, so that neither is lost.
      try blocks.begin(
        .object(["type": AnthropicReader.redacted, "data": data]), index, in: &context,
        into: &result)
      return
    }
    if reasoningBlocks.insert(index).inserted {
      try blocks.begin(.object(["type": "thinking"]), index, in: &context, into: &result)
    }
    if let text = reasoning.text(named: "text") {
      result += blocks.add(
        .object(["type": "thinking_delta", "thinking": text]), index, in: context)
    }
    if let signature = reasoning.text(named: "signature") {
      result += blocks.add(
        .object(["type": "signature_delta", "signature": signature]), index, in: context)
    }
  }

  /// Takes the counts of an event, and returns the event of the usage so far.
  private mutating func count(_ counts: GeneratedContent?) -> [Event] {
    guard let counts else { return [] }
    usage.output = counts.count("outputTokens") ?? 0
    usage.cached = counts.count("cacheReadInputTokens") ?? 0
    usage.cacheWrite = counts.count("cacheWriteInputTokens") ?? 0
    // The total includes the tokens of the cache, which the count of the input may lack.
    usage.input = max(
      counts.count("inputTokens") ?? 0,
      (counts.count("totalTokens") ?? 0).addingClamped(-usage.output))
    return [usage.event(in: context)]
  }

  /// Returns the failure that an exception in the stream reports.
  private func failure(
    _ name: String?, _ text: String, _ message: String?
  ) -> ProviderRequestFailure {
    // The names begin with small letters in streams, and with capitals in headers. Keys are masked
    // before the first letter changes, since the mask would not find a changed key.
    let name = name.map(context.secretMask.callAsFunction)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let parsed = try? GeneratedContent(json: text)
    let content = parsed.flatMap { $0.isComplete ? $0 : nil } ?? GeneratedContent(message ?? text)
    return ProviderError(content, context.secretMask, name: name)
      .failure(provider: context.provider, response: nil, metadata: context.metadata)
  }

  mutating func finish(into result: inout [Event]) throws {
    guard let stopReason else { throw context.cutOff() }
    try blocks.endAll(in: &context, into: &result)
    switch stopReason {
    case "guardrail_intervened", "content_filtered":
      throw context.filtered(stopReason)
    case "malformed_model_output", "malformed_tool_use":
      throw context.endedEarly(stopReason)
    case "model_context_window_exceeded":
      throw context.contextExceeded
    case "max_tokens":
      result += blocks.metadata(in: context) + [.finished(.length)]
    default:
      result += blocks.metadata(in: context)
    }
  }
}
