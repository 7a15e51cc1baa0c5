public import Foundation

/// The state of syncing with one other replica.
///
/// Use one state for each connection. ``encode()`` returns the part of the state to store for a
/// later connection.
public final class SyncState: @unchecked Sendable {
  /// The content of a state.
  struct Content {
    /// The statements of the other replica's last message.
    struct Statement: Equatable {
      let heads: [ChangeHash]
      /// The changes that the other replica requests.
      let need: [ChangeHash]
      /// The changes that the other replica has.
      let have: [SyncMessage.Have]
    }

    /// The heads of the history that both replicas are known to have.
    private(set) var sharedHeads: [ChangeHash]
    private(set) var theirs: Statement?
    /// The heads in the last message to the other replica; `nil` before the first message on this
    /// connection.
    private var lastSentHeads: [ChangeHash]?
    /// The last message: what it requested, the statements that it answered, and how often an equal
    /// message was sent before it.
    private var lastAnswer: (need: [ChangeHash], to: Statement?, repetitions: Int)?
    /// The sent changes that no message has confirmed.
    private var sentHashes: Set<ChangeHash> = []
    /// Those of them that were sent after the last received message.
    ///
    /// The other replica may not have received them when it sent its next message.
    private var justSent: Set<ChangeHash> = []
    /// `true` after a message was sent, until the next one is received.
    private(set) var isInFlight = false

    init(sharedHeads: [ChangeHash] = []) { self.sharedHeads = sharedHeads }

    // MARK: Sending

    /// Returns `true` if a message with some heads was sent on this connection.
    func hasSent(_ heads: [ChangeHash]) -> Bool { lastSentHeads == heads }

    /// Returns `true` if a change was sent but is not confirmed by a message.
    func hasSent(_ change: ChangeHash) -> Bool { sentHashes.contains(change) }

    /// Returns `true` if the last two messages answered the same statements with the same heads and
    /// requests.
    ///
    /// Without new changes, a further message would only be answered in the same way. If one
    /// replica can't apply a change of the other, the heads never become equal, and the replicas
    /// would exchange messages without an end. One repetition is sent, because the answer to the
    /// first message may have been lost.
    func hasRepeated(_ heads: [ChangeHash], _ need: [ChangeHash]) -> Bool {
      repetitions(of: heads, need) > 1
    }

    private func repetitions(of heads: [ChangeHash], _ need: [ChangeHash]) -> Int {
      guard let lastAnswer, hasSent(heads), lastAnswer.need == need, lastAnswer.to == theirs else {
        return 0
      }
      return lastAnswer.repetitions + 1
    }

    /// Records that a message with some heads and requests was sent.
    mutating func noteSent(_ heads: [ChangeHash], _ need: [ChangeHash]) {
      lastAnswer = (need, theirs, repetitions(of: heads, need))
      lastSentHeads = heads
      isInFlight = true
    }

    /// Records that a change was sent.
    mutating func noteSent(_ change: ChangeHash) {
      sentHashes.insert(change)
      justSent.insert(change)
    }

    // MARK: Receiving

    /// Sets the heads of the history that both replicas are known to have.
    mutating func share(_ heads: [ChangeHash]) { sharedHeads = heads }

    /// Updates the state from a message whose changes have been applied.
    ///
    /// `heads`: This replica's heads before the message. `knownHeads`: The heads of the message
    /// that this replica has. `isConfirmed`: Returns `true` for the known heads and their
    /// ancestors.
    mutating func receive(
      _ message: SyncMessage, at heads: [ChangeHash], knownHeads: [ChangeHash],
      isConfirmed: (ChangeHash) -> Bool
    ) {
      isInFlight = false
      // The other replica has its heads and all their ancestors.
      sentHashes = sentHashes.filter { !isConfirmed($0) }
      // A request for a change that was sent two messages ago means that the message with it was
      // lost. Its other changes are sent again too; otherwise the other replica would have to
      // request one after the other.
      let earlier = sentHashes.subtracting(justSent)
      if message.need.contains(where: earlier.contains) { sentHashes.subtract(earlier) }
      justSent = []
      // If both replicas have the same heads, no answer is needed.
      if message.chunks.isEmpty, message.heads == heads { setLastSentHeads(heads) }
      if knownHeads.count == message.heads.count {
        // The other replica has nothing that this one lacks.
        sharedHeads = message.heads
        if message.heads.isEmpty {
          // The other replica has lost its data: send everything again.
          setLastSentHeads([])
          sentHashes = []
        }
      } else {
        sharedHeads = Set(sharedHeads).union(knownHeads).sorted()
      }
      theirs = Statement(heads: message.heads, need: message.need, have: message.have)
    }

    /// Replaces the heads in the last message, if one was sent.
    private mutating func setLastSentHeads(_ heads: [ChangeHash]) {
      if lastSentHeads != nil { lastSentHeads = heads }
    }
  }

  private static let marker: UInt8 = 0x43

  // The lock guards `content`. The compiler can't check the locking, so the conformance is
  // unchecked.
  private let lock = NSRecursiveLock()
  private var content = Content()

  /// Creates the state of a first connection.
  public init() {}

  /// Creates the state of a later connection.
  ///
  /// - Throws: An error with the code `corruptData`.
  public init(bytes: some Sequence<UInt8>) throws(AutomergeError) {
    var reader = ByteReader(Array(bytes))
    guard try reader.byte() == Self.marker else { throw reader.corrupt("no sync state") }
    content.share(try reader.hashes())
    guard reader.isAtEnd else { throw reader.corrupt("bytes after the sync state") }
  }

  /// Returns the part of the state that a later connection needs.
  public func encode() -> Data {
    var bytes = [Self.marker]
    withContent { bytes.appendHashes($0.sharedHeads) }
    return Data(bytes)
  }

  /// Prepares the state for a new connection after the previous connection was lost.
  public func reset() { withContent { $0 = Content(sharedHeads: $0.sharedHeads) } }

  /// The heads in the last message of the other replica; `nil` before the first message.
  public var theirHeads: Set<ChangeHash>? { withContent { $0.theirs.map { Set($0.heads) } } }

  func withContent<Result>(_ body: (inout Content) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&content)
  }

  func withThrowingContent<Result>(
    _ body: (inout Content) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&content)
  }
}
