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

  private struct Call {
    var id: String?
    var name: String?
    /// Arguments that came before the id or the name.
    var waiting = ""
  }

  package var context: ReplyContext
  private var events = ServerSentEvents()
  /// The calls, by the index that their pieces have.
  private var calls: [Int: Call] = [:]
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
          input: usage.number("prompt_tokens"),
          cached: usage.number("prompt_tokens_details", "cached_tokens"),
          output: usage.number("completion_tokens"),
          reasoning: usage.number("completion_tokens_details", "reasoning_tokens")))
    }
  }

  private mutating func readDelta(_ delta: GeneratedContent, _ result: inout [Event]) {
    // vLLM calls the thoughts `reasoning` since 0.12, and most others `reasoning_content`.
    result += context.thought(
      delta.text(named: "reasoning_content") ?? delta.text(named: "reasoning"))
    result += context.text(delta.text(named: "content"))
    refusal += delta.text(named: "refusal") ?? ""
    for piece in delta.value("tool_calls")?.elementList ?? [] {
      readCall(piece, index: piece.number("index") ?? index(of: piece), &result)
    }
  }

  /// The index of a piece that a server sent without one.
  ///
  /// An id says which call it is; without an id, a name begins a call, and what has neither goes on with
  /// the last one.
  private func index(of piece: GeneratedContent) -> Int {
    let last = calls.keys.max() ?? -1
    if let id = piece.text(named: "id"), !id.isEmpty {
      return calls.first { $0.value.id == id }?.key ?? last + 1
    }
    let name = piece.value("function", "name")?.plainText ?? ""
    return name.isEmpty ? max(last, 0) : last + 1
  }

  /// Takes a piece of a call.
  ///
  /// The id and the name come once, with each piece, or late.
  private mutating func readCall(
    _ piece: GeneratedContent, index: Int, _ result: inout [Event]
  ) {
    var call = calls[index] ?? Call()
    if call.id == nil, let id = piece.text(named: "id"), !id.isEmpty { call.id = id }
    if call.name == nil, let name = piece.value("function", "name")?.plainText, !name.isEmpty {
      call.name = context.names.original(of: name)
    }
    call.waiting += piece.value("function", "arguments")?.plainText ?? ""
    if let id = call.id, let name = call.name {
      result.append(context.call(id, name, call.waiting))
      call.waiting = ""
    }
    calls[index] = call
  }

  package mutating func finish(into result: inout [Event]) throws {
    guard isDone || finishReason != nil else { throw context.cutOff(strayText: events.finish()) }
    guard refusal.isEmpty else { throw context.refusal(refusal) }
    if finishReason == "content_filter" { throw context.filtered("content_filter") }
    for (index, call) in calls.sorted(by: { $0.key < $1.key }) {
      guard let name = call.name else {
        throw context.failure("invalidEvent", "a call of a tool has no name.")
      }
      // A server that sends no ids gets some, so that outputs can be distinguished.
      if call.id == nil {
        result.append(context.call(context.callID(index), name, call.waiting))
      }
    }
    result += context.finalMetadata()
    if finishReason == "length" { result.append(.finished(.length)) }
  }
}
