import Foundation
import Testing

@testable import AutomergeDocument

/// H4: what is undone leaves the whole document as it was, in each of its parts, and what comes
/// later is as if nothing had been undone.
struct UndoTests {
  /// What precedes the undone edits.
  enum Context: CaseIterable {
    case nothing, edit, transaction
  }

  private struct Cancelled: Error {}

  /// Returns another document with the same state, also with the same actor.
  private func copy(of document: Document) -> Document { Document(document.withCore { $0 }) }

  /// Expects that an edit undoes itself or is undone, and that the document then goes on like a
  /// copy that never performed it.
  private func expectUndone(
    _ document: Document, undoing undo: () throws -> Void, next: (Document) throws -> Void
  ) throws {
    let twin = copy(of: document)
    let before = try DocumentState(document)
    try undo()
    document.checkInvariants()
    #expect(try DocumentState(document).differences(from: before) == [])
    try next(document)
    try next(twin)
    document.checkInvariants()
    let state = try DocumentState(document)
    #expect(try state.differences(from: DocumentState(twin)) == [])
    #expect(!state.differences(from: before).isEmpty)
  }

  private func expectUndoneTransaction(_ edit: UndoneEdit, in document: Document) throws {
    try expectUndone(document) {
      let before = try DocumentState(document)
      #expect(throws: Cancelled.self) {
        try document.transaction {
          try edit.perform(document)
          document.onUndo {}
          let parts = try DocumentState(document).differences(from: before)
          #expect(Set(["operations", "pending edits", "file", "patches"]).isSubset(of: parts))
          throw Cancelled()
        }
      }
    } next: {
      try edit.perform($0)
    }
  }

  @Test(arguments: UndoneEdit.all, Context.allCases)
  func `H4: a transaction that fails changes no part of the document`(
    edit: UndoneEdit, context: Context
  ) throws {
    let document = try UndoneEdit.document()
    guard context != .nothing else { return try expectUndoneTransaction(edit, in: document) }
    try document.transaction {
      try document.put(obj: .ROOT, key: "earlier", value: UndoneEdit.long)
      document.onUndo {}
      if context == .transaction { try expectUndoneTransaction(edit, in: document) }
    }
    if context == .edit { try expectUndoneTransaction(edit, in: document) }
  }

  @Test(arguments: UndoneEdit.all)
  func `H4: edits that are rolled back change no part of the document`(edit: UndoneEdit) throws {
    let document = try UndoneEdit.document()
    try expectUndone(document) {
      try edit.perform(document)
      let count = document.pendingEdits
      #expect(count > 0)
      #expect(try document.rollback() == count)
    } next: {
      try edit.perform($0)
      try $0.commitWith()
    }
  }

  @Test(arguments: UndoneEdit.all)
  func `H4: received changes before an invalid one change no part of the document`(
    edit: UndoneEdit
  ) throws {
    let document = try UndoneEdit.document()
    let heads = document.heads()
    let sender = try document.fork(actor: ActorId(bytes: [5]))
    try edit.perform(sender)
    let bytes = Array(try sender.encodeChangesSince(heads: heads))
    // The received edits are concurrent to these.
    let text = try UndoneEdit.object("text", of: document)
    let list = try UndoneEdit.object("list", of: document)
    try document.put(obj: .ROOT, key: "title", value: .Int(30))
    try document.increment(obj: .ROOT, key: "count", by: 5)
    try document.delete(obj: list, index: 1)
    try document.spliceText(obj: text, start: 1, delete: 4, value: "own")
    try document.put(obj: .ROOT, key: "own", value: .Int(1))
    try document.commitWith()
    // A run of one action, which this version writes in another form.
    var foreign = CraftedChange(settingKeys: ["foreign"])
    foreign.actor = [6]
    foreign.columns[CraftedChange.Column.action] = [1, UInt8(OpAction.set.rawValue)]
    let sizes = document.tableSizes
    try expectUndone(document) {
      let batch = bytes + foreign.chunk + CraftedChange.failingAtTheEnd.chunk
      expectError(.invalidChange) { try document.applyEncodedChanges(encoded: batch) }
      #expect(document.tableSizes == sizes)
    } next: {
      try $0.applyEncodedChanges(encoded: bytes)
      try $0.put(obj: .ROOT, key: "next", value: UndoneEdit.long)
      try $0.commitWith()
    }
    // The other change of the batch is as it was meant.
    #expect(document.withCore { !$0.history.isNeededForSaving })
    try document.applyEncodedChanges(encoded: foreign.chunk)
    #expect(document.withCore { $0.history.isNeededForSaving })
  }

  @Test(arguments: UndoneEdit.all)
  func `H4: a merge that fails changes no part of the document`(edit: UndoneEdit) throws {
    let document = try UndoneEdit.document()
    let other = copy(of: document)
    let sender = try document.fork(actor: ActorId(bytes: [5]))
    try edit.perform(sender)
    try other.merge(other: sender)
    // Both use the same actor.
    for (replica, number) in [(document, 1), (other, 2)] as [(Document, Int64)] {
      try replica.put(obj: .ROOT, key: "own", value: .Int(number))
      try replica.commitWith()
    }
    try expectUndone(document) {
      expectError(.duplicateSequenceNumber) { try document.merge(other: other) }
    } next: {
      try $0.merge(other: sender)
    }
  }

  @Test func `H4: a waiting change that turns out to be invalid changes no part of the document`()
    throws
  {
    let document = try UndoneEdit.document()
    document.discardQueuedChanges()
    let sender = try document.fork(actor: ActorId(bytes: [5]))
    try sender.put(obj: .ROOT, key: "new", value: UndoneEdit.long)
    try sender.commitWith()
    let bytes = try sender.encodeChangesSince(heads: document.heads())
    let twin = copy(of: document)
    var waiting = CraftedChange.failingAtTheEnd
    waiting.dependencies = sender.sortedHeads
    waiting.firstOperation = 1000
    for replica in [document, twin] { try replica.applyEncodedChanges(encoded: waiting.chunk) }
    #expect(twin.discardQueuedChanges() == [waiting.hash])
    for replica in [document, twin] { try replica.applyEncodedChanges(encoded: bytes) }
    document.checkInvariants()
    #expect(document.heads() == sender.heads())
    #expect(document.tableSizes == twin.tableSizes)
    #expect(try DocumentState(document).differences(from: DocumentState(twin)) == [])
  }

  @Test func `H4: a path that leads to an undone object is forgotten`() throws {
    let document = try UndoneEdit.document()
    let path = [Prop.Key("new")]
    #expect(throws: Cancelled.self) {
      try document.transaction {
        let map = try document.putObject(obj: .ROOT, key: "new", ty: .Map)
        document.cacheObject(map, at: path)
        #expect(document.cachedObject(path) == map)
        throw Cancelled()
      }
    }
    #expect(document.cachedObject(path) == nil)
  }

  @Test func `H4: edits for which no counter is left change no part of the document`() throws {
    let empty = DocumentCore(
      actor: ActorId(bytes: [1]), textEncoding: .unicodeScalar, limits: LoadLimits())
    var set = empty.set
    set.useCounters(upTo: .max - 1)
    let document = Document(empty.with(set, ChangeGraph()))
    try document.put(obj: .ROOT, key: "last", value: UndoneEdit.long)
    for isPending in [true, false] {
      let before = try DocumentState(document)
      expectError(.limitExceeded) {
        try document.put(obj: .ROOT, key: "new", value: UndoneEdit.long)
      }
      #expect(try DocumentState(document).differences(from: before) == [])
      expectError(.limitExceeded) { try document.putObject(obj: .ROOT, key: "new", ty: .List) }
      #expect(try DocumentState(document).differences(from: before) == [])
      #expect(document.pendingEdits == (isPending ? 1 : 0))
      try document.commitWith()
    }
  }
}
