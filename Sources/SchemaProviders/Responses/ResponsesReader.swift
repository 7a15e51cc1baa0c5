import SchemaModel
import SchemaSessions

/// Reads the stream of a response of OpenAI's Responses.
struct ResponsesReader: WireReader {
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

  /// The key of an item, and the kind of its part.
  ///
  /// A server that sends no positions can give one key to items of several kinds.
  private struct PartName: Hashable {
    enum Kind {
      case text, reasoning, call
    }

    let kind: Kind
    let key: String
  }

  /// The texts of the answer or those of reasoning, by the positions of their parts.
  private struct Texts {
    private var texts: [Int: String] = [:]
    /// The positions of the texts whose end has not arrived.
    private var openPositions: Set<Int> = []
    /// The number of bytes of these texts.
    private var openSize = 0

    var hasOpen: Bool { !openPositions.isEmpty }

    /// Adds a piece of a text.
    mutating func add(_ piece: String, at position: Int) {
      if texts[position] == nil { openPositions.insert(position) }
      texts[position, default: ""] += piece
      if openPositions.contains(position) { openSize += piece.utf8.count }
    }

    /// Notes that a text is complete.
    mutating func complete(_ position: Int) {
      guard openPositions.remove(position) != nil else { return }
      openSize -= texts[position]?.utf8.count ?? 0
    }

    /// Returns the text at a position.
    subscript(position: Int) -> String? { texts[position] }

    /// Returns the number of bytes of a text, or of all open ones.
    func size(of position: Int?) -> Int {
      position.map { texts[$0]?.utf8.count ?? 0 } ?? openSize
    }

    /// Returns the position of a text, or those of all open ones in order.
    func positions(of position: Int?) -> [Int] {
      position.map { [$0] } ?? openPositions.sorted()
    }
  }

  static let eventTypes: Set<String>? = [
    "message", "response.created", "response.output_text.delta", "response.output_text.done",
    "response.refusal.delta", "response.refusal.done",
    "response.reasoning_summary_text.delta", "response.reasoning_text.delta",
    "response.reasoning_summary_part.added", "response.output_item.added",
    "response.function_call_arguments.delta", "response.function_call_arguments.done",
    "response.custom_tool_call_input.delta", "response.custom_tool_call_input.done",
    "response.output_item.done", "response.completed", "response.incomplete", "response.failed",
  ]

  /// The key in an answer's metadata for OpenAI's phase of its text, such as `final_answer`.
  static let phaseKey = "phase"

  var context: ReplyContext
  var end = ReplyEnd()
  private var calls: [Call] = []
  /// The positions of the calls, by the identifiers and the positions of their items.
  ///
  /// A name that several calls have does not identify a call.
  private var callPositions: [CallName: [Int]] = [:]
  /// The positions of the parts, by the keys of their items.
  private var positions: [PartName: Int] = [:]
  /// The texts so far.
  private var texts: [PartName.Kind: Texts] = [:]
  /// The keys of the messages that are commentary, and not part of the answer.
  private var commentary: Set<String> = []
  /// `true` if a text of the answer or a call has arrived.
  private var hasAnswer = false
  private(set) var refusal = ""
  private let takesCustomTools: Bool

  /// The fingerprint of the conversation before the answer; `nil` if the provider stores nothing.
  private let storedAfter: String?
  /// The provider's identifier of the answer.
  private var id: String?
  /// The texts of the answer that the provider stores, for its fingerprint.
  private var storedTexts: [String] = []

  /// Creates a reader.
  ///
  /// `storedAfter` is the fingerprint of the conversation before the answer; `nil` if the provider
  /// stores nothing. `takesCustomTools` is `true` if calls of custom tools are read as calls of
  /// tools.
  init(context: ReplyContext, storedAfter: String? = nil, takesCustomTools: Bool = false) {
    self.context = context
    self.takesCustomTools = takesCustomTools
    self.storedAfter = storedAfter
  }

