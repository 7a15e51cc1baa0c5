public import Foundation

/// The state of a replica's sync with one other replica.
///
/// Keep one state for each connection. ``encode()`` returns the part to keep after the connection
/// ends.
public final class SyncState: @unchecked Sendable {
  /// The content of a state.
  struct Content {
    /// The heads of the history that both replicas are known to have.
    var sharedHeads: [ChangeHash] = []
    /// The heads in the last message to the other replica.
    var lastSentHeads: [ChangeHash] = []
    /// The heads in the last message of the other replica; `nil` before the first message.
    var theirHeads: [ChangeHash]?
    /// The changes that the last message of the other replica requests.
    var theirNeed: [ChangeHash]?
    /// The changes that the other replica has by its last message.
    var theirHave: [SyncMessage.Have]?
    /// The changes that were sent, and that no message has confirmed.
    var sentHashes: Set<ChangeHash> = []
    /// `true` after a message was sent, until the next one is received.
    var isInFlight = false
    /// `true` after a message was sent on this connection.
    var hasResponded = false

    /// Records that a message with some heads is on its way.
    mutating func noteSent(_ heads: [ChangeHash]) {
      hasResponded = true
      lastSentHeads = heads
      isInFlight = true
    }
  }

  private static let marker: UInt8 = 0x43

  // The lock guards `content`; the compiler can't see that, so the class is "unchecked".
  private let lock = NSRecursiveLock()
  private var content = Content()

  /// Creates the state of a first connection.
  public init() {}

  /// Creates the state of a later connection.
  ///
  /// - Parameter bytes: The result of ``encode()``.
  /// - Throws: An error with the code `corruptData`.
  public init(bytes: some Sequence<UInt8>) throws(AutomergeError) {
    var reader = ByteReader(Array(bytes))
    guard try reader.byte() == Self.marker else {
      throw reader.corrupt("no sync state")
    }
    content.sharedHeads = try reader.hashes()
    guard reader.isAtEnd else { throw reader.corrupt("bytes after the sync state") }
  }

  /// Returns the part of the state that a later connection needs.
  public func encode() -> Data {
    var bytes = [Self.marker]
    withContent { bytes.appendHashes($0.sharedHeads) }
    return Data(bytes)
  }

  /// Drops all but the state that a later connection needs, because the connection was lost.
  public func reset() {
    withContent { $0 = Content(sharedHeads: $0.sharedHeads) }
  }

  /// The heads of the other replica, if it has stated them.
  public var theirHeads: [ChangeHash]? { withContent { $0.theirHeads } }

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
