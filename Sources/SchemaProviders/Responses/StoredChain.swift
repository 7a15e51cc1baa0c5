import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last answer of a conversation that OpenAI has stored.
///
/// A request then only has the entries after it.
///
/// The provider stores the original conversation. So the stored answer is used only if the answer
/// and everything before it are unchanged; otherwise the request has the whole conversation.
struct StoredChain {
  private static let idKey = "responseID"
  private static let beforeKey = "responseInput"
  private static let answerKey = "responseOutput"

  private struct Answer {
    let before: String
    var fingerprint = Fingerprint()
    var metadata: Metadata = [:]
  }

  private var said = Fingerprint()
  private var answer: Answer?

  /// The identifier of the last answer, if it can be used.
  private(set) var lastID: String?

  /// The fingerprint of everything so far.
  var fingerprint: String { said.text }

  /// Adds an entry.
  ///
  /// - Returns: `true` if the entry is the first one after an answer.
  mutating func add(_ entry: Transcript.Entry) -> Bool {
    var endsAnswer = false
    switch entry {
    case .instructions: return false
    case .prompt, .toolOutput:
      if let answer {
        lastID = Self.id(of: answer)
        endsAnswer = true
        self.answer = nil
      }
      add(entry.textWithoutAttachments)
      for attachment in entry.attachments { add(attachment.content.source) }
    case .response(let response):
      begin(response.metadata)
      Self.add(response.segments.joinedText, to: &answer)
      add(response.segments.joinedText)
    case .toolCalls(let calls):
      for call in calls {
        begin(call.metadata)
        Self.add(call.id, to: &answer)
        add(call.id + call.arguments.jsonString(.compact))
      }
    case .reasoning(let reasoning):
      begin(reasoning.metadata)
    }
    return endsAnswer
  }

  /// The metadata of an answer, for its last part.
  ///
  /// - Parameters:
  ///   - id: The provider's identifier of the answer.
  ///   - before: The fingerprint of the conversation before it.
  ///   - parts: Its texts and the identifiers of its calls, in order.
  /// - Returns: The metadata.
  static func metadata(id: String, before: String, parts: [String]) -> Metadata {
    var answer: Answer? = Answer(before: before)
    for part in parts { add(part, to: &answer) }
    return [
      idKey: id.generatedContent, beforeKey: before.generatedContent,
      answerKey: (answer?.fingerprint.text ?? "").generatedContent,
    ]
  }

  private mutating func begin(_ metadata: Metadata) {
    if answer == nil { answer = Answer(before: said.text) }
    answer?.metadata.merge(metadata) { $1 }
  }

  private mutating func add(_ text: String) {
    said.add(text.utf8)
    said.add([0])
  }

  private mutating func add(_ source: MediaSource) {
    switch source.location {
    case .data(let data): said.add(data)
    case .url(let url): add(url.absoluteString)
    case .providerFile(let id): add(id)
    }
    said.add([0])
  }

  private static func add(_ part: String, to answer: inout Answer?) {
    answer?.fingerprint.add(part.utf8)
  }

  private static func id(of answer: Answer) -> String? {
    guard let id = answer.metadata[idKey]?.text,
      answer.metadata[beforeKey]?.text == answer.before,
      answer.metadata[answerKey]?.text == answer.fingerprint.text
    else { return nil }
    return id
  }
}