  mutating func read(_ event: GeneratedContent, _ type: String) throws {
    let delta = event.text(named: "delta") ?? ""
    switch event.text(named: "type") {
    case "response.created":
      if let response = event.value("response") { context.addIdentity(in: response) }
    case "response.output_text.delta":
      add(delta, commentary.contains(key(event)) ? .reasoning : .text, key(event))
    case "response.output_text.done":
      let kind: PartName.Kind = commentary.contains(key(event)) ? .reasoning : .text
      complete([event.text(named: "text")], kind, key(event))
    case "response.refusal.delta":
      refusal += delta
    case "response.refusal.done":
      complete(refusal: event.text(named: "refusal") ?? "")
    case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
      add(delta, .reasoning, key(event))
    case "response.reasoning_summary_part.added":
      // A summary has parts, each with its own heading.
      if let index = event.number("summary_index"), index > 0 {
        add("\n\n", .reasoning, key(event))
      }
    case "response.output_item.added":
      try begin(event)
    case "response.function_call_arguments.delta":
      if let call = call(of: event) { add(arguments: delta, to: call) }
    case "response.function_call_arguments.done":
      if let call = call(of: event) { endCall(call, event.value("arguments")) }
    case "response.custom_tool_call_input.delta":
      if let call = call(of: event) { calls[call].input?.append(delta) }
    case "response.custom_tool_call_input.done":
      if let call = call(of: event) { endCustomCall(call, event.value("input")) }
    case "response.output_item.done":
      try endItem(event)
    case "response.completed", "response.incomplete", "response.failed":
      let status = event.text(named: "type")?.dropFirst("response.".count)
      try end(event.value("response") ?? event, status: status.map(String.init))
    default:
      break
    }
  }

  mutating func read(completeReply reply: GeneratedContent) throws {
    guard let output = reply.value("output"), output.shape == .array,
      reply.text(named: "status") != nil
    else { throw context.failures.failure(.invalidReply, "the reply has no output.") }
    context.addIdentity(in: reply)
    try end(reply)
  }

  /// Returns the key of an item in events: its position, or its id if the server sends no position.
  ///
  /// The id is the second choice, since GitHub Copilot gives an item another id in each event.
  private func key(_ event: GeneratedContent) -> String {
    event.text(named: "output_index") ?? event.text(named: "item_id")
      ?? event.value("item", "id")?.plainText ?? ""
  }

  /// Returns the position of an item's part, which is added if it is new.
  private mutating func position(_ entry: ReplyPlaces.Entry, _ key: String) -> Int {
    let kind: PartName.Kind =
      switch entry {
      case .text: .text
      case .reasoning: .reasoning
      case .call: .call
      }
    let name = PartName(kind: kind, key: key)
    let position = positions[name] ?? context.places.add(entry)
    positions[name] = position
    return position
  }

  // MARK: Texts

  /// Adds a piece of a text.
  private mutating func add(_ piece: String, _ kind: PartName.Kind, _ key: String) {
    guard !piece.isEmpty else { return }
    add(piece, kind, at: position(kind == .text ? .text : .reasoning, key))
  }

  private mutating func add(_ piece: String, _ kind: PartName.Kind, at position: Int) {
    texts[kind, default: Texts()].add(piece, at: position)
    let part = context.places[position].part
    if kind == .text {
      hasAnswer = true
      if storedAfter != nil { storedTexts.append(piece) }
      context.addText(piece, part: part)
    } else {
      context.addReasoning(piece, part: part)
    }
  }

  /// Reads the complete text of an item, which may arrive in several forms, and adds what its
  /// pieces lack.
  ///
  /// The pieces may have had other keys. Pieces that are not the beginning of the text are more
  /// reliable than the text.
  private mutating func complete(
    _ forms: [String?], _ kind: PartName.Kind, _ key: String
  ) {
    let name = PartName(kind: kind, key: key)
    let known = positions[name].flatMap { texts[kind]?[$0] == nil ? nil : $0 }
    if let known { texts[kind]?.complete(known) }
    // The pieces are joined only for a text that can begin with them, so that many ends of a long
    // text take no longer than their own bytes.
    let size = texts[kind]?.size(of: known) ?? 0
    let forms = forms.compactMap(\.self).filter { !$0.isEmpty && Self.canHold($0, size) }
    guard !forms.isEmpty else { return }
    let arrived = texts[kind]?.positions(of: known) ?? []
    let pieces = arrived.compactMap { texts[kind]?[$0] }.joined()
    let rest =
      pieces.isEmpty
      ? forms.joined() : forms.compactMap { self.rest(of: $0, after: pieces) }.first
    guard let rest else { return }
    let position = arrived.last ?? position(kind == .text ? .text : .reasoning, key)
    positions[name] = position
    if !rest.isEmpty { add(rest, kind, at: position) }
    for position in arrived + [position] { texts[kind]?.complete(position) }
  }

  /// Returns `false` if a text is too short to begin with pieces of a number of bytes.
  ///
  /// The marks of a split character have twice as many bytes as the character.
  private static func canHold(_ text: String, _ size: Int) -> Bool { text.utf8.count >= size / 2 }

