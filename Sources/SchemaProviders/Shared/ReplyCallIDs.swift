import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The identifiers of the calls of a reply.
///
/// A server may send no identifier, or one for several calls. A new identifier is computed from the
/// bytes of the request and of the response, so that a recording of the next request, which
/// contains it, can be replayed. Responses contain a time or an identifier of their own, so the
/// identifiers differ even in conversations that begin with the same bytes.
struct ReplyCallIDs {
  /// The identifiers so far.
  private var taken: Set<String> = []
  /// The body of the first request, which others can continue.
  private let requestBody: Data
  /// The fingerprint of the body, if it has been needed.
  private var requestFingerprint: String?
  /// The fingerprint of the events so far.
  private var received = Fingerprint()

  /// - Parameter requestBody: The body of the first request.
  init(requestBody: Data) {
    self.requestBody = requestBody
  }

  /// Notes an event of the response.
  mutating func note(event text: String) { received.add(text) }

  /// Returns an identifier, which no other call of the reply has.
  ///
  /// A new identifier has at most 40 characters, which OpenAI accepts, since a transcript may
  /// continue there.
  ///
  /// - Parameter given: The server's identifier, if any.
  /// - Returns: That identifier, or a new one.
  mutating func id(_ given: String?) -> String {
    if let given, !given.isEmpty, taken.insert(given).inserted { return given }
    let request = requestFingerprint ?? fingerprintOfRequest()
    requestFingerprint = request
    var exchange = received
    exchange.add(request)
    let made = "call_\(taken.count)_\(exchange.text)"
    taken.insert(made)
    return made
  }

  private func fingerprintOfRequest() -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(requestBody)
    return fingerprint.text
  }
}
