import Foundation
import SchemaModel
import SchemaSessions

/// Finds the last answer of a conversation that OpenAI has stored.
///
/// A request that names this answer has only the entries after it.
///
/// The provider stores the original conversation. So a request names an answer only if the answer
/// and the conversation before it are unchanged. Otherwise the request has the complete
/// conversation.
struct StoredChain {
  private static let idKey = "responseID"
  private static let beforeKey = "responseInput"
  private static let answerKey = "responseOutput"

  private struct Answer {
    /// The fingerprint of the conversation before the answer.
    let before: String
    var fingerprint = Fingerprint()
    var metadata: Metadata = [:]

    /// Adds a text or an identifier to the fingerprint.
    ///
    /// No separator stands between the parts, so that a text in several pieces and the same text in
    /// one piece have equal fingerprints.
    mutating func add(_ part: String) { fingerprint.add(part.utf8) }
  }

  private var conversation = Fingerprint()
  /// The answer whose entries are being added.
  private var answer: Answer?

  /// The identifier of the last answer, if it can be used.
  private(set) var lastID: String?

  /// The fingerprint of the conversation so far.
  var fingerprint: String { conversation.text }

  /// Adds an entry.
  ///
  /// - Returns: `true` if the entry is the first one after an answer.
  mutating func add(_ entry: Transcript.Entry) -> Bool {
    var endsAnswer = false
    switch entry {
    // Instructions are not part of the stored conversation: each request has its own instructions.
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
      answer?.add(response.segments.joinedText)
      add(response.segments.joinedText)
    case .toolCalls(let calls):
      for call in calls {
        begin(call.metadata)
        answer?.add(call.id)
        add(call.id + call.arguments.jsonString(.compact))
      }
    case .reasoning(let reasoning):
      begin(reasoning.metadata)
    }
    return endsAnswer
  }

  /// The metadata of an answer, for its last part.
  static func metadata(id: String, before: String, parts: [String]) -> Metadata {
    var answer = Answer(before: before)
    for part in parts { answer.add(part) }
    return [
      idKey: id.generatedContent, beforeKey: before.generatedContent,
      answerKey: answer.fingerprint.text.generatedContent,
    ]
  }

  private mutating func begin(_ metadata: Metadata) {
    if answer == nil { answer = Answer(before: conversation.text) }
    answer?.metadata.merge(metadata) { $1 }
  }

  private mutating func add(_ text: String) {
    conversation.add(text.utf8)
    conversation.add([0])
  }

  private mutating func add(_ source: MediaSource) {
    switch source.location {
    case .data(let data): conversation.add(data)
    case .url(let url): add(url.absoluteString)
    case .providerFile(let id): add(id)
    }
    conversation.add([0])
  }

  private static func id(of answer: Answer) -> String? {
    guard let id = answer.metadata[idKey]?.text,
      answer.metadata[beforeKey]?.text == answer.before,
      answer.metadata[answerKey]?.text == answer.fingerprint.text
    else { return nil }
    return id
  }
}
