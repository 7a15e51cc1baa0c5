import SchemaModel
import SchemaSessions

/// Reads the stream of a response of Bedrock's Converse.
struct BedrockReader: WireReader {
  static let framing = EventFraming.amazon
  static let eventTypes: Set<String>? = [
    "messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop",
    "metadata",
  ]

  var context: ReplyContext
  var end = ReplyEnd()
  private var blocks: AnthropicBlocks

  init(context: ReplyContext, prefix: BoundPrefix) {
    self.context = context
    blocks = AnthropicBlocks(after: prefix)
  }

  mutating func read(_ event: GeneratedContent, _ type: String) throws {
    let index = event.text(named: "contentBlockIndex") ?? "0"
    switch type {
    case "contentBlockStart":
      guard let call = event.value("start", "toolUse") else { return }
      let name = try context.toolName(call.text(named: "name"))
      let id = context.callID(call.text(named: "toolUseId"))
      try blocks.begin(
        .call(id: id, name: name, start: nil, metadata: [:]), index, in: &context)
    case "contentBlockDelta":
      if let delta = event.value("delta") { try add(delta, index) }
    case "contentBlockStop":
      try blocks.end(index, in: &context)
    case "messageStop":
      end.state(event.text(named: "stopReason"))
    case "metadata":
      count(event.value("usage"))
      if end.isStated { end.close() }
    default:
      break  // `messageStart`
    }
  }

  private mutating func add(_ delta: GeneratedContent, _ index: String) throws {
    if let text = delta.text(named: "text") {
      try blocks.add(.text(text), index, in: &context)
    }
    if let input = delta.value("toolUse", "input")?.argumentText {
      try blocks.add(.input(input), index, in: &context)
    }
    guard let reasoning = delta.value("reasoningContent") else { return }
    if let data = reasoning.text(named: "redactedContent") {
      // A second piece of a block becomes its own block, so that neither is lost.
      try blocks.begin(.redacted, index, data, in: &context)
    }
    if let text = reasoning.text(named: "text") {
      try blocks.add(.thought(text), index, in: &context)
    }
    if let signature = reasoning.text(named: "signature") {
      try blocks.add(.signature(signature), index, in: &context)
    }
  }

  /// Adds the counts of an event.
  private mutating func count(_ counts: GeneratedContent?) {
    guard let counts else { return }
    context.usage.output.update(counts.count("outputTokens"))
    context.usage.cached.update(counts.count("cacheReadInputTokens"))
    context.usage.cacheWrite.update(counts.count("cacheWriteInputTokens"))
    // The total includes the tokens of the cache, which the count of the input may lack.
    context.usage.input.update(
      max(
        counts.count("inputTokens") ?? 0,
        (counts.count("totalTokens") ?? 0).addingClamped(-context.usage.output)))
    context.addUsage()
  }

  mutating func finish() throws { try blocks.endAll(in: &context) }
}