  /// Returns the rest of a complete text after its pieces; `nil` if they are not its beginning.
  private func rest(of text: String, after pieces: String) -> String? {
    guard Self.canHold(text, pieces.utf8.count) else { return nil }
    let isSplit = context.hasSplitCharacters
    let (text, pieces) =
      isSplit ? (SplitSurrogates.joined(text), SplitSurrogates.joined(pieces)) : (text, pieces)
    guard text.utf8.starts(with: pieces.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(pieces.utf8.count), as: UTF8.self)
  }

  // MARK: Calls

  /// Begins an item: a call, or a message that may be commentary.
  ///
  /// Items of other kinds are read at their end.
  private mutating func begin(_ event: GeneratedContent) throws {
    guard let item = event.value("item") else { return }
    let isCustom = takesCustomTools && item.text(named: "type") == "custom_tool_call"
    guard isCustom || item.text(named: "type") == "function_call" else {
      if item.text(named: "phase") == "commentary" { commentary.insert(key(event)) }
      return
    }
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
    hasAnswer = true
    for name in callNames(event) { callPositions[name, default: []].append(position) }
    callPositions[.index(key(event))] = [position]
    setMetadata(call.metadata, of: call)
    context.addCall(call.id, call.name, "")
  }

  private mutating func setMetadata(_ metadata: Metadata, of call: Call) {
    let position = position(.call(id: call.id, name: call.name), call.key)
    context.places.setMetadata(metadata, at: position)
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
    let known = names.lazy.compactMap { callPositions[$0] }.first { $0.count == 1 }?[0]
    guard let item = event.value("item") else {
      return known ?? (calls.last?.isComplete == false ? calls.endIndex - 1 : nil)
    }
    guard let known, calls[known].isComplete else { return known }
    // Another identifier of a call is another call, also of an item with the same identifier.
    let isOther = if case .call? = names.first { callPositions[names[0]] == nil } else { false }
    let isWhole = calls[known].isWhole
    if isOther, calls[known].hasServerID || !isWhole { return nil }
    let repeats =
      !isWhole || CallArguments.text(of: item.value("arguments")) == calls[known].arguments.text
    return repeats ? known : nil
  }

  /// Returns the position of the call that an event ends, and begins the call if it is new.
  private mutating func endedCall(_ event: GeneratedContent) throws -> Int {
    if let known = call(of: event) { return known }
    try begin(event)
    calls[calls.endIndex - 1].isWhole = true
    return calls.endIndex - 1
  }

  /// Adds a piece of a call's arguments.
  private mutating func add(arguments text: String, to position: Int) {
    guard calls[position].input == nil else { return }
    let added = calls[position].arguments.append(text)
    if !added.isEmpty { context.addCall(calls[position].id, calls[position].name, added) }
  }

  /// Ends a call, and adds what the pieces of its arguments lack.
  private mutating func endCall(_ position: Int, _ arguments: GeneratedContent?) {
    calls[position].isComplete = true
    let pieces = calls[position].arguments.text
    let text = CallArguments.text(of: arguments)
    guard let rest = rest(of: text, after: pieces), !rest.isEmpty else { return }
    // The text also has the beginning that is held back.
    if pieces.isEmpty { calls[position].arguments = CallArguments() }
    add(arguments: rest, to: position)
  }

  /// Ends a call of a custom tool, whose arguments are a text.
  private mutating func endCustomCall(_ position: Int, _ input: GeneratedContent?) {
    let call = calls[position]
    guard let text = call.input, !call.isComplete else { return }
    calls[position].isComplete = true
    let mark = [ResponsesCustomTools.metadataKey: true.generatedContent]
    setMetadata(call.metadata.merging(mark) { $1 }, of: call)
    let arguments = GeneratedContent(input?.plainText ?? text)
    context.addCall(call.id, call.name, arguments.jsonString(.compact))
  }

  // MARK: Items

  /// Ends an item.
  ///
  /// The event has the complete item.
  ///
  /// Later requests repeat an item that only the server can read, such as encrypted reasoning. So
  /// the reader keeps such an item.
  private mutating func endItem(_ event: GeneratedContent) throws {
    guard let item = event.value("item"), let type = item.text(named: "type") else { return }
    let key = key(event)
    switch type {
    case "function_call":
      endCall(try endedCall(event), item.value("arguments"))
    case "custom_tool_call" where takesCustomTools:
      endCustomCall(try endedCall(event), item.value("input"))
    case "reasoning":
      completeReasoning(item, key)
      guard item.value("encrypted_content")?.shape == .string else { return }
      context.addItem(item, kind: "reasoning", at: position(.reasoning, key))
    case "message" where commentary.contains(key):
      let text = item.value("content")?.textOfParts ?? ""
      complete([text], .reasoning, key)
      // The interface rejects identifiers of messages that it has not stored.
      let message = GeneratedContent.object([
        "type": "message", "role": "assistant", "phase": item.text(named: "phase"),
        "content": text,
      ])
      context.addItem(message, at: position(.reasoning, key))
    case "message":
      completeMessage(item, key)
      if let phase = item.text(named: "phase") {
        context.places.setMetadata(
          [Self.phaseKey: phase.generatedContent], at: position(.text, key))
      }
    default:
      context.addItem(item, at: position(.reasoning, key))
    }
  }

