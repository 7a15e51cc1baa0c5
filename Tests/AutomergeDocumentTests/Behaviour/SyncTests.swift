import Foundation
import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// Syncing of two replicas, over connections that deliver or lose messages.
struct SyncTests {
  private let one = Document(actor: ActorId(bytes: [1]))
  private let other = Document(actor: ActorId(bytes: [2]))
  private let oneState = SyncState()
  private let otherState = SyncState()

  /// Exchanges messages until both replicas have nothing to say, and returns their number.
  ///
  /// `limit`: The number of messages that must not be exceeded. `isLost`: Returns `true` for a
  /// message that doesn't arrive.
  @discardableResult
  private func exchange(
    atMost limit: Int, isLost: (Int) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    var count = 0
    while true {
      let before = count
      if let message = try one.generateSyncMessage(state: oneState) {
        count += 1
        if !isLost(count) { try other.receiveSyncMessage(state: otherState, message: message) }
      }
      if let message = try other.generateSyncMessage(state: otherState) {
        count += 1
        if !isLost(count) { try one.receiveSyncMessage(state: oneState, message: message) }
      }
      if count == before { return count }
      guard count <= limit else {
        Issue.record("more than \(limit) messages", sourceLocation: sourceLocation)
        return count
      }
    }
  }

  @Test func `a message has its changes without compression, which older versions can't read`()
    throws
  {
    try one.put(obj: .ROOT, key: "long", value: .String(String(repeating: "long ", count: 1000)))
    _ = try one.putText(String(repeating: "a", count: 5000))
    let greeting = try #require(try other.generateSyncMessage(state: otherState))
    try one.receiveSyncMessage(state: oneState, message: greeting)
    let answer = try #require(try one.generateSyncMessage(state: oneState))
    let message = try SyncMessage(Array(answer))
    #expect(message.chunks.count == 1)
    for chunk in message.chunks { #expect(chunk[8] == Chunk.Kind.change.rawValue) }
    try other.receiveSyncMessage(state: otherState, message: answer)
    try exchange(atMost: 10)
    #expect(other.heads() == one.heads())
  }

  /// Contents that people make in one edit.
  enum Content: CaseIterable {
    case pastedText, longText, switches
  }

  @Test(.withOptimizer, arguments: Content.allCases)
  func `H2: long texts and lists are received within the default limits`(content: Content) throws {
    var random = SplitMix64(seed: 7)
    let words = (0..<2000).map { _ in
      String((0...random.below(9)).map { _ in random.pick(Array("abcdefghij")) })
    }
    func text(_ length: Int) -> String {
      var text = ""
      while text.utf8.count < length { text += random.pick(words) + " " }
      return text
    }
    switch content {
    case .pastedText, .longText:
      _ = try one.putText(text(content == .longText ? 1 << 20 : 300_000))
    case .switches:
      let list = try one.putObject(obj: .ROOT, key: "list", ty: .List)
      try one.splice(
        obj: list, start: 0, delete: 0,
        values: (0..<200_000).map { _ in .Boolean(random.oneIn(2)) })
    }
    try exchange(atMost: 10)
    #expect(other.heads() == one.heads())
    // As compressed changes as well, and a later message is no error either.
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: one.encodeChangesSince(heads: []))
    #expect(receiver.heads() == one.heads())
    try one.put(obj: .ROOT, key: "later", value: .Int(1))
    try exchange(atMost: 10)
    #expect(other.heads() == one.heads())
  }

  /// A change that waits for one that no replica has.
  private var orphan: CraftedChange {
    var orphan = CraftedChange(settingKeys: ["orphan"])
    orphan.actor = [77]
    orphan.firstOperation = 9
    orphan.dependencies = [CraftedChange().hash]
    return orphan
  }

  @Test(arguments: [false, true])
  func `a change that waits does not change the number of messages`(waits: Bool) throws {
    for number in 0..<400 {
      try one.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
      try one.commitWith()
    }
    if waits { try other.applyEncodedChanges(encoded: orphan.chunk) }
    try exchange(atMost: 8)
    #expect(other.heads() == one.heads())
    #expect(other.queuedChangeCount == (waits ? 1 : 0))
  }

  @Test func `a head that waits is reached in a few messages`() throws {
    for number in 0..<100 {
      try one.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
      try one.commitWith()
    }
    let last = try #require(try one.changes().last)
    try other.applyEncodedChanges(encoded: last.bytes)
    #expect(other.queuedChangeCount == 1)
    try exchange(atMost: 8)
    #expect(other.heads() == one.heads())
    #expect(other.queuedChangeCount == 0)
  }

