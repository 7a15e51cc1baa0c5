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

  static let framing = EventFraming.amazon
  static let eventTypes: Set<String>? = [
    "messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop",
    "metadata",
  ]

  private static let ends: [String: ReplyEnd.Meaning] = [
    "end_turn": .complete, "tool_use": .complete, "stop_sequence": .complete,
    "max_tokens": .length, "guardrail_intervened": .filtered(), "content_filtered": .filtered(),
    "malformed_model_output": .failed, "malformed_tool_use": .failed,
    "model_context_window_exceeded": .contextExceeded,
  ]

  var context: ReplyContext
  var end = ReplyEnd()
  private var blocks: AnthropicBlocks
  /// The indices of the blocks of reasoning that have begun.
  private var reasoningBlocks: Set<String> = []
  private var usage = ReplyUsage()

  init(context: ReplyContext, prefix: BoundPrefix) {
    self.context = context
    blocks = AnthropicBlocks(after: prefix)
  }

  mutating func read(
    _ event: GeneratedContent, _ type: String, into result: inout [Event]
  ) throws {
    let index = event.text(named: "contentBlockIndex") ?? "0"
    switch type {
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
      end.state(event.text(named: "stopReason"), Self.ends)
    case "metadata":
      result += count(event.value("usage"))
      if end.isStated { end.close() }
    default:
      break  // `messageStart`
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
    usage.output.update(counts.count("outputTokens"))
    usage.cached.update(counts.count("cacheReadInputTokens"))
    usage.cacheWrite.update(counts.count("cacheWriteInputTokens"))
    // The total includes the tokens of the cache, which the count of the input may lack.
    usage.input.update(
      max(
        counts.count("inputTokens") ?? 0,
        (counts.count("totalTokens") ?? 0).addingClamped(-usage.output)))
    return [usage.event(in: context)]
  }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    throw context.failure(.invalidReply, "the reply is not a stream.")
  }

  mutating func finish(into result: inout [Event]) throws {
    try blocks.endAll(in: &context, into: &result)
    result += blocks.metadata(in: context)
  }
}
