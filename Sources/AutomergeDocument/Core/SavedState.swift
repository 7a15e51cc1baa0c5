/// The part of a document that its saved bytes have, to which a later save adds the rest.
struct SavedState {
  /// The number of changes.
  private(set) var changeCount = 0
  /// The hashes of the waiting changes.
  private var waiting: Set<ChangeHash> = []
  /// `true` if the bytes begin with a document chunk: only such a file may have waiting changes.
  let takesWaitingChanges: Bool

  /// Describes bytes without changes.
  init() { takesWaitingChanges = false }

  /// Describes bytes with all changes of a document.
  init(_ graph: ChangeGraph, _ queue: ChangeQueue, beginsWithDocument: Bool) {
    changeCount = graph.count
    waiting = Set(queue.hashes)
    takesWaitingChanges = beginsWithDocument
  }

  /// Returns `true` if the bytes have a waiting change.
  func hasWaiting(_ change: DecodedChange) -> Bool { waiting.contains(change.hash) }

  /// Adds the changes of a document, and the waiting ones if the bytes may have them.
  mutating func add(_ graph: ChangeGraph, _ queue: ChangeQueue) {
    changeCount = graph.count
    if takesWaitingChanges { waiting = Set(queue.hashes) }
  }
}
