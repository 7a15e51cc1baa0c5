import Foundation

/// The changes of the history, as values and as bytes.
extension DocumentCore {
  /// Returns the public form of a change, if its body and its hash are known.
  func change(_ record: ChangeRecord) -> Change? {
    guard let hash = record.hash, let body = record.body else { return nil }
    var bytes: [UInt8] = []
    Chunk.write(.change, body.bytes, hash: hash, to: &bytes)
    return Change(
      actorId: set.actors[record.actor], sequence: record.sequence,
      counters: UInt64(body.firstOperation)..<UInt64(record.maximumOperation) + 1,
      message: record.note.message,
      deps: record.dependencies.compactMap { history[$0].hash }.sorted(),
      timestamp: Date(timeIntervalSince1970: Double(record.note.time)), bytes: Data(bytes),
      hash: hash)
  }

  mutating func chunks(since heads: [ChangeHash]) throws(AutomergeError) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in try records(since: heads) { record.write(to: &bytes) }
    return bytes
  }

  /// Returns the changes that are neither some known changes nor ancestors of them.
  ///
  /// Unknown hashes are ignored.
  mutating func records(since heads: [ChangeHash]) throws(AutomergeError) -> [ChangeRecord] {
    try completeHistory()
    return history.changes(since: heads).map { history[$0] }
  }

  /// Returns changes in the form in which other documents apply them.
  func decodedChanges(_ records: [ChangeRecord]) throws(AutomergeError) -> [DecodedChange] {
    var changes: [DecodedChange] = []
    for record in records {
      guard let body = record.body, let hash = record.hash else { continue }
      changes.append(try DecodedChange(body: body.bytes, hash: hash))
    }
    return changes
  }
}