  @Test func `an exchange ends although a change of the other replica can't be applied`() throws {
    // Two replicas with one actor: each has a change that the other can't apply.
    let base = Document(actor: ActorId(bytes: [5]))
    try base.put(obj: .ROOT, key: "base", value: .Int(1))
    for document in [one, other] { try document.merge(other: base) }
    let remote = try one.fork(actor: ActorId(bytes: [2]))
    try one.put(obj: .ROOT, key: "dep", value: .Int(1))
    let known = one.heads()
    try remote.merge(other: one)
    try remote.put(obj: .ROOT, key: "remote", value: .Int(1))
    let waiting = try remote.encodeChangesSince(heads: known)
    try one.merge(other: remote)
    try other.applyEncodedChanges(encoded: waiting)
    #expect(other.queuedChangeCount == 1)
    try other.put(obj: .ROOT, key: "mine", value: .Int(1))
    _ = other.heads()
    #expect(other.queuedChangeCount == 0)
    // Each replica that receives the change whose number is taken there reports it.
    var errors: [AutomergeError.Code] = []
    var count = 0
    while count < 20, let message = try one.generateSyncMessage(state: oneState) {
      count += 1
      try other.receiveSyncMessage(state: otherState, message: message)
      guard let answer = try other.generateSyncMessage(state: otherState) else { break }
      do throws(AutomergeError) {
        try one.receiveSyncMessage(state: oneState, message: answer)
      } catch {
        errors.append(error.code)
      }
    }
    #expect(count < 10)
    #expect(errors.allSatisfy { $0 == .duplicateSequenceNumber } && !errors.isEmpty)
    // The rejected change is not requested.
    let remoteHead = try #require(remote.heads().first)
    let state = SyncState()
    try other.receiveSyncMessage(
      state: state, message: SyncMessage(heads: [remoteHead], have: []).bytes)
    let answer = try SyncMessage(Array(try #require(try other.generateSyncMessage(state: state))))
    #expect(answer.need.isEmpty)
  }

  @Test func `a change that was discarded is sent again when it is requested`() throws {
    try one.put(obj: .ROOT, key: "first", value: .Int(1))
    let first = try #require(one.heads().first)
    try exchange(atMost: 8)
    try one.put(obj: .ROOT, key: "second", value: .Int(2))
    // The message is lost, but the sender remembers the change as sent.
    _ = try one.generateSyncMessage(state: oneState)
    try other.put(obj: .ROOT, key: "mine", value: .Int(3))
    try exchange(atMost: 12)
    #expect(other.heads() == one.heads())
    #expect(other.heads() != [first])
  }

  @Test func `the changes of a lost message are sent again in a few messages`() throws {
    try one.put(obj: .ROOT, key: "first", value: .Int(1))
    try exchange(atMost: 8)
    for number in 0..<50 {
      try one.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
      try one.commitWith()
    }
    // The message is lost, but the sender remembers its changes as sent.
    _ = try one.generateSyncMessage(state: oneState)
    try other.put(obj: .ROOT, key: "mine", value: .Int(3))
    try exchange(atMost: 10)
    #expect(other.heads() == one.heads())
  }

  @Test func `a replica that was restored from an older file is synced in a few messages`() throws {
    try one.put(obj: .ROOT, key: "first", value: .Int(1))
    try exchange(atMost: 8)
    let backup = try other.save()
    for number in 0..<50 {
      try one.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
      try one.commitWith()
    }
    try exchange(atMost: 8)
    #expect(other.heads() == one.heads())
    // The stored state knows more shared changes than the file has.
    let restored = try Document(backup)
    let state = try SyncState(bytes: otherState.encode())
    oneState.reset()
    #expect(try one.exchangeMessages(oneState, with: restored, state, rounds: 5))
    #expect(restored.heads() == one.heads())
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `replicas sync over connections that lose messages`(seed: UInt64) throws {
    var replicas = try RandomReplicas(seed: seed, count: 2, kinds: .plain)
    let (one, other) = (replicas.documents[0], replicas.documents[1])
    var (oneState, otherState) = (SyncState(), SyncState())
    for _ in 0..<6 {
      try replicas.run(10)
      var lost = 3
      for _ in 0..<30 {
        if let message = try one.generateSyncMessage(state: oneState) {
          if lost > 0, replicas.below(3) == 0 {
            lost -= 1
          } else {
            try other.receiveSyncMessage(state: otherState, message: message)
          }
        }
        if let message = try other.generateSyncMessage(state: otherState) {
          if lost > 0, replicas.below(3) == 0 {
            lost -= 1
          } else {
            try one.receiveSyncMessage(state: oneState, message: message)
          }
        }
        if lost > 0, replicas.below(4) == 0 {
          // A new connection.
          oneState = try SyncState(bytes: oneState.encode())
          otherState = try SyncState(bytes: otherState.encode())
        }
      }
    }
    (oneState, otherState) = (
      try SyncState(bytes: oneState.encode()), try SyncState(bytes: otherState.encode())
    )
    #expect(
      try one.exchangeMessages(oneState, with: other, otherState, rounds: 30), "seed \(seed)")
    #expect(one.heads() == other.heads(), "seed \(seed)")
    #expect(try one.json() == other.json(), "seed \(seed)")
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: a message takes no time for the history that both replicas have`() throws {
    let growth = try growthOfTime(from: 2000) { count in
      let one = Document(actor: ActorId(bytes: [1]))
      for number in 0..<count {
        try one.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
        try one.commitWith()
      }
      let other = try one.fork(actor: ActorId(bytes: [2]))
      let states = (SyncState(), SyncState())
      try one.exchangeMessages(states.0, with: other, states.1, rounds: .max)
      return (one, states.0, other, states.1)
    } work: { one, oneState, other, otherState in
      for number in 0..<300 {
        try one.put(obj: .ROOT, key: "m", value: .Int(Int64(number)))
        try one.exchangeMessages(oneState, with: other, otherState, rounds: .max)
      }
      #expect(one.heads() == other.heads())
    }
    // The work is the same for each history.
    #expect(growth < proportionalGrowth / 2)
  }
}
