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
  /// Whether the answer has as many tokens as it may have, and is not complete.
  var isCutOff = false

  private let callID: String
  private let form: ToolForm?
  private let facts: EngineFacts
  private var text = AnswerText()
  private var tokens: [Int] = []
  /// The tokens of characters that are not complete.
  private var heldTokenCount = 0

  init(_ id: UUID, form: ToolForm?, facts: EngineFacts) {
    entryID = "\(id.uuidString)-answer"
    callID = "call_\(id.uuidString.prefix(18))"
    self.form = form
    self.facts = facts
  }

  /// The answer, for the requests that follow.
  var answer: GeneratedAnswer { GeneratedAnswer(text: text.text, tokens: tokens) }

  /// Takes a token.
  mutating func append(_ token: Int) -> [Event] {
    tokens.append(token)
    heldTokenCount += 1
    // Special tokens have no text.
    let shown = text.append(facts.vocabulary.bytes(of: token) ?? [])
    return events(showing: shown)
  }

  /// Ends the answer.
  mutating func finish() -> [Event] {
    let rest = text.finish()
    guard let form else { return events(showing: rest) }
    switch form.read(text.text) {
    case .call(let name, let arguments):
      return [
        .toolCalls(
          entryID: entryID,
          action: .toolCall(
            id: callID, name: name,
            action: .appendArguments(arguments, tokenCount: tokens.count)))
      ]
    case .answer(let text):
      return [
        .response(entryID: entryID, action: .appendText(text, tokenCount: tokens.count))
      ]
    }
  }

  /// The events for more text; with tools, the whole reply decides what it is.
  private mutating func events(showing shown: String) -> [Event] {
    guard form == nil, !shown.isEmpty else { return [] }
    defer { heldTokenCount = 0 }
    return [.response(entryID: entryID, action: .appendText(shown, tokenCount: heldTokenCount))]
  }

  /// The event for what the answer has cost.
  func usage(_ usage: EngineUsage) -> Event {
    .response(
      entryID: entryID,
      action: .updateUsage(
        input: .init(
          totalTokenCount: usage.promptTokenCount, cachedTokenCount: usage.cachedTokenCount),
        output: .init(totalTokenCount: usage.answerTokenCount, reasoningTokenCount: 0)))
  }
}