  private mutating func completeMessage(_ item: GeneratedContent, _ key: String) {
    let content = item.value("content")
    complete([content?.textOfParts], .text, key)
    let refusals = content?.elementList.compactMap { $0.text(named: "refusal") } ?? []
    complete(refusal: refusals.joined())
  }

  private mutating func complete(refusal text: String) {
    refusal += rest(of: text, after: refusal) ?? ""
  }

  private mutating func completeReasoning(_ item: GeneratedContent, _ key: String) {
    let summary = item.value("summary")?.elementList.compactMap { $0.text(named: "text") }
    complete(
      [item.value("content")?.textOfParts, summary?.joined(separator: "\n\n")], .reasoning, key)
  }

  // MARK: The end

  /// Reads the last event.
  ///
  /// Its usage counts even if the response failed.
  ///
  /// `status` is the status that the event's type states, for a response without a status.
  private mutating func end(_ response: GeneratedContent, status: String? = nil) throws {
    try read(output: response.value("output")?.elementList ?? [])
    state(response, status)
    end.close()
    id = response.nonEmptyText(named: "id")
    guard let usage = response.value("usage"), usage.shape == .object else { return }
    context.usage.input.update(usage.count("input_tokens"))
    context.usage.cached.update(usage.count("input_tokens_details", "cached_tokens"))
    context.usage.cacheWrite.update(usage.count("input_tokens_details", "cache_write_tokens"))
    context.usage.output.update(usage.count("output_tokens"))
    context.usage.reasoning.update(usage.count("output_tokens_details", "reasoning_tokens"))
    context.addUsage()
  }

  /// Reads the output that the last event repeats, as far as it has not arrived before.
  ///
  /// After an answer, only texts whose pieces had no end can lack something.
  private mutating func read(output: [GeneratedContent]) throws {
    let (hadAnswer, hadParts) = (hasAnswer || !refusal.isEmpty, !context.places.places.isEmpty)
    for (index, item) in output.enumerated() {
      let (type, key) = (item.text(named: "type"), "\(index)")
      if item.text(named: "phase") == "commentary" { commentary.insert(key) }
      if hadAnswer {
        guard type == "message", texts[.text]?.hasOpen == true, !commentary.contains(key)
        else { continue }
        completeMessage(item, key)
      } else if !hadParts || type != "reasoning" {
        try endItem(.object(["output_index": index, "item": item]))
      }
    }
  }

  private mutating func state(_ response: GeneratedContent, _ status: String?) {
    let statuses = [status, response.text(named: "status")]
    let details = response.value("incomplete_details")
    if let error = response.value("error"), ProviderError.isSet(error) {
      end.state(.error(context.failures.failure(error)))
    } else if statuses.contains("failed") {
      let failure = context.failures.failure(.failed, "the response failed.", isTransient: true)
      end.state(.error(failure))
    } else if let reason = details?.nonEmptyText(named: "reason") {
      end.state(incomplete: reason)
      end.explain(details?.text(named: "message"))
    } else if statuses.contains("incomplete") {
      end.state(.failed, reason: "incomplete")
    } else {
      // The type of the last event is more reliable than the status of the response in it.
      let stated = status ?? response.text(named: "status") ?? "completed"
      end.state(stated == "completed" ? .complete : .failed, reason: stated)
    }
  }

  mutating func finish() throws {
    guard !end.isLength else { return }
    guard calls.allSatisfy(\.isComplete) else {
      throw context.failures.failure(.invalidEvent, "a call of a tool has no end.")
    }
    for position in calls.indices {
      let rest = calls[position].arguments.finish()
      if !rest.isEmpty { context.addCall(calls[position].id, calls[position].name, rest) }
    }
    // Later requests name the stored answer by the metadata of its last part.
    guard let storedAfter, let id, let last = context.places.places.indices.last else { return }
    let marks = StoredChain.metadata(
      id: id, before: storedAfter, parts: storedTexts + calls.map(\.id))
    context.places.setMetadata(context.places[last].metadata.merging(marks) { $1 }, at: last)
  }
}
