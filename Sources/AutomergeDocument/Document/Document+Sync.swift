public import Foundation

/// Syncing with other replicas by messages.
extension Document {
  /// Returns the next message to the replica of a state.
  ///
  /// Call it after the connection opens, after each received message, and after edits, and send the
  /// result until it is `nil`.
  ///
  /// - Parameter state: The known state of the other replica.
  /// - Returns: The message; `nil` if there is nothing to send.
  /// - Throws: An error with the code `transactionInProgress` within a transaction; for a document
  ///   that was loaded without verification, also `corruptData` or `limitExceeded`.
  public func generateSyncMessage(state: SyncState) throws(AutomergeError) -> Data? {
    // The document's lock comes first, as it does within a transaction.
    let message = try withCommitted { core throws(AutomergeError) in
      try state.withThrowingContent { content throws(AutomergeError) in
        try core.generateSyncMessage(&content)
      }
    }
    return message.map { Data($0.bytes) }
  }

  /// Applies a message of the replica of a state.
  ///
  /// - Parameters:
  ///   - state: The known state of the other replica.
  ///   - message: The bytes of the message.
  /// - Throws: An error with the code `corruptData`, `unsupportedFormat`, `invalidChange`,
  ///   `duplicateSequenceNumber`, `limitExceeded`, `queueFull` or `transactionInProgress`; the
  ///   state and the content of the document then do not change.
  public func receiveSyncMessage(
    state: SyncState, message: some Sequence<UInt8>
  ) throws(AutomergeError) {
    let decoded = try SyncMessage(Array(message))
    try withCommitted { core throws(AutomergeError) in
      try state.withThrowingContent { content throws(AutomergeError) in
        try core.receiveSyncMessage(decoded, &content)
      }
    }
  }
}
