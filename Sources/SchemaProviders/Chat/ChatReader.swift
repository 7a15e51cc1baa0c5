import SchemaModel
import SchemaSessions

/// Reads the stream of a response of Chat Completions.
struct ChatReader: WireReader {
  static let eventTypes: Set<String>? = [
    "message", "data", "chunk", "completion", "chat.completion.chunk",
  ]
  static let hasDoneMark = true
  static let readsReplies = true

  var context: ReplyContext
  var end = ReplyEnd()
  private(set) var refusal = ""
  private var calls = ChatCalls()
  /// `true` if a part of the answer has arrived in a piece.
  private var hasPieces = false

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

  mutating func read(completeReply reply: GeneratedContent) throws {
    guard let choice = reply.value("choices")?.firstElement, choice.value("message") != nil else {
      throw context.failures.failure(.invalidReply, "the reply has no message.")
    }
    try read(reply, "")
    end.close()
  }

  mutating func read(_ chunk: GeneratedContent, _ type: String) throws {
    context.addIdentity(in: chunk)
    if let choice = chunk.value("choices")?.firstElement {
      if let delta = choice.value("delta"), delta.childCount > 0 {
        read(delta)
        hasPieces = hasPieces || context.eventHasContent() || !refusal.isEmpty
      }
      // A server that does not stream sends a message, also as its last event.
      if !hasPieces, let message = choice.value("message") { read(message) }
      end.state(choice.text(named: "finish_reason"))
      end.note(choice.text(named: "native_finish_reason"))
    }
    // Groq adds its own part to the stream.
    let usage = chunk.value("usage")
    let counts = usage?.shape == .object ? usage : chunk.value("x_groq", "usage")
    if let counts, counts.shape == .object {
      context.usage.input.update(counts.count("prompt_tokens"))
      context.usage.cached.update(
        counts.count("prompt_tokens_details", "cached_tokens")
          ?? counts.count("prompt_cache_hit_tokens"))
      context.usage.cacheWrite.update(counts.count("prompt_tokens_details", "cache_write_tokens"))
      context.usage.output.update(Self.output(in: counts))
      context.usage.reasoning.update(counts.count("completion_tokens_details", "reasoning_tokens"))
      context.addUsage()
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

  /// Reads a piece of the answer, or the complete answer.
  private mutating func read(_ delta: GeneratedContent) {
    // Some servers send a list of parts, which can include reasoning.
    let content = delta.value("content")
    let inParts = content?.elementList.compactMap { $0.value("thinking")?.textOfParts }.joined()
    // vLLM names the reasoning `reasoning` since 0.12, and most others `reasoning_content`.
    // A server that sends both may leave one empty.
    let reasoning =
      delta.nonEmptyText(named: "reasoning_content") ?? delta.nonEmptyText(named: "reasoning")
      ?? inParts
    context.addReasoning(reasoning)
    switch reasoningForm {
    case .none: break
    case .content: reasoningText += reasoning ?? ""
    case .details:
      for detail in delta.value("reasoning_details")?.elementList ?? [] {
        reasoningDetails.append(detail)
      }
    }
    context.addText(content?.textOfParts)
    refusal += delta.text(named: "refusal") ?? ""
    if let pieces = delta.value("tool_calls")?.elementList, !pieces.isEmpty {
      calls.read(pieces, in: &context)
    }
  }

  mutating func finish() throws {
    try calls.finish(in: &context)
    if !reasoningText.isEmpty {
      context.sign(SplitSurrogates.joined(reasoningText), kind: "reasoning_content")
    }
    if !reasoningDetails.isEmpty {
      let details = context.whole(reasoningDetails.content)
      context.sign(details.jsonString(.compact), kind: "reasoning_details")
    }
  }
}
