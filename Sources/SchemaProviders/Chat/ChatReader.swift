import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Chat Completions.
struct ChatReader: WireReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  static let eventTypes: Set<String>? = [
    "message", "data", "chunk", "completion", "chat.completion.chunk",
  ]
  static let hasDoneMark = true
  static let readsReplies = true

  /// The reasons of OpenAI, vLLM, Mistral, DeepSeek, Z.ai and TGI.
  private static let ends: [String: ReplyEnd.Meaning] = [
    "stop": .complete, "tool_calls": .complete, "function_call": .complete,
    "eos_token": .complete, "stop_sequence": .complete, "length": .length,
    "model_length": .length, "content_filter": .filtered(), "sensitive": .filtered(),
    "model_context_window_exceeded": .contextExceeded, "abort": .failed, "error": .failed,
    "insufficient_system_resource": .failed, "network_error": .failed,
  ]

  var context: ReplyContext
  var end = ReplyEnd()
  private(set) var refusal = ""
  private var calls = ChatCalls()
  private var usage = ReplyUsage()
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

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard let choice = reply.value("choices")?.firstElement, choice.value("message") != nil else {
      throw context.failure(.invalidReply, "the reply has no message.")
    }
    try read(reply, "", into: &result)
    end.close()
  }

  mutating func read(
    _ chunk: GeneratedContent, _ type: String, into result: inout [Event]
  ) throws {
    result += context.identity(in: chunk)
    if let choice = chunk.value("choices")?.firstElement {
      if let delta = choice.value("delta"), delta.childCount > 0 {
        let count = result.count
        readDelta(delta, &result)
        hasPieces = hasPieces || result.count > count || !refusal.isEmpty
      }
      if !hasPieces, let message = choice.value("message") {
        // A server that does not stream sends a message, also as its last event.
        readDelta(message, &result)
      }
      end.state(choice.text(named: "finish_reason"), Self.ends)
      end.note(choice.text(named: "native_finish_reason"))
    }
    // Groq adds its own part to the stream.
    let counts = [chunk.value("usage"), chunk.value("x_groq", "usage")].compactMap(\.self)
    if let counts = counts.first(where: { $0.shape == .object }) {
      usage.input.update(counts.count("prompt_tokens"))
      usage.cached.update(
        counts.count("prompt_tokens_details", "cached_tokens")
          ?? counts.count("prompt_cache_hit_tokens"))
      usage.cacheWrite.update(counts.count("prompt_tokens_details", "cache_write_tokens"))
      usage.output.update(Self.output(in: counts))
      usage.reasoning.update(counts.count("completion_tokens_details", "reasoning_tokens"))
      result.append(usage.event(in: context))
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
    try calls.finish(in: &context, into: &result)
    result += signature() + context.finalMetadata()
  }

  /// The events with the reasoning in the form in which the server wants it back.
  private func signature() -> [Event] {
    switch reasoningForm {
    case .content where !reasoningText.isEmpty:
      context.signature(
        Data(SplitSurrogates.joined(reasoningText).utf8), part: "reasoning",
        kind: "reasoning_content")
    case .details where !reasoningDetails.isEmpty:
      context.signature(
        Data(reasoningDetails.content.jsonBytes(.compact)), part: "reasoning",
        kind: "reasoning_details")
    default: []
    }
  }
}
