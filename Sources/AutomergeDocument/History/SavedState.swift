/// A record of what the saved bytes contain; a later save adds only the rest.
struct SavedState {
  private var changeCount = 0
  /// The hashes of the changes that wait when the saved bytes are read.
  private var waiting: Set<ChangeHash> = []
  /// `true` if the saved bytes have a document chunk.
  ///
  /// Only such a file may contain waiting changes.
  private let takesWaitingChanges: Bool

  init() { takesWaitingChanges = false }

  /// Creates the state of bytes that contain all changes of a document.
  ///
  /// `waiting`: The hashes of the changes that the bytes contain as waiting ones.
  init(_ graph: ChangeGraph, waiting: Set<ChangeHash>, hasDocument: Bool) {
    changeCount = graph.count
    self.waiting = waiting
    takesWaitingChanges = hasDocument
  }

  /// Returns the bytes of a whole document.
  ///
  /// The hashes of the heads must be assigned to their changes.
  mutating func save(_ set: OpSet, _ graph: ChangeGraph, _ queue: ChangeQueue) -> [UInt8] {
    var bytes: [UInt8] = []
    var hasDocument = true
    if graph.hasForeignEncoding {
      // These changes cannot be restored from a document chunk with equal hashes. A file may
      // contain waiting changes only if it has a document chunk, so an empty document chunk is
      // written first.
      hasDocument = !queue.isEmpty
      if hasDocument { Self.writeEmptyDocument(to: &bytes) }
      for record in graph.records { record.write(to: &bytes) }
    } else {
      Chunk.write(.document, DocumentWriter(set, graph).body(), to: &bytes)
    }
    for change in queue.changes { Chunk.writeChange(change.body, hash: change.hash, to: &bytes) }
    self = SavedState(graph, waiting: Set(queue.hashes), hasDocument: hasDocument)
    return bytes
  }

  /// Returns the chunks of the changes that the saved bytes lack.
  ///
  /// If the document has discarded changes that wait in the saved bytes, the chunks begin with an
  /// empty document, which ends the wait of all changes before it.
  mutating func saveRest(_ graph: ChangeGraph, _ queue: ChangeQueue) -> [UInt8] {
    var bytes: [UInt8] = []
    if waiting.contains(where: { !queue.contains($0) && graph.indices[$0] == nil }) {
      Self.writeEmptyDocument(to: &bytes)
      waiting = []
    }
    for record in graph.records[changeCount...] { record.write(to: &bytes) }
    changeCount = graph.count
    // A file of change chunks alone cannot contain waiting changes, so they are not saved.
    guard takesWaitingChanges else { return bytes }
    for change in queue.changes where !waiting.contains(change.hash) {
      Chunk.writeChange(change.body, hash: change.hash, to: &bytes)
    }
    waiting = Set(queue.hashes)
    return bytes
  }

  private static func writeEmptyDocument(to bytes: inout [UInt8]) {
    Chunk.write(.document, Chunk.emptyDocument, to: &bytes)
  }
}
