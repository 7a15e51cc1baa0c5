/// A record of the changes that are already in the saved bytes; a later save adds only the others.
struct SavedState {
  private var changeCount = 0
  /// The hashes of the waiting changes.
  private var waiting: Set<ChangeHash> = []
  /// `true` if the saved bytes begin with a document chunk.
  ///
  /// Only such a file may contain waiting changes.
  private let takesWaitingChanges: Bool

  init() { takesWaitingChanges = false }

  /// Creates the state of bytes that contain all changes of a document.
  init(_ graph: ChangeGraph, _ queue: ChangeQueue, beginsWithDocument: Bool) {
    changeCount = graph.count
    waiting = Set(queue.hashes)
    takesWaitingChanges = beginsWithDocument
  }

  /// Returns the bytes of a whole document.
  ///
  /// The hashes of the heads must be assigned to their changes.
  mutating func save(_ set: OpSet, _ graph: ChangeGraph, _ queue: ChangeQueue) -> [UInt8] {
    var bytes: [UInt8] = []
    var beginsWithDocument = true
    if graph.hasForeignEncoding {
      // These changes cannot be restored from a document chunk with equal hashes. A file may
      // contain waiting changes only after a document chunk, so an empty document chunk is written
      // first.
      beginsWithDocument = !queue.isEmpty
      if beginsWithDocument {
        let empty = DocumentWriter(OpSet(textEncoding: set.textEncoding), ChangeGraph())
        Chunk.write(.document, empty.body(), to: &bytes)
      }
      for record in graph.records { record.write(to: &bytes) }
    } else {
      Chunk.write(.document, DocumentWriter(set, graph).body(), to: &bytes)
    }
    for change in queue.changes { Chunk.writeChange(change.body, hash: change.hash, to: &bytes) }
    self = SavedState(graph, queue, beginsWithDocument: beginsWithDocument)
    return bytes
  }

  /// Returns the chunks of the changes that the saved bytes lack.
  mutating func saveRest(_ graph: ChangeGraph, _ queue: ChangeQueue) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in graph.records[changeCount...] { record.write(to: &bytes) }
    changeCount = graph.count
    // A file that begins with change chunks cannot contain waiting changes, so they are not saved.
    guard takesWaitingChanges else { return bytes }
    for change in queue.changes where !waiting.contains(change.hash) {
      Chunk.writeChange(change.body, hash: change.hash, to: &bytes)
    }
    waiting = Set(queue.hashes)
    return bytes
  }
}
