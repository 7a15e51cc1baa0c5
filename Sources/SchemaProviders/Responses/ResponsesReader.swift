import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of OpenAI's Responses.
struct ResponsesReader: WireReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  private struct Call {
    let key: String
    let id: String
    /// `true` if the server has given the identifier.
    let hasServerID: Bool
    let name: String
    var arguments = CallArguments()
    /// The properties that have no meaning here.
    var metadata: Metadata = [:]
    /// The text of a custom tool's call so far; `nil` for a call with JSON.
    var input: String?
    /// `true` if the call arrived in one event.
    var isWhole = false
    /// `true` if the server has sent the end of the call.
    var isComplete = false
  }

  /// A name by which events identify a call, with the most reliable kind first.
  private enum CallName: Hashable {
    case call(String)
    case item(String)
    case index(String)
  }

  static let eventTypes: Set<String>? = [
    "message", "response.created", "response.output_text.delta", "response.refusal.delta",
    "response.reasoning_summary_text.delta", "response.reasoning_text.delta",
    "response.reasoning_summary_part.added", "response.output_item.added",
    "response.function_call_arguments.delta", "response.function_call_arguments.done",
    "response.custom_tool_call_input.delta", "response.custom_tool_call_input.done",
    "response.output_item.done", "response.completed", "response.incomplete", "response.failed",
  ]

  private static let incompleteEnds: [String: ReplyEnd.Meaning] = [
    "max_output_tokens": .length, "content_filter": .filtered(),
  ]

  /// The key in an answer's metadata for OpenAI's phase of its text, such as `final_answer`.
  static let phaseKey = "phase"

  var context: ReplyContext
  var end = ReplyEnd()
  private var calls: [Call] = []
  /// The positions of the calls, by the identifiers and the positions of their items.
  private var callPositions: [CallName: Int] = [:]
  private var parts = ResponsesParts()
  /// The keys of the messages that are commentary, and not part of the answer.
  private var commentary: Set<String> = []
  /// `true` if the server sends the text of the answer in pieces.
  private var hasTextPieces = false
  private(set) var refusal = ""
  /// The answer as the provider stores it; `nil` if the provider stores nothing.
  private var stored: StoredAnswer?
  private let takesCustomTools: Bool
  /// Creates a reader.
  ///
  /// `stored` is the beginning of the answer that the provider stores; `nil` if nothing is stored.
  /// `takesCustomTools` is `true` if calls of custom tools are read as calls of tools.
  init(context: ReplyContext, stored: StoredAnswer? = nil, takesCustomTools: Bool = false) {
    self.context = context
    self.takesCustomTools = takesCustomTools
    self.stored = stored
  }

  mutating func read(
    _ event: GeneratedContent, _ type: String, into result: inout [Event]
  ) throws { result += try read(event) }

  private mutating func read(_ event: GeneratedContent) throws -> [Event] {
    switch event.text(named: "type") {
    case "response.created":
      return event.value("response").map { context.identity(in: $0) } ?? []
    case "response.output_text.delta":
      if !commentary.contains(key(event)) { hasTextPieces = true }
      return text(event.text(named: "delta"), of: key(event))
    case "response.refusal.delta":
      refusal += event.text(named: "delta") ?? ""
      return []
    case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
      return context.reasoning(event.text(named: "delta"), part: parts.part(.reasoning, key(event)))
    case "response.reasoning_summary_part.added":
      // A summary has parts, each with its own heading.
      guard let index = event.number("summary_index"), index > 0 else { return [] }
      return context.reasoning("\n\n", part: parts.part(.reasoning, key(event)))
    case "response.output_item.added":
      return try begin(event)
    case "response.function_call_arguments.delta":
      return call(of: event).map { arguments(event.text(named: "delta"), of: $0) } ?? []
    case "response.function_call_arguments.done":
      return call(of: event).map { endCall($0, event.value("arguments")) } ?? []
    case "response.custom_tool_call_input.delta":
      if let call = call(of: event) {
        calls[call].input?.append(event.text(named: "delta") ?? "")
      }
      return []
    case "response.custom_tool_call_input.done":
      return call(of: event).map { endCustomCall($0, event.value("input")) } ?? []
    case "response.output_item.done":
      return try endItem(event)
    case "response.completed", "response.incomplete", "response.failed":
      let status = event.text(named: "type")?.dropFirst("response.".count)
      return try end(event.value("response") ?? event, status: status.map(String.init))
    default:
      return []
    }
  }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard let output = reply.value("output"), output.shape == .array,
      reply.text(named: "status") != nil
    else { throw context.failure(.invalidReply, "the reply has no output.") }
    result += try context.identity(in: reply) + end(reply)
  }

  /// Returns the events that a stream would have for an item.
  private static func events(of item: GeneratedContent, at index: Int) -> [GeneratedContent] {
    func event(_ type: String, _ name: String, _ value: GeneratedContent) -> GeneratedContent {
      GeneratedContent.object(["type": type, "output_index": index]).setting(name, to: value)
    }
    var events = [event("response.output_item.added", "item", item)]
    for part in item.value("content")?.elementList ?? [] {
      switch part.text(named: "type") {
      case "output_text":
        events.append(
          event("response.output_text.delta", "delta", part.value("text") ?? GeneratedContent("")))
      case "refusal":
        events.append(
          event("response.refusal.delta", "delta", part.value("refusal") ?? GeneratedContent("")))
      case "reasoning_text":
        events.append(
          event(
            "response.reasoning_text.delta", "delta", part.value("text") ?? GeneratedContent("")))
      default: break
      }
    }
    for (number, part) in (item.value("summary")?.elementList ?? []).enumerated() {
      let number = GeneratedContent(number)
      events += [
        event("response.reasoning_summary_part.added", "summary_index", number),
        event(
          "response.reasoning_summary_text.delta", "delta",
          part.value("text") ?? GeneratedContent("")),
      ]
    }
    return events + [event("response.output_item.done", "item", item)]
  }

  /// Returns the key of an item in events: its position, or its id if the server sends no position.
  ///
  /// The id is the second choice, since GitHub Copilot gives an item another id in each event.
  private func key(_ event: GeneratedContent) -> String {
    event.text(named: "output_index") ?? event.text(named: "item_id")
      ?? event.value("item", "id")?.plainText ?? ""
  }

  /// Reads a piece of a message.
  ///
  /// The text of a commentary message becomes reasoning.
  private mutating func text(_ text: String?, of key: String) -> [Event] {
    guard !commentary.contains(key) else {
      return context.reasoning(text, part: parts.part(.reasoning, key))
    }
    if let text { stored?.add(text: text) }
    return context.text(text, part: parts.part(.text, key))
  }

  /// Begins an item: a call, or a message that may be commentary.
  ///
  /// Items of other kinds are read at their end.
  private mutating func begin(_ event: GeneratedContent) throws -> [Event] {
    guard let item = event.value("item") else { return [] }
    let isCustom = takesCustomTools && item.text(named: "type") == "custom_tool_call"
    guard isCustom || item.text(named: "type") == "function_call" else {
      if item.text(named: "phase") == "commentary" { commentary.insert(key(event)) }
      return []
    }
    return try beginCall(event, item, isCustom: isCustom)
  }

  private mutating func beginCall(
    _ event: GeneratedContent, _ item: GeneratedContent, isCustom: Bool
  ) throws -> [Event] {
    let name = try context.toolName(item.text(named: "name"))
    let position = calls.endIndex
    // A server may give several calls one position.
    let isTaken = callPositions[.index(key(event))] != nil
    var call = Call(
      key: isTaken ? "\(key(event))/\(position)" : key(event),
      id: context.callID(item.text(named: "call_id")),
      hasServerID: item.nonEmptyText(named: "call_id") != nil, name: name,
      input: isCustom ? "" : nil)
    call.metadata = CallForm.responses.metadata(of: item, provider: context.provider)
    calls.append(call)
    for name in callNames(event) {
      // An identifier that several calls have does not identify a call.
      callPositions[name] = callPositions[name] == nil ? position : -1
    }
    callPositions[.index(key(event))] = position
    setMetadata(call.metadata, of: call)
    stored?.add(callID: call.id)
    return [context.call(call.id, call.name, "")]
  }

  private mutating func setMetadata(_ metadata: Metadata, of call: Call) {
    let entry = ReplyPlaces.Entry.call(id: call.id, name: call.name)
    parts.setMetadata(metadata, of: entry, call.key)
  }

  /// The names of the call in an event.
  private func callNames(_ event: GeneratedContent) -> [CallName] {
    let item = event.value("item")
    return [
      (event.text(named: "call_id") ?? item?.text(named: "call_id")).map(CallName.call),
      (event.text(named: "item_id") ?? item?.text(named: "id")).map(CallName.item),
      event.text(named: "output_index").map(CallName.index),
    ].compactMap(\.self)
  }

  /// Returns the position of the call that an event belongs to: the last call, if the event has no
  /// name of a call; `nil` for an event with a complete call that has not begun.
  private func call(of event: GeneratedContent) -> Int? {
    let names = callNames(event)
    let known = names.lazy.compactMap { callPositions[$0] }.first { $0 >= 0 }
    guard let item = event.value("item") else {
      return known ?? (calls.last?.isComplete == false ? calls.endIndex - 1 : nil)
    }
    guard let known, calls[known].isComplete else { return known }
    // Another identifier of a call is another call, also of an item with the same identifier.
    if case .call? = names.first, callPositions[names[0]] == nil, calls[known].hasServerID {
      return nil
    }
    if calls[known].isWhole {
      let text = CallArguments.text(of: item.value("arguments"))
      return text == calls[known].arguments.text ? known : nil
    }
    if case .call? = names.first, callPositions[names[0]] == nil { return nil }
    return known
  }

  /// Returns the position of the call that an event ends, and begins the call if it is new.
  private mutating func endedCall(
    _ event: GeneratedContent, into result: inout [Event]
  ) throws -> Int {
    if let known = call(of: event) { return known }
    result += try begin(event)
    calls[calls.endIndex - 1].isWhole = true
    return calls.endIndex - 1
  }

  /// Reads a piece of a call's arguments.
  private mutating func arguments(_ text: String?, of position: Int) -> [Event] {
    guard let text, calls[position].input == nil else { return [] }
    let added = calls[position].arguments.append(text)
    return added.isEmpty
      ? [] : [context.call(calls[position].id, calls[position].name, added)]
  }

  /// Ends a call.
  ///
  /// Arguments that did not arrive in pieces are read at the end of the call.
  private mutating func endCall(_ position: Int, _ arguments: GeneratedContent?) -> [Event] {
    calls[position].isComplete = true
    guard calls[position].arguments.isEmpty else { return [] }
    return self.arguments(arguments?.argumentText, of: position)
  }

  /// Ends a call of a custom tool, whose arguments are a text.
  private mutating func endCustomCall(_ position: Int, _ input: GeneratedContent?) -> [Event] {
    let call = calls[position]
    guard let text = call.input, !call.isComplete else { return [] }
    calls[position].isComplete = true
    let mark = [ResponsesCustomTools.metadataKey: true.generatedContent]
    setMetadata(call.metadata.merging(mark) { $1 }, of: call)
    let arguments = GeneratedContent(input?.plainText ?? text)
    return [context.call(call.id, call.name, arguments.jsonString(.compact))]
  }

  /// Ends an item.
  ///
  /// The event has the complete item.
  ///
  /// Later requests repeat an item that only the server can read, such as encrypted reasoning. So
  /// the reader keeps such an item.
  private mutating func endItem(_ event: GeneratedContent) throws -> [Event] {
    guard let item = event.value("item"), let type = item.text(named: "type") else { return [] }
    let key = key(event)
    var events: [Event] = []
    switch type {
    case "function_call":
      let call = try endedCall(event, into: &events)
      return events + endCall(call, item.value("arguments"))
    case "custom_tool_call" where takesCustomTools:
      let call = try endedCall(event, into: &events)
      return events + endCustomCall(call, item.value("input"))
    case "reasoning":
      guard item.value("encrypted_content")?.shape == .string else { return [] }
      return keep(item, "reasoning", key)
    case "message" where commentary.contains(key):
      // The interface rejects identifiers of messages that it has not stored.
      let message = GeneratedContent.object([
        "type": "message", "role": "assistant", "phase": item.text(named: "phase"),
        "content": item.value("content")?.textOfParts ?? "",
      ])
      return keep(message, ProviderReasoning.itemKind, key)
    case "message":
      // If no text of the answer arrived in pieces, the text of the item is read now. This
      // condition ignores the key, since pieces may have had another key.
      if !hasTextPieces, let itemText = item.value("content")?.textOfParts, !itemText.isEmpty {
        events = text(itemText, of: key)
      }
      if let phase = item.text(named: "phase") {
        parts.setMetadata([ResponsesReader.phaseKey: phase], of: .text, key)
      }
      return events
    default:
      return keep(item, ProviderReasoning.itemKind, key)
    }
  }

  /// Keeps an item for later requests.
  private mutating func keep(_ item: GeneratedContent, _ kind: String, _ key: String) -> [Event] {
    let part = parts.setMetadata(
      context.reasoningMetadata(kind: kind, prefix: nil), of: .reasoning, key)
    return context.signature(Data(item.jsonBytes(.compact)), part: part, kind: kind)
  }

  /// Reads the last event.
  ///
  /// Its usage counts even if the response failed.
  ///
  /// `status` is the status that the event's type states, for a response without a status.
  private mutating func end(
    _ response: GeneratedContent, status: String? = nil
  ) throws -> [Event] {
    var events: [Event] = []
    // The last event repeats the output, which is read if nothing has arrived before.
    if !parts.hasAnswer, refusal.isEmpty {
      for (index, item) in (response.value("output")?.elementList ?? []).enumerated()
      where parts.isEmpty || item.text(named: "type") != "reasoning" {
        for event in ResponsesReader.events(of: item, at: index) { events += try read(event) }
      }
    }
    state(response, status)
    end.close()
    stored?.end(id: response.nonEmptyText(named: "id"))
    guard let usage = response.value("usage"), usage.shape == .object else { return events }
    return events + [
      context.usage(
        input: usage.count("input_tokens"),
        cached: usage.count("input_tokens_details", "cached_tokens"),
        cacheWrite: usage.count("input_tokens_details", "cache_write_tokens"),
        output: usage.count("output_tokens"),
        reasoning: usage.count("output_tokens_details", "reasoning_tokens"))
    ]
  }

  private mutating func state(_ response: GeneratedContent, _ status: String?) {
    let statuses = [status, response.text(named: "status")]
    let details = response.value("incomplete_details")
    if let error = response.value("error"), error.shape == .object {
      end.state(.error(context.failure(error)))
    } else if statuses.contains("failed") {
      end.state(.error(context.failure(.failed, "the response failed.", isTransient: true)))
    } else if let reason = details?.nonEmptyText(named: "reason") {
      end.state(Self.incompleteEnds[reason] ?? .failed, reason: reason)
      end.explain(details?.text(named: "message"))
    } else if statuses.contains("incomplete") {
      end.state(.failed, reason: "incomplete")
    } else {
      // The type of the last event is more reliable than the status of the response in it.
      let stated = status ?? response.text(named: "status") ?? "completed"
      end.state(stated == "completed" ? .complete : .failed, reason: stated)
    }
  }

  mutating func finish(into result: inout [Event]) throws {
    if !end.isLength {
      guard calls.allSatisfy(\.isComplete) else {
        throw context.failure(.invalidEvent, "a call of a tool has no end.")
      }
      for position in calls.indices {
        let rest = calls[position].arguments.finish()
        guard !rest.isEmpty else { continue }
        result.append(context.call(calls[position].id, calls[position].name, rest))
      }
      if let marks = stored?.metadata { parts.addMetadata(toLast: marks) }
    }
    result += parts.events(in: context)
  }
}
