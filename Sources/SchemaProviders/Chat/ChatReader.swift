import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Chat Completions.
struct ChatReader: CompleteReplyReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The reasons of vLLM, Mistral and DeepSeek for incomplete answers.
  private static let failures: Set = ["abort", "error", "insufficient_system_resource"]

  private(set) var context: ReplyContext
  private var events = ServerSentEvents()
  private var calls = ChatCalls()
  private var refusal = ""
  private var finishReason: String?
  private(set) var isDone = false
  // The last chunk with text has the finish reason.
  var isComplete: Bool { isDone || finishReason != nil }

  /// The form in which the server wants reasoning back.
  private let reasoningForm: ChatQuirks.Reasoning
  /// The reasoning so far, for a server that wants it back as a text.
  private var reasoningText = ""
  /// The reasoning so far, for a server that wants it back as a list.
  private var reasoningDetails = ReasoningDetails()

  init(context: ReplyContext, reasoning: ChatQuirks.Reasoning) {
    self.context = context
    reasoningForm = reasoning
  }

  mutating func begin(_ head: ReplyHead) { context.begin(head) }

  mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) where !isDone {
      if event.data == "[DONE]" {
        isDone = true
      } else {
        try read(try context.readEvent(event.data), &result)
      }
    }
    if !isDone { try events.check() }
  }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard reply.value("choices")?.firstElement?.value("message") != nil else {
      throw context.failure(.invalidReply, "the reply has no message.")
    }
    try read(reply, &result)
    isDone = true
  }

  private mutating func read(_ chunk: GeneratedContent, _ result: inout [Event]) throws {
    // Groq adds its own part to the stream.
    let ofGroq = chunk.value("x_groq")
    if let error = ofGroq?.nonEmptyText(named: "error") {
      throw context.failure(GeneratedContent.object(["error": error]))
    }
    result += context.identity(in: chunk)
    if let choice = chunk.value("choices")?.firstElement {
      // A server that does not stream sends a message.
      if let delta = choice.value("delta") ?? choice.value("message") { readDelta(delta, &result) }
      if let reason = choice.text(named: "finish_reason") { finishReason = reason }
    }
    let counts = [chunk.value("usage"), ofGroq?.value("usage")].compactMap(\.self)
    if let usage = counts.first(where: { $0.shape == .object }) {
      result.append(
        context.usage(
          input: usage.count("prompt_tokens"),
          cached: usage.count("prompt_tokens_details", "cached_tokens")
            ?? usage.count("prompt_cache_hit_tokens"),
          cacheWrite: usage.count("prompt_tokens_details", "cache_write_tokens"),
          output: Self.output(in: usage),
          reasoning: usage.count("completion_tokens_details", "reasoning_tokens")))
    }
  }

  /// Returns the number of tokens that the model wrote, including its reasoning.
  ///
  /// xAI counts reasoning apart from the completion; other servers include it. `total_tokens` shows
  /// whether the completion includes reasoning.
  private static func output(in usage: GeneratedContent) -> Int? {
    let completion = usage.count("completion_tokens")
    guard let completion, let prompt = usage.count("prompt_tokens"),
      let reasoning = usage.count("completion_tokens_details", "reasoning_tokens"), reasoning > 0
    else { return completion }
    let sum = completion.addingClamped(reasoning)
    return usage.count("total_tokens") == prompt.addingClamped(sum) ? sum : completion
  }

  private mutating func readDelta(_ delta: GeneratedContent, _ result: inout [Event]) {
    // Some servers send a list of parts, which can include reasoning.
    let content = delta.value("content")
    let inParts = content?.elementList.compactMap { $0.value("thinking")?.textOfParts }.joined()
    // vLLM names the reasoning `reasoning` since 0.12, and most others `reasoning_content`.
    // A server that sends both may leave one empty.
    let reasoning =
      delta.nonEmptyText(named: "reasoning_content") ?? delta.nonEmptyText(named: "reasoning")
      ?? inParts
    result += context.reasoning(reasoning)
    switch reasoningForm {
    case .none: break
    case .content: reasoningText += reasoning ?? ""
    case .details:
      for detail in delta.value("reasoning_details")?.elementList ?? [] {
        reasoningDetails.append(detail)
      }
    }
    result += context.text(content?.textOfParts)
    refusal += delta.text(named: "refusal") ?? ""
    if let pieces = delta.value("tool_calls")?.elementList, !pieces.isEmpty {
      result += calls.read(pieces, in: &context)
    }
  }

  mutating func finish(into result: inout [Event]) throws {
    if !isDone, finishReason == nil {
      let text = events.finish()
      guard let message = context.readCompleteReply(text),
        message.value("choices")?.firstElement != nil
      else {
        throw context.cutOff(strayText: text)
      }
      try read(message, &result)
    }
    guard isDone || finishReason != nil else { throw context.cutOff() }
    guard refusal.isEmpty else { throw context.refusal(refusal) }
    switch finishReason {
    case "content_filter": throw context.filtered("content_filter")
    case let reason? where ChatReader.failures.contains(reason): throw context.endedEarly(reason)
    default:
      try calls.finish(in: &context, into: &result)
      result += signature() + context.finalMetadata()
    }
    // `model_length` is Mistral's name for the context limit.
    if ["length", "model_length"].contains(finishReason) { result.append(.finished(.length)) }
  }

  /// The events with the reasoning in the form in which the server wants it back.
  private func signature() -> [Event] {
    switch reasoningForm {
    case .content where !reasoningText.isEmpty:
      context.signature(Data(reasoningText.utf8), part: "reasoning", kind: "reasoning_content")
    case .details where !reasoningDetails.isEmpty:
      context.signature(
        Data(reasoningDetails.content.jsonBytes(.compact)), part: "reasoning",
        kind: "reasoning_details")
    default: []
    }
  }
}
