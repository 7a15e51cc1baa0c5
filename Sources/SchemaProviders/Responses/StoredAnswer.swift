import SchemaContent
import SchemaModel
import SchemaSessions

/// An answer that the provider stores.
///
/// Later requests can refer to it by its identifier.
struct StoredAnswer {
  /// The fingerprint of the conversation before the answer.
  private let before: String
  /// The provider's identifier of the answer.
  private var id: String?
  /// The texts of the answer, for its fingerprint.
  private var texts: [String] = []
  /// The identifiers of its calls, which follow the texts in the fingerprint, as in a transcript.
  private var callIDs: [String] = []

  init(after before: String) { self.before = before }

  /// Adds a piece of the answer's text.
  mutating func add(text: String) { texts.append(text) }

  /// Adds a call.
  mutating func add(callID: String) { callIDs.append(callID) }

  /// Ends the answer with the provider's identifier, if it has one.
  mutating func end(id: String?) { self.id = id }

  /// The metadata for the answer's last part; `nil` if the provider has sent no identifier.
  ///
  /// ``StoredChain`` finds the answer by this metadata.
  var metadata: Metadata? {
    id.map { StoredChain.metadata(id: $0, before: before, parts: texts + callIDs) }
  }
}
