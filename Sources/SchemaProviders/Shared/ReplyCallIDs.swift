import Foundation
import SchemaSessions

/// The identifiers of the calls of a reply.
///
/// A server may send no identifier, or the same identifier for several calls of a conversation. A
/// new identifier is computed from the bytes of the request, and of the first and the last event of
/// the response so far. So the next request contains the same identifier each time, and a recording
/// of this request can be replayed. Events contain a time or an identifier of the response, so the
/// identifiers differ even in conversations that begin with the same bytes.
struct ReplyCallIDs {
  /// The identifiers so far.
  private var taken: Set<String> = []
  /// The body of the first request of the answer.
  private let requestBody: Data
  /// The fingerprint of the body and of the first event.
  private lazy var beginning = {
    var fingerprint = Fingerprint()
    fingerprint.add(requestBody)
    fingerprint.add(firstEvent ?? "")
    return fingerprint
  }()
  private var firstEvent: String?
  private var lastEvent = ""

  /// Creates identifiers that differ from those of the calls in the conversation.
  init(requestBody: Data, conversation: Transcript) {
    self.requestBody = requestBody
    for calls in conversation.lazy.compactMap(\.toolCalls) { taken.formUnion(calls.map(\.id)) }
  }

  /// Notes an event of the response.
  mutating func note(event text: String) {
    if firstEvent == nil { firstEvent = text }
    lastEvent = text
  }

  /// Returns an identifier that is unique among the calls of the conversation.
  ///
  /// A new identifier has at most 40 characters. This is the limit of OpenAI, where the transcript
  /// may continue.
  ///
  /// `given` is the server's identifier, if any.
  mutating func id(_ given: String?) -> String {
    if let given, !given.isEmpty, taken.insert(given).inserted { return given }
    var exchange = beginning
    exchange.add(lastEvent)
    let made = "call_\(taken.count)_\(exchange.text)"
    taken.insert(made)
    return made
  }
}
