import SchemaContent
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Reads the stream of a response of Anthropic's Messages.
package struct AnthropicReader: WireReader {
  package typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The kind of thoughts that only Anthropic can read.
  static let redacted = "redacted_thinking"

  private enum Block {
    case text
    /// Thoughts, whose signature is kept apart, so that its pieces are added in place.
    case thinking
    /// A call, with the arguments that came with its beginning, if any.
    case call(id: String, name: String, input: String, isStreamed: Bool)
  }

  package var context: ReplyContext
  private var events = ServerSentEvents()
  /// The blocks by their index, which can be any number.
  private var blocks: [String: Block] = [:]
  private var signatures: [String: String] = [:]
  private var inputTokens = 0
  private var cachedTokens = 0
  private var stopReason: String?
  private var refusal = ""
  package private(set) var isDone = false

  init(context: ReplyContext) {
    self.context = context
  }

  package mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) where !isDone {
      result += read(try context.content(event.data))
    }
    if !isDone { try events.check() }
  }

  private mutating func read(_ event: GeneratedContent) -> [Event] {
    let index = event.text(named: "index") ?? "0"
    switch event.text(named: "type") {
    case "message_start":
      guard let message = event.value("message") else { return [] }
      return context.identity(in: message) + (message.value("usage").map { [usage($0)] } ?? [])
    case "content_block_start":
      return event.value("content_block").map { begin($0, index) } ?? []
    case "content_block_delta":
      return event.value("delta").map { delta($0, index) } ?? []
    case "content_block_stop":
      return end(index)
    case "message_delta":
      stopReason = event.value("delta", "stop_reason")?.plainText ?? stopReason
      let explanation =
        event.value("delta", "stop_details", "explanation")
        ?? event.value("stop_details", "explanation")
      refusal = explanation?.plainText ?? refusal
      return event.value("usage").map { [usage($0)] } ?? []
    case "message_stop":
      isDone = true
      return []
    default:
      return []  // `ping`, and what later versions add
    }
  }

  private mutating func begin(_ content: GeneratedContent, _ index: String) -> [Event] {
    switch content.text(named: "type") {
    case "text":
      blocks[index] = .text
      return context.text(content.text(named: "text"))
    case "thinking":
      blocks[index] = .thinking
      signatures[index] = content.text(named: "signature") ?? ""
      return context.thought(content.text(named: "thinking"), part: "reasoning\(index)")
    case AnthropicReader.redacted:
      return context.signature(
        Data((content.text(named: "data") ?? "").utf8), part: "reasoning\(index)",
        kind: AnthropicReader.redacted)
    case "tool_use":
      let id = context.callID(content.text(named: "id"))
      let name = context.names.original(of: content.text(named: "name") ?? "")
      let input = content.value("input")?.argumentText ?? ""
      blocks[index] = .call(id: id, name: name, input: input, isStreamed: false)
      return [context.call(id, name, "")]
    default:
      return []
    }
  }

  private mutating func delta(_ delta: GeneratedContent, _ index: String) -> [Event] {
    switch (delta.text(named: "type"), blocks[index]) {
    case ("text_delta", _):
      return context.text(delta.text(named: "text"))
    case ("thinking_delta", _):
      return context.thought(delta.text(named: "thinking"), part: "reasoning\(index)")
    case ("signature_delta", .thinking):
      signatures[index, default: ""] += delta.text(named: "signature") ?? ""
      return []
    case ("input_json_delta", .call(let id, let name, let input, _)):
      guard let text = delta.text(named: "partial_json"), !text.isEmpty else { return [] }
      blocks[index] = .call(id: id, name: name, input: input, isStreamed: true)
      return [context.call(id, name, text)]
    default:
      return []
    }
  }

  private mutating func end(_ index: String) -> [Event] {
    switch blocks[index] {
    case .thinking:
      guard let signature = signatures[index], !signature.isEmpty else { return [] }
      return context.signature(
        Data(signature.utf8), part: "reasoning\(index)", kind: "thinking")
    case .call(let id, let name, let input, false):
      return [context.call(id, name, input)]
    default:
      return []
    }
  }

  /// Counts are of the whole message so far, and those of the input come with its beginning.
  private mutating func usage(_ usage: GeneratedContent) -> Event {
    if let fresh = usage.count("input_tokens") {
      cachedTokens = usage.count("cache_read_input_tokens") ?? 0
      inputTokens = fresh.addingClamped(cachedTokens)
        .addingClamped(usage.count("cache_creation_input_tokens") ?? 0)
    }
    return context.usage(
      input: inputTokens, cached: cachedTokens, output: usage.count("output_tokens"),
      reasoning: usage.count("output_tokens_details", "thinking_tokens"))
  }

  package mutating func finish(into result: inout [Event]) throws {
    guard isDone else { throw context.cutOff(strayText: events.finish()) }
    switch stopReason {
    case "refusal":
      throw context.refusal(refusal)
    case "model_context_window_exceeded":
      throw LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: 0, tokenCount: 0,
          debugDescription: "Anthropic: the answer does not fit into the context.",
          metadata: context.metadata))
    case "pause_turn":
      throw context.failure("pause_turn", "the model paused, which only tools of the server need.")
    case "max_tokens":
      result += context.finalMetadata() + [.finished(.length)]
    default:
      result += context.finalMetadata()
    }
  }
}
