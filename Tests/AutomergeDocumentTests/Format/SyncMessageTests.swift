import Foundation
import Testing

@testable import AutomergeDocument

struct SyncMessageTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  init() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    try document.commitWith()
    try document.put(obj: .ROOT, key: "b", value: .String(String(repeating: "long ", count: 100)))
    try document.commitWith()
  }

  /// The ways in which version 2 writes what it brings.
  enum Form: CaseIterable, CustomTestStringConvertible {
    case documentInOneBlob, changesInOneBlob, nothingInOneBlob, listOfDocuments, listOfChanges

    var testDescription: String { "\(self)" }
  }

  /// A message of version 2 with all that the document has.
  private func message(_ form: Form, flags: [UInt8]) throws -> [UInt8] {
    let nothing = SyncMessage.Have(lastSync: [], filter: BloomFilter(of: []))
    let message = SyncMessage(heads: document.sortedHeads, have: [nothing])
    var bytes = message.bytes
    bytes[0] = 0x43
    // What follows the filters in version 1: a count of no changes.
    #expect(bytes.removeLast() == 0)
    let changes = try document.changes().map { Array($0.bytes) }
    switch form {
    case .documentInOneBlob: bytes.appendPrefixed(try document.save())
    case .changesInOneBlob: bytes.appendPrefixed(changes.flatMap { $0 })
    case .nothingInOneBlob: bytes.append(0)
    case .listOfDocuments:
      bytes.append(1)
      bytes.appendPrefixed(try document.save())
    case .listOfChanges:
      bytes.appendULEB(UInt64(changes.count))
      for change in changes { bytes.appendPrefixed(change) }
    }
    return bytes + flags
  }

  @Test(arguments: Form.allCases, [[], [2, 1, 2], [2, 0x02, 0x84]] as [[UInt8]])
  func `a message of version 2 is read, with and without flags`(form: Form, flags: [UInt8]) throws {
    let other = Document(actor: ActorId(bytes: [2]))
    try other.put(obj: .ROOT, key: "mine", value: .Int(3))
    let own = other.heads()
    let state = SyncState()
    try other.receiveSyncMessage(state: state, message: message(form, flags: flags))
    #expect(state.theirHeads == document.heads())
    if form == .nothingInOneBlob {
      #expect(other.heads() == own)
    } else {
      #expect(other.keys(obj: .ROOT) == ["a", "b", "mine"])
    }
    // The answer is of version 1, which every version reads.
    let answer = try #require(try other.generateSyncMessage(state: state))
    #expect(answer.first == 0x42)
  }

  @Test func `what other versions write, and what is cut off, is an error and changes nothing`()
    throws
  {
    let whole = try message(.listOfChanges, flags: [])
    let other = Document()
    let state = SyncState()
    var later = whole
    later[0] = 0x44
    expectError(.unsupportedFormat) { try other.receiveSyncMessage(state: state, message: later) }
    for count in 0..<whole.count {
      expectError(.corruptData) {
        try other.receiveSyncMessage(state: state, message: whole.prefix(count))
      }
    }
    #expect(other.heads().isEmpty)
    #expect(state.theirHeads == nil)
  }

  /// A document that has content of its own, a change that waits, and a state that knows something.
  private func receiver() throws -> (Document, SyncState) {
    let other = Document(actor: ActorId(bytes: [2]))
    try other.put(obj: .ROOT, key: "mine", value: .Int(3))
    var orphan = CraftedChange(settingKeys: ["orphan"])
    orphan.actor = [3]
    orphan.firstOperation = 2
    orphan.dependencies = [CraftedChange().hash]
    try other.applyEncodedChanges(encoded: orphan.chunk)
    let state = SyncState()
    let have = SyncMessage.Have(lastSync: other.sortedHeads, filter: BloomFilter(of: []))
    let greeting = SyncMessage(heads: other.sortedHeads, have: [have])
    try other.receiveSyncMessage(state: state, message: greeting.bytes)
    return (other, state)
  }

  @Test(arguments: [Form.documentInOneBlob, .changesInOneBlob, .listOfDocuments, .listOfChanges])
  func `H4: a message that is damaged anywhere changes neither document nor state`(form: Form)
    throws
  {
    let whole = try message(form, flags: [])
    let (other, state) = try receiver()
    let heads = other.heads()
    let json = try other.json()
    let encoded = state.encode()
    let theirHeads = state.theirHeads
    var codes: [AutomergeError.Code: Int] = [:]
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 0x41
      // A hash among the heads can be any other, so not each damage shows.
      guard let code = try codeOfError(of: damaged, in: other.fork()) else { continue }
      codes[code, default: 0] += 1
      expectError(code) { try other.receiveSyncMessage(state: state, message: damaged) }
      #expect(other.heads() == heads)
      #expect(try other.json() == json)
      #expect(other.queuedChangeCount == 1)
      #expect(state.encode() == encoded)
      #expect(state.theirHeads == theirHeads)
    }
    // All bytes of the chunks, whatever the form.
    #expect(codes[.corruptData, default: 0] > whole.count / 2)
    // The version of the message, and the types and versions of its parts.
    #expect((1...3).contains(codes[.unsupportedFormat, default: 0]), "\(codes)")
    // The number of filters, which is the only count with a limit of its own.
    #expect(codes[.limitExceeded] == 1, "\(codes)")
    #expect(codes.count == 3, "\(codes)")
    try other.receiveSyncMessage(state: state, message: whole)
    #expect(other.keys(obj: .ROOT) == ["a", "b", "mine"])
    #expect(state.theirHeads == document.heads())
  }

  /// The code of the error of a message; `nil` for a message that is received.
  private func codeOfError(
    of message: [UInt8], in document: Document
  ) -> AutomergeError.Code? {
    do {
      try document.receiveSyncMessage(state: SyncState(), message: message)
      return nil
    } catch {
      return error.code
    }
  }

  /// A message of version 1 that brings nothing, with some filters and some changes to send.
  private func question(
    filters: [[UInt8]], lastSync: [ChangeHash] = [], need: [ChangeHash] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x42]
    bytes.appendHashes([])
    bytes.appendHashes(need)
    bytes.appendULEB(UInt64(filters.count))
    for filter in filters {
      bytes.appendHashes(lastSync)
      bytes.appendPrefixed(filter)
    }
    return bytes + [0]
  }

  @Test func `H3: the number of filters in a message is limited`() throws {
    let state = SyncState()
    expectError(.limitExceeded) {
      try document.receiveSyncMessage(
        state: state, message: question(filters: Array(repeating: [], count: 17)))
    }
    #expect(state.theirHeads == nil)
    try document.receiveSyncMessage(
      state: state, message: question(filters: Array(repeating: [], count: 16)))
    #expect(state.theirHeads == [])
    // Filters that contain nothing hold nothing back.
    let answer = try SyncMessage(
      Array(try #require(try document.generateSyncMessage(state: state))))
    #expect(answer.chunks.count == 2)
  }

  @Test(arguments: [(64, true), (65, false), (1 << 40, false)] as [(UInt64, Bool)])
  func `H3: the number of probes of a filter is limited`(probes: UInt64, isRead: Bool) throws {
    var filter: [UInt8] = []
    filter.appendULEB(1)
    filter.appendULEB(8)
    filter.appendULEB(probes)
    filter.append(0)
    let state = SyncState()
    if isRead {
      try document.receiveSyncMessage(state: state, message: question(filters: [filter]))
      #expect(state.theirHeads == [])
    } else {
      expectError(.corruptData) {
        try document.receiveSyncMessage(state: state, message: question(filters: [filter]))
      }
      #expect(state.theirHeads == nil)
    }
  }

  @Test func `a filter that states more bits than it has is an error`() throws {
    func filter(_ entries: UInt64, _ bitsEach: UInt64) -> [UInt8] {
      var filter: [UInt8] = []
      for number in [entries, bitsEach, 7] { filter.appendULEB(number) }
      return filter
    }
    let state = SyncState()
    for filter in [filter(2, 8) + [0], filter(1 << 32, 1 << 32) + [0]] {
      let error = expectError(.corruptData) {
        try document.receiveSyncMessage(state: state, message: question(filters: [filter]))
      }
      #expect(error?.message.contains("a Bloom filter that is shorter than it states") == true)
      #expect(state.theirHeads == nil)
    }
    try document.receiveSyncMessage(
      state: state, message: question(filters: [filter(2, 8) + [0, 0]]))
  }

  @Test func `H3: a change that is needed is sent once, however often it is named`() throws {
    let heads = document.sortedHeads
    for filters in [[], [[]]] as [[[UInt8]]] {
      let state = SyncState()
      let need = Array(repeating: heads[0], count: 1000)
      try document.receiveSyncMessage(
        state: state, message: question(filters: filters, lastSync: heads, need: need))
      let answer = try SyncMessage(
        Array(try #require(try document.generateSyncMessage(state: state))))
      #expect(answer.chunks.count == 1)
    }
  }

  @Test func `a replica that is asked about unknown changes starts anew once, and waits`() throws {
    let state = SyncState()
    let unknown = CraftedChange().hash
    let other = Document(actor: ActorId(bytes: [2]))
    try other.put(obj: .ROOT, key: "other", value: .Int(2))
    for _ in 0..<3 {
      try document.receiveSyncMessage(
        state: state, message: question(filters: [[]], lastSync: [unknown]))
      let reset = try SyncMessage(
        Array(try #require(try document.generateSyncMessage(state: state))))
      #expect(reset.heads == document.sortedHeads)
      #expect(reset.have.map(\.lastSync) == [[]])
      #expect(reset.chunks.isEmpty)
      // Nothing more to say until the other replica answers.
      #expect(try document.generateSyncMessage(state: state) == nil)
    }
    // An edit is something to say.
    try document.put(obj: .ROOT, key: "c", value: .Int(3))
    #expect(try document.generateSyncMessage(state: state) != nil)
    #expect(try document.generateSyncMessage(state: state) == nil)
    try expectSynced(document, state, other, SyncState())
  }

  @Test func `replicas sync again after one of them has lost its changes`() throws {
    let other = try document.fork(actor: ActorId(bytes: [2]))
    let (state, otherState) = (SyncState(), SyncState())
    try expectSynced(document, state, other, otherState)
    let lost = Document(actor: ActorId(bytes: [4]))
    try lost.put(obj: .ROOT, key: "new", value: .Int(1))
    otherState.reset()
    try expectSynced(lost, try SyncState(bytes: state.encode()), other, otherState)
  }

  /// Exchanges messages as long as there are any, which must not be for ever.
  private func expectSynced(
    _ one: Document, _ oneState: SyncState, _ other: Document, _ otherState: SyncState,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard try one.exchangeMessages(oneState, with: other, otherState, rounds: 20) else {
      Issue.record("The replicas exchange messages without an end.", sourceLocation: sourceLocation)
      return
    }
    #expect(one.heads() == other.heads(), sourceLocation: sourceLocation)
    #expect(try one.json() == other.json(), sourceLocation: sourceLocation)
  }
}
