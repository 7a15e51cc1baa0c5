import Foundation
import Testing

@testable import AutomergeDocument

@Suite struct SyncMessageTests {
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
    var message = SyncMessage(heads: document.heads())
    message.have = [SyncMessage.Have(lastSync: [], filter: BloomFilter(of: []))]
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
      #expect(try other.keys(obj: .ROOT) == ["a", "b", "mine"])
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
    let error = #expect(throws: AutomergeError.self) {
      try other.receiveSyncMessage(state: state, message: later)
    }
    #expect(error?.code == .unsupportedFormat)
    for count in 0..<whole.count {
      let error = #expect(throws: AutomergeError.self) {
        try other.receiveSyncMessage(state: state, message: whole.prefix(count))
      }
      #expect(error?.code == .corruptData)
    }
    #expect(other.heads().isEmpty)
    #expect(state.theirHeads == nil)
  }
}
