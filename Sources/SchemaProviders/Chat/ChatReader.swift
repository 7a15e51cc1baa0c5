import SchemaContent
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
    /// Arguments that came before the name.
    var waiting = ""
  }

  private let provider: String
  private let names: SafeNames
  private var notes: [String]
  private var events = ServerSentEvents()
  /// The calls, by the index that their pieces have.
  private var calls: [Int: Call] = [:]
  private var refusal = ""
  private var finishReason: String?
  private var isDone = false

  init(provider: String, names: SafeNames, notes: [String]) {
    self.provider = provider
    self.names = names
    self.notes = notes
  }

  package mutating func read(_ piece: Data) throws -> [Event] {
    var result: [Event] = []
    for event in events.append(piece) where !isDone {
      if event.data == "[DONE]" {
        isDone = true
      } else {
        try read(event.data, &result)
      }
    }
    return result
  }

  private mutating func read(_ text: String, _ result: inout [Event]) throws {
    let chunk: GeneratedContent
    do {
      chunk = try GeneratedContent(json: text)
    } catch {
      throw ProviderRequestFailure(
        LanguageModelError.providerFailure(
          .init(
            code: "invalidEvent",
            debugDescription: "\(provider): an event of the stream is not JSON: \(error)")))
    }
    if let error = chunk.property(named: "error"), error.shape != .null {
      let error = ChatError(error)
      throw ProviderRequestFailure(
        error.languageModelError(provider: provider, status: nil, metadata: [:]),
        isFinal: error.isFinal, isTransient: error.type != "invalid_request_error")
    }
    if !notes.isEmpty {
      result.append(.response(action: .updateMetadata(["notes": notes])))
      notes = []
    }
    if let choice = chunk.property(named: "choices")?.elements.first(where: { _ in true }) {
      if let delta = choice.property(named: "delta") { readDelta(delta, &result) }
      if let reason = choice.property(named: "finish_reason")?.plainText { finishReason = reason }
    }
    if let usage = chunk.property(named: "usage"), usage.shape == .object {
      result.append(usageEvent(usage))
    }
  }

  private mutating func readDelta(_ delta: GeneratedContent, _ result: inout [Event]) {
    if let text = delta.property(named: "reasoning_content")?.plainText, !text.isEmpty {
      result.append(.reasoning(entryID: "reasoning", action: .appendText(text, tokenCount: 1)))
    }
    if let text = delta.property(named: "content")?.plainText, !text.isEmpty {
      result.append(.response(entryID: "response", action: .appendText(text, tokenCount: 1)))
    }
    if let text = delta.property(named: "refusal")?.plainText { refusal += text }
    guard let pieces = delta.property(named: "tool_calls"), pieces.shape == .array else { return }
    for (position, piece) in pieces.elements.enumerated() {
      readCall(piece, index: piece.property(named: "index")?.wholeNumber ?? position, &result)
    }
  }

  /// Takes a piece of a call. The id and the name come once, with each piece, or late.
  private mutating func readCall(
    _ piece: GeneratedContent, index: Int, _ result: inout [Event]
  ) {
    var call = calls[index] ?? Call()
    let function = piece.property(named: "function")
    if call.id == nil, let id = piece.property(named: "id")?.plainText, !id.isEmpty { call.id = id }
    if call.name == nil, let name = function?.property(named: "name")?.plainText, !name.isEmpty {
      call.name = names.original(of: name)
    }
    call.waiting += function?.property(named: "arguments")?.plainText ?? ""
    if let id = call.id, let name = call.name {
      result.append(event(id, name, call.waiting))
      call.waiting = ""
    }
    calls[index] = call
  }

  private func event(_ id: String, _ name: String, _ arguments: String) -> Event {
    .toolCalls(
      entryID: "toolCalls",
      action: .toolCall(
        id: id, name: name, action: .appendArguments(arguments, tokenCount: 1)))
  }

  private func usageEvent(_ usage: GeneratedContent) -> Event {
    func count(_ path: String...) -> Int {
      path.reduce(usage) { $0?.property(named: $1) }?.wholeNumber ?? 0
    }
    return .response(
      entryID: "response",
      action: .updateUsage(
        input: .init(
          totalTokenCount: count("prompt_tokens"),
          cachedTokenCount: count("prompt_tokens_details", "cached_tokens")),
        output: .init(
          totalTokenCount: count("completion_tokens"),
          reasoningTokenCount: count("completion_tokens_details", "reasoning_tokens"))))
  }

  package mutating func finish() throws -> [Event] {
    guard isDone || finishReason != nil else {
      throw ProviderRequestFailure(
        LanguageModelError.providerFailure(
          .init(
            code: "cutOff",
            debugDescription: "\(provider): the stream ended before the answer did.")),
        isTransient: true)
    }
    guard refusal.isEmpty else {
      throw LanguageModelError.refusal(
        .init(explanation: refusal, debugDescription: "\(provider): the model declines."))
    }
    guard finishReason != "content_filter" else {
      throw LanguageModelError.guardrailViolation(
        .init(debugDescription: "\(provider): a filter stopped the answer."))
    }
    // A server that sends no ids gets some, so that outputs can be told apart.
    var result: [Event] = []
    for (index, call) in calls.sorted(by: { $0.key < $1.key }) where call.id == nil {
      guard let name = call.name else { continue }
      result.append(event("call_\(index)", name, call.waiting))
    }
    if finishReason == "length" { result.append(.finished(.length)) }
    return result
  }
}
