/// The part of a document that its saved bytes have, to which a later save adds the rest.
struct SavedState {
  /// The number of changes.
  private var changeCount = 0
  /// The hashes of the waiting changes.
  private var waiting: Set<ChangeHash> = []
  /// `true` if the bytes begin with a document chunk: only such a file may have waiting changes.
  private let takesWaitingChanges: Bool

  /// Describes bytes without changes.
  init() { takesWaitingChanges = false }

  /// Describes bytes with all changes of a document.
  init(_ graph: ChangeGraph, _ queue: ChangeQueue, beginsWithDocument: Bool) {
    changeCount = graph.count
    waiting = Set(queue.hashes)
    takesWaitingChanges = beginsWithDocument
  }

  /// Returns the bytes of a whole document, whose heads have their places in the graph.
  mutating func save(_ set: OpSet, _ graph: ChangeGraph, _ queue: ChangeQueue) -> [UInt8] {
    var bytes: [UInt8] = []
    var beginsWithDocument = true
    if graph.hasForeignEncoding {
      // A document chunk cannot restore these changes with their hashes. A file may contain waiting
      // changes only after a document chunk, so an empty one is written first.
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
    // A file that begins with changes cannot have waiting ones, which stay unsaved.
    guard takesWaitingChanges else { return bytes }
    for change in queue.changes where !waiting.contains(change.hash) {
      Chunk.writeChange(change.body, hash: change.hash, to: &bytes)
    }
    waiting = Set(queue.hashes)
    return bytes
  }
}
