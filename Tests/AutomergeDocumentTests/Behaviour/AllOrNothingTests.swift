import Foundation
import Testing

@testable import AutomergeDocument

/// H4: what fails changes nothing, also in an empty document and in its tables.
struct AllOrNothingTests {
  private let sender = Document(actor: ActorId(bytes: [1]))

  init() throws {
    try sender.put(obj: .ROOT, key: "title", value: .String("from elsewhere"))
    _ = try sender.putText("Hello")
    try sender.commitWith()
  }

  /// What follows the valid chunk.
  enum Fault: CaseIterable {
    case wrongChecksum, cutOff, noChunk, invalidChange
  }

  /// A valid chunk, the document or its changes, and a damaged one.
  private func bytes(_ fault: Fault, isDocument: Bool) throws -> [UInt8] {
    let valid = Array(try isDocument ? sender.save() : sender.encodeChangesSince(heads: []))
    var damaged = CraftedChange(settingKeys: ["more"]).chunk
    switch fault {
    case .wrongChecksum: damaged[5] ^= 1
    case .cutOff: damaged.removeLast()
    case .noChunk: damaged = [1, 2, 3]
    case .invalidChange: damaged = CraftedChange.failingAtTheEnd.chunk
    }
    return valid + damaged
  }

  /// An edit of an object whose first step succeeds, and whose last one fails.
  enum FailingEdit: CaseIterable {
    case putOfNewKey, spliceThatDeletes, insertionOfSecondValue, markWithoutEnd
  }

  @Test(arguments: FailingEdit.allCases, [true, false])
  func `H4: an edit that fails changes nothing, alone and after another one`(
    edit: FailingEdit, isFirst: Bool
  ) throws {
    let list = try sender.putObject(obj: .ROOT, key: "list", ty: .List)
    try sender.splice(obj: list, start: 0, delete: 0, values: [.Int(1), .Int(2)])
    let text = try sender.putText("Hello", key: "note")
    try sender.commitWith()
    if !isFirst { try sender.put(obj: .ROOT, key: "other", value: .Int(1)) }
    let (before, edits) = (try DocumentState(sender), sender.pendingEdits)
    let long = ScalarValue.String(String(repeating: "a", count: 100))
    let unstorable = ScalarValue.Unknown(typeCode: 9, data: Data())
    expectError(.limitExceeded) {
      switch edit {
      case .putOfNewKey: try sender.put(obj: .ROOT, key: "new", value: unstorable)
      case .spliceThatDeletes:
        try sender.splice(obj: list, start: 0, delete: 2, values: [long, unstorable])
      case .insertionOfSecondValue:
        try sender.splice(obj: list, start: 2, delete: 0, values: [.Int(3), unstorable])
      case .markWithoutEnd:
        try sender.mark(
          obj: text, start: 0, end: 2, expand: .both, name: "bold", value: unstorable)
      }
    }
    #expect(sender.pendingEdits == edits)
    #expect(try DocumentState(sender).differences(from: before) == [])
    #expect(try sender.values(obj: list) == [.Scalar(.Int(1)), .Scalar(.Int(2))])
    #expect(try sender.text(obj: text) == "Hello")
    // The next edit is the document's own again.
    try sender.put(obj: .ROOT, key: "next", value: long)
    let copy = try Document(sender.save())
    #expect(try copy.get(obj: .ROOT, key: "next") == .Scalar(long))
  }

  @Test func `H1, H4: values that were stored before the first edit began are rolled back`() throws
  {
    let list = try sender.putObject(obj: .ROOT, key: "list", ty: .List)
    try sender.commitWith()
    let before = sender.tableSizes
    let long = ScalarValue.String(String(repeating: "a", count: 100))
    try sender.put(obj: .ROOT, key: "title", value: long)
    #expect(try sender.rollback() == 1)
    #expect(sender.tableSizes == before)
    try sender.insert(obj: list, index: 0, value: long)
    #expect(try sender.rollback() == 1)
    #expect(sender.tableSizes == before)
    #expect(try sender.get(obj: .ROOT, key: "title") == .Scalar(.String("from elsewhere")))
  }

  @Test(arguments: Fault.allCases, [true, false])
  func `H4: a valid chunk before a damaged one leaves an empty document empty`(
    fault: Fault, isDocument: Bool
  ) throws {
    let receiver = Document(actor: ActorId(bytes: [2]))
    let before = receiver.tableSizes
    let bytes = try bytes(fault, isDocument: isDocument)
    expectError((fault == .invalidChange ? .invalidChange : .corruptData)) {
      try receiver.applyEncodedChanges(encoded: bytes)
    }
    #expect(receiver.heads().isEmpty)
    #expect(receiver.keys(obj: .ROOT).isEmpty)
    #expect(receiver.tableSizes == before)
    // The document goes on: it takes over the valid part alone.
    try receiver.applyEncodedChanges(encoded: sender.save())
    #expect(receiver.heads() == sender.heads())
  }

  @Test(arguments: Fault.allCases, [true, false])
  func `H4: a message with a damaged chunk changes neither document nor state`(
    fault: Fault, isDocument: Bool
  ) throws {
    let receiver = Document(actor: ActorId(bytes: [2]))
    let before = receiver.tableSizes
    let syncState = SyncState()
    let chunk = try bytes(fault, isDocument: isDocument)
    let message = SyncMessage(heads: sender.sortedHeads, chunks: [chunk])
    expectError((fault == .invalidChange ? .invalidChange : .corruptData)) {
      try receiver.receiveSyncMessage(state: syncState, message: message.bytes)
    }
    #expect(receiver.heads().isEmpty)
    #expect(receiver.tableSizes == before)
    #expect(syncState.theirHeads == nil)
    #expect(syncState.encode() == SyncState().encode())
  }

  @Test func `H4: rejected changes leave nothing behind in any table`() throws {
    let receiver = try sender.fork(actor: ActorId(bytes: [2]))
    let before = receiver.tableSizes
    let json = try receiver.json()
    for number in 0..<20 {
      var change = CraftedChange.failingAtTheEnd
      change.actor = [8, UInt8(number)]
      change.dependencies = sender.sortedHeads
      change.firstOperation = 1000
      expectError(.invalidChange) { try receiver.applyEncodedChanges(encoded: change.chunk) }
    }
    #expect(receiver.tableSizes == before)
    #expect(try receiver.json() == json)
    #expect(receiver.heads() == sender.heads())
    // What comes later gets the places that the rejected changes had for a while.
    try receiver.put(obj: .ROOT, key: "key 7", value: .Int(7))
    let again = try Document(receiver.save())
    #expect(try again.json() == receiver.json())
  }

  @Test func `H4: a rejected increment leaves nothing at a counter that was replaced`() throws {
    let first = Document(actor: ActorId(bytes: [2]))
    try first.put(obj: .ROOT, key: "count", value: .Counter(1))
    try first.commitWith()
    let replacing = try first.fork(actor: ActorId(bytes: [3]))
    try replacing.put(obj: .ROOT, key: "count", value: .Int(5))
    let incrementing = try first.fork(actor: ActorId(bytes: [4]))
    try incrementing.increment(obj: .ROOT, key: "count", by: 1)
    let bytes = Array(try incrementing.encodeChangesSince(heads: first.heads()))
    try first.merge(other: replacing)
    let before = first.tableSizes
    let heads = first.heads()
    expectError(.invalidChange) {
      try first.applyEncodedChanges(encoded: bytes + CraftedChange.failingAtTheEnd.chunk)
    }
    #expect(first.tableSizes == before)
    #expect(first.heads() == heads)
  }
}
