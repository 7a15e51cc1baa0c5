public import Foundation

/// A change in the history of a document.
public struct Change: Hashable, Sendable {
  /// The replica that made the change.
  public let actorId: ActorId
  /// The position of the change among the changes of its actor, from 1.
  package let sequence: UInt64
  /// The counters of the operations.
  let counters: Range<UInt64>
  /// The message of the change, if it has one.
  public let message: String?
  /// The hashes of the changes that the change is based on, sorted.
  public let deps: [ChangeHash]
  /// The time of the change, in whole seconds.
  public let timestamp: Date
  /// The change as a chunk, which ``Document/applyEncodedChanges(encoded:)`` reads.
  public let bytes: Data
  /// The hash of the change.
  public let hash: ChangeHash

  package var operationCount: UInt64 { counters.upperBound - counters.lowerBound }
}
