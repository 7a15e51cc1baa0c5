/// Bytes of the whole document or of a part of its history.
extension DocumentCore {
  /// The bytes of the whole document.
  mutating func save() throws(AutomergeError) -> [UInt8] {
    var bytes: [UInt8] = []
    var beginsWithDocument = true
    if graph.hasForeignEncoding {
      // A document chunk cannot restore these changes with their hashes.
      try completeHistory()
      // A file may contain waiting changes only after a document chunk, so an empty one is written
      // first.
      beginsWithDocument = !queue.isEmpty
      if beginsWithDocument {
        Chunk.write(
          .document,
          DocumentWriter(OpSet(textEncoding: set.textEncoding), ChangeGraph())
            .body(), to: &bytes)
      }
      for record in graph.records { append(record, to: &bytes) }
    } else {
      if graph.hasUnplacedHeads { try completeHistory() }
      Chunk.write(.document, DocumentWriter(set, graph).body(), to: &bytes)
    }
    for change in queue.changes { Chunk.writeChange(change.body, hash: change.hash, to: &bytes) }
    saved = SavedState(graph, queue, beginsWithDocument: beginsWithDocument)
    return bytes
  }

  /// Returns the changes since the last save, as chunks.
  mutating func saveIncremental() throws(AutomergeError) -> [UInt8] {
    try completeHistory()
    var bytes: [UInt8] = []
    for record in graph.records[saved.changeCount...] { append(record, to: &bytes) }
    // A file that begins with changes cannot have waiting ones, which stay unsaved.
    if saved.takesWaitingChanges {
      for change in queue.changes where !saved.hasWaiting(change) {
        Chunk.writeChange(change.body, hash: change.hash, to: &bytes)
      }
    }
    saved.add(graph, queue)
    return bytes
  }

  /// Returns chunks of the changes that are not among some changes or before them.
  mutating func chunks(since heads: [ChangeHash]) throws(AutomergeError) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in try records(since: heads) { append(record, to: &bytes) }
    return bytes
  }

  /// Returns the changes that are not among some changes or before them.
  mutating func records(since heads: [ChangeHash]) throws(AutomergeError) -> [ChangeRecord] {
    try completeHistory()
    let isKnown = graph.ancestors(of: heads.compactMap { graph.indices[$0] })
    return zip(graph.records, isKnown).filter { !$1 }.map(\.0)
  }

  private func append(_ record: ChangeRecord, to bytes: inout [UInt8]) {
    guard let body = record.body, let hash = record.hash else { return }
    Chunk.writeChange(body, hash: hash, to: &bytes)
  }
}
