public import Foundation

/// Syncing with other replicas by messages.
extension Document {
  /// Returns the next message to another replica.
  ///
  /// Call this function after the connection opens, after each received message, and after edits.
  /// Send each result, and call again until the result is `nil`.
  ///
  /// - Parameter state: The known state of the other replica.
  /// - Returns: The message; `nil` if there is nothing to send.
  /// - Throws: An error with the code `transactionInProgress` within a transaction; for a document
  ///   that was loaded without verification, also `corruptData` or `limitExceeded`.
  public func generateSyncMessage(state: SyncState) throws(AutomergeError) -> Data? {
    // The document is locked before the state, as within a transaction, to prevent a deadlock.
    let message = try withCommitted { core throws(AutomergeError) in
      try state.withThrowingContent { content throws(AutomergeError) in
        try core.generateSyncMessage(&content)
      }
    }
    return message.map { Data($0.bytes) }
  }

  /// Applies a message of another replica.
  ///
  /// - Throws: An error with the code `corruptData`, `unsupportedFormat`, `invalidChange`,
  ///   `duplicateSequenceNumber`, `limitExceeded`, `queueFull` or `transactionInProgress`; the
  ///   state and the content of the document then do not change.
  public func receiveSyncMessage(
    state: SyncState, message: some Sequence<UInt8>
  ) throws(AutomergeError) {
    _ = try receive(SyncMessage(Array(message)), state: state, returningPatches: false)
  }
}
