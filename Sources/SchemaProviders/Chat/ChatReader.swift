import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Reads the stream of a response of Chat Completions.
package struct ChatReader: WireReader {
  package typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The words of vLLM, Mistral and DeepSeek for incomplete answers.
  private static let failures: Set = ["abort", "error", "insufficient_system_resource"]

  package var context: ReplyContext
  private var events = ServerSentEvents()
  private var calls = ChatCalls()
  private var refusal = ""
  private var finishReason: String?
  package private(set) var isDone = false

  init(context: ReplyContext) {
    self.context = context
  }

  package mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) where !isDone {
      if event.data == "[DONE]" {
        isDone = true
      } else {
        read(try context.content(event.data), &result)
      }
    }
    if !isDone { try events.check() }
  }

  private mutating func read(_ chunk: GeneratedContent, _ result: inout [Event]) {
    result += context.identity(in: chunk)
    if let choice = chunk.value("choices")?.firstElement {
      if let delta = choice.value("delta") { readDelta(delta, &result) }
      if let reason = choice.text(named: "finish_reason") { finishReason = reason }
    }
    if let usage = chunk.value("usage"), usage.shape == .object {
      result.append(
        context.usage(
          input: usage.count("prompt_tokens"),
          cached: usage.count("prompt_tokens_details", "cached_tokens"),
          output: usage.count("completion_tokens"),
          reasoning: usage.count("completion_tokens_details", "reasoning_tokens")))
    }
  }

  private mutating func readDelta(_ delta: GeneratedContent, _ result: inout [Event]) {
    // Some servers send the content in parts, of which thoughts are some.
    let content = delta.value("content")
    let thoughts = content?.elementList.compactMap { $0.value("thinking")?.textOfParts }.joined()
    // vLLM calls the thoughts `reasoning` since 0.12, and most others `reasoning_content`.
    result += context.thought(
      delta.text(named: "reasoning_content") ?? delta.text(named: "reasoning") ?? thoughts)
    result += context.text(content?.textOfParts)
    refusal += delta.text(named: "refusal") ?? ""
    for piece in delta.value("tool_calls")?.elementList ?? [] {
      result += calls.read(piece, in: &context)
    }
  }

  package mutating func finish(into result: inout [Event]) throws {
    guard isDone || finishReason != nil else { throw context.cutOff(strayText: events.finish()) }
    guard refusal.isEmpty else { throw context.refusal(refusal) }
    switch finishReason {
    case "content_filter": throw context.filtered("content_filter")
    case let reason? where ChatReader.failures.contains(reason): throw context.endedEarly(reason)
    default: result += try calls.finish(in: &context) + context.finalMetadata()
    }
    // `model_length` is Mistral's name for the context limit.
    if ["length", "model_length"].contains(finishReason) { result.append(.finished(.length)) }
  }
}
