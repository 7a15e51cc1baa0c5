import SchemaContent
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Reads the stream of a response of OpenAI's Responses.
package struct ResponsesReader: WireReader {
  package typealias Event = LanguageModelExecutorGenerationChannel.Event

  private struct Call {
    var id: String
    var name: String
    var hasArguments = false
    /// Whether the server has said that nothing of it follows.
    var isWhole = false
  }

  package var context: ReplyContext
  private var events = ServerSentEvents()
  /// The calls, by the item to which their pieces belong.
  private var calls: [String: Call] = [:]
  private var refusal = ""
  private var incompleteReason: String?
  private var failure: ProviderRequestFailure?
  package private(set) var isDone = false

  init(context: ReplyContext) {
    self.context = context
  }

  package mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) where !isDone {
      result += try read(context.content(event.data))
    }
    if !isDone { try events.check() }
  }

  private mutating func read(_ event: GeneratedContent) throws -> [Event] {
    let part = "reasoning\(event.number("output_index") ?? 0)"
    switch event.text(named: "type") {
    case "response.created":
      return event.value("response").map { context.identity(in: $0) } ?? []
    case "response.output_text.delta":
      return context.text(event.text(named: "delta"))
    case "response.refusal.delta":
      refusal += event.text(named: "delta") ?? ""
      return []
    case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
      return context.thought(event.text(named: "delta"), part: part)
    case "response.output_item.added":
      return begin(event)
    case "response.function_call_arguments.delta":
      return arguments(event.text(named: "delta"), of: key(event))
    case "response.function_call_arguments.done":
      return endCall(key(event), event.value("arguments"))
    case "response.output_item.done":
      return end(event, part)
    case "response.completed", "response.incomplete", "response.failed":
      return end(event.value("response") ?? event)
    case "error":
      throw context.failure(event)
    default:
      return []
    }
  }

  /// The name of an item in events: its position, since GitHub Copilot gives an item another id in each
  /// event; the id where a server sends no position.
  private func key(_ event: GeneratedContent) -> String {
    event.text(named: "output_index") ?? event.text(named: "item_id")
      ?? event.value("item", "id")?.plainText ?? ""
  }

  private mutating func begin(_ event: GeneratedContent) -> [Event] {
    guard let item = event.value("item"), item.text(named: "type") == "function_call" else {
      return []
    }
    let call = Call(
      id: context.callID(item.text(named: "call_id")),
      name: context.names.original(of: item.text(named: "name") ?? ""))
    calls[key(event)] = call
    return [context.call(call.id, call.name, "")]
  }

  private mutating func arguments(_ text: String?, of key: String) -> [Event] {
    guard let text, !text.isEmpty, let call = calls[key] else { return [] }
    calls[key]?.hasArguments = true
    return [context.call(call.id, call.name, text)]
  }

  /// Ends a call: one whose arguments did not come in pieces has them now.
  private mutating func endCall(_ key: String, _ arguments: GeneratedContent?) -> [Event] {
    calls[key]?.isWhole = true
    return calls[key]?.hasArguments == false ? self.arguments(arguments?.argumentText, of: key) : []
  }

  /// Ends an item, which is whole here.
  private mutating func end(_ event: GeneratedContent, _ part: String) -> [Event] {
    guard let item = event.value("item") else { return [] }
    switch item.text(named: "type") {
    case "function_call":
      let beginning = calls[key(event)] == nil ? begin(event) : []
      return beginning + endCall(key(event), item.value("arguments"))
    case "reasoning" where item.value("encrypted_content")?.shape == .string:
      return context.signature(
        Data(item.jsonBytes(.compact)), part: part, kind: "reasoning")
    default:
      return []
    }
  }

  /// Takes the last event, of which the usage counts also where the response failed.
  private mutating func end(_ response: GeneratedContent) -> [Event] {
    isDone = true
    if let error = response.value("error"), error.shape == .object {
      failure = context.failure(error)
    } else if response.text(named: "status") == "failed" {
      failure = context.failure("failed", "the response failed.", isTransient: true)
    }
    incompleteReason = response.value("incomplete_details", "reason")?.plainText
    guard let usage = response.value("usage"), usage.shape == .object else { return [] }
    return [
      context.usage(
        input: usage.count("input_tokens"),
        cached: usage.count("input_tokens_details", "cached_tokens"),
        output: usage.count("output_tokens"),
        reasoning: usage.count("output_tokens_details", "reasoning_tokens"))
    ]
  }

  package mutating func finish(into result: inout [Event]) throws {
    guard isDone else { throw context.cutOff(strayText: events.finish()) }
    if let failure { throw failure }
    guard refusal.isEmpty else { throw context.refusal(refusal) }
    switch incompleteReason {
    case nil:
      guard calls.values.allSatisfy(\.isWhole) else {
        throw context.failure("invalidEvent", "a call of a tool has no end.")
      }
      result += context.finalMetadata()
    case "max_output_tokens": result += context.finalMetadata() + [.finished(.length)]
    case "content_filter": throw context.filtered("content_filter")
    case .some(let reason): throw context.endedEarly(reason)
    }
  }
}
