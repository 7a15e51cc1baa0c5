import ConstrainedDecoding
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Turns the tokens of an answer into the events of a session.
struct EngineReply {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The number of markers that are kept as possible beginnings of the output in a later prompt.
  ///
  /// A later request tries each of them, so this bounds its time.
  private static let maximumStarts = 32

  /// The number of characters of the request's identifier in the identifiers of its calls.
  private static let idLengthInCalls = 18

  /// `true` if the answer has reached its token limit, and is not complete.
  private(set) var isCutOff = false

  private let id: String
  private let form: ReplyForm
  private let facts: EngineFacts
  private var text = AnswerText()
  private var tokens: [Int] = []
  /// The text of the answer that the session has received.
  private var shown = ""
  /// The text of a reply in the form of `ToolForm`.
  private var planned = ""
  /// The bytes of the last token, if the answer has only a part of it.
  private var rest: [UInt8] = []
  private var callCount = 0
  /// The name of the last call, to which arguments belong.
  private var lastCallName: String?
  private var reasoningTokenCount = 0
  /// The tokens since the last event.
  private var heldTokenCount = 0

  init(_ id: UUID, form: ReplyForm, facts: EngineFacts) {
    self.id = id.uuidString
    self.form = form
    self.facts = facts
  }

  private var answerID: String { "\(id)-answer" }

  private var callsID: String { "\(id)-calls" }

  /// The identifiers of the transcript entries for the text and for the calls, without that of an
  /// entry that would be empty.
  var entryIDs: [String] { (shown.isEmpty ? [] : [answerID]) + (callCount > 0 ? [callsID] : []) }

  /// The output, for later requests.
  var output: GeneratedOutput {
    let markers = Set(facts.markers.values.map(\.token))
    let markerIndices = tokens.indices.filter { markers.contains(tokens[$0]) }
    var starts = [0] + markerIndices.prefix(Self.maximumStarts)
    if let start = answerStart { starts.append(start) }
    return GeneratedOutput(tokens: tokens, rest: rest, starts: Set(starts).sorted())
  }

  /// The index of the first token of the answer; `nil` if the tokens' bytes differ from the
  /// answer's text.
  ///
  /// The answer begins after the thoughts, since templates leave thoughts out of earlier messages.
  private var answerStart: Int? {
    let text: String
    switch form {
    case .tools: text = planned
    case .text, .schema, .plan: text = shown
    }
    var start = tokens.count
    var length = rest.count
    while start > 0, length < text.utf8.count {
      start -= 1
      length += facts.vocabulary.bytes(of: tokens[start])?.count ?? 0
    }
    let bytes = tokens[start...].flatMap { facts.vocabulary.bytes(of: $0) ?? [] }
    return start < tokens.count && (bytes + rest).elementsEqual(text.utf8) ? start : nil
  }

  mutating func append(_ token: Int) -> [Event] {
    tokens.append(token)
    // Special tokens have no text.
    return append(facts.vocabulary.bytes(of: token) ?? [])
  }

  /// Adds the beginning of a token, after which the answer ends.
  mutating func append(partialToken bytes: [UInt8]) -> [Event] {
    rest = bytes
    return append(bytes)
  }

  private mutating func append(_ bytes: [UInt8]) -> [Event] {
    heldTokenCount += 1
    let complete = text.append(bytes)
    switch form {
    case .text, .schema: return show(complete)
    case .tools, .plan: return []
    }
  }

  /// Records that the answer has reached its token limit.
  mutating func cutOff() { isCutOff = true }

  mutating func append(_ events: [PlanEvent]) -> [Event] {
    events.flatMap { event -> [Event] in
      switch event {
      case .text(let text), .value(let text):
        guard case .tools = form else { return show(text) }
        planned += text
        return []
      case .reasoning(let text):
        reasoningTokenCount += heldTokenCount
        return [
          .reasoning(
            entryID: "\(id)-thoughts",
            action: .appendText(text, tokenCount: takeHeldTokenCount()))
        ]
      case .callBegan(let name): return [beginCall(named: name, "")]
      case .arguments(let text):
        return lastCallName.map { [call(named: $0, text)] } ?? []
      // This type makes the identifiers of calls itself, so that no two calls have the same one.
      case .callIdentifier, .callEnded, .ended, .restarted: return []
      }
    }
  }

  /// Ends the answer.
  mutating func finish() -> [Event] {
    let last = text.finish()
    switch form {
    case .text, .schema: return show(last)
    case .plan: return []
    case .tools(let toolForm, _):
      switch toolForm.read(planned) {
      case .call(let name, let arguments): return [beginCall(named: name, arguments)]
      case .answer(let text): return show(text)
      }
    }
  }

  private mutating func show(_ text: String) -> [Event] {
    guard !text.isEmpty else { return [] }
    shown += text
    return [
      .response(
        entryID: answerID, action: .appendText(text, tokenCount: takeHeldTokenCount()))
    ]
  }

  /// Begins a call, and returns an event with the first piece of its arguments.
  private mutating func beginCall(named name: String, _ arguments: String) -> Event {
    callCount += 1
    lastCallName = name
    return call(named: name, arguments)
  }

  /// Returns an event with a piece of the last call's arguments.
  private mutating func call(named name: String, _ arguments: String) -> Event {
    .toolCalls(
      entryID: callsID,
      action: .toolCall(
        id: "call_\(callCount)_\(id.prefix(Self.idLengthInCalls))", name: name,
        action: .appendArguments(arguments, tokenCount: takeHeldTokenCount())))
  }

  private mutating func takeHeldTokenCount() -> Int {
    defer { heldTokenCount = 0 }
    return heldTokenCount
  }

  func usage(_ usage: EngineUsage) -> Event {
    .response(
      entryID: answerID,
      action: .updateUsage(
        input: .init(
          totalTokenCount: usage.promptTokenCount, cachedTokenCount: usage.cachedTokenCount),
        output: .init(
          totalTokenCount: usage.answerTokenCount, reasoningTokenCount: reasoningTokenCount)))
  }
}
