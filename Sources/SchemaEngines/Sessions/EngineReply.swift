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

  /// The identifier of the entry that the answer becomes.
  let entryID: String
  /// `true` if the answer has as many tokens as it may have, and is not complete.
  var isCutOff = false

  private let id: String
  private let form: ReplyForm
  private let facts: EngineFacts
  private var text = AnswerText()
  private var tokens: [Int] = []
  /// The text of the answer that the session has got.
  private var shown = ""
  /// The text of a reply in words.
  private var planned = ""
  /// The last bytes of the answer, of a token that does not count as a whole.
  private var rest: [UInt8] = []
  private var callCount = 0
  private var reasoningTokenCount = 0
  /// The tokens since the last event.
  private var heldTokenCount = 0

  init(_ id: UUID, form: ReplyForm, facts: EngineFacts) {
    self.id = id.uuidString
    entryID = "\(id.uuidString)-answer"
    self.form = form
    self.facts = facts
  }

  /// The output, for the requests that follow.
  var output: GeneratedOutput {
    let markers = Set(facts.markers.values.map(\.token))
    var starts = [0] + tokens.indices.filter { markers.contains(tokens[$0]) }.prefix(32)
    if let start = answerStart { starts.append(start) }
    return GeneratedOutput(tokens: tokens, rest: rest, starts: Set(starts).sorted())
  }

  /// The index of the first token of the answer; `nil` if the tokens do not spell its text.
  ///
  /// Thoughts are not a part of it, since templates leave them out of earlier messages.
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

  /// Takes a token.
  mutating func append(_ token: Int) -> [Event] {
    tokens.append(token)
    // Special tokens have no text.
    return append(facts.vocabulary.bytes(of: token) ?? [])
  }

  /// Takes the beginning of a token, behind which the answer ends.
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

  /// Takes events of the plan.
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
      case .callBegan(let name):
        callCount += 1
        return [call(named: name, "")]
      case .arguments(let text): return [call(named: "", text)]
      // The identifiers of calls are made here, so that they differ.
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
      case .call(let name, let arguments):
        callCount += 1
        return [call(named: name, arguments)]
      case .answer(let text): return show(text)
      }
    }
  }

  private mutating func show(_ text: String) -> [Event] {
    guard !text.isEmpty else { return [] }
    shown += text
    return [
      .response(
        entryID: entryID, action: .appendText(text, tokenCount: takeHeldTokenCount()))
    ]
  }

  /// More of the arguments of the last call; its first event has its name.
  private mutating func call(named name: String, _ arguments: String) -> Event {
    .toolCalls(
      entryID: entryID,
      action: .toolCall(
        id: "call_\(callCount)_\(id.prefix(18))", name: name,
        action: .appendArguments(arguments, tokenCount: takeHeldTokenCount())))
  }

  private mutating func takeHeldTokenCount() -> Int {
    defer { heldTokenCount = 0 }
    return heldTokenCount
  }

  /// The event that reports the cost of the answer.
  func usage(_ usage: EngineUsage) -> Event {
    .response(
      entryID: entryID,
      action: .updateUsage(
        input: .init(
          totalTokenCount: usage.promptTokenCount, cachedTokenCount: usage.cachedTokenCount),
        output: .init(
          totalTokenCount: usage.answerTokenCount, reasoningTokenCount: reasoningTokenCount)))
  }
}
