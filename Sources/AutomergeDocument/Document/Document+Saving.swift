public import Foundation

/// Bytes for files and other replicas.
extension Document {
  /// The whole document with its history, in a compact form.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction.
  public func save() throws(AutomergeError) -> Data {
    Data(try withCommitted { core throws(AutomergeError) in try core.save() })
  }

  /// The changes since the last ``save()`` or ``encodeNewChanges()``, to append to a file.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction, or
  ///   `corruptData` if the document was loaded without being verified and is damaged.
  public func encodeNewChanges() throws(AutomergeError) -> Data {
    Data(try withCommitted { core throws(AutomergeError) in try core.saveIncremental() })
  }

  /// The changes that are not among some changes or before them.
  ///
  /// Unknown hashes are ignored.
  ///
  /// - Throws: As ``encodeNewChanges()``.
  public func encodeChangesSince(
    heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Data {
    Data(try withCommitted { core throws(AutomergeError) in try core.chunks(since: Array(heads)) })
  }

  /// Applies changes or a whole document of another replica.
  ///
  /// Changes whose dependencies are missing wait until those arrive, as many as ``LoadLimits``
  /// allow. ``discardQueuedChanges()`` gives their places up. If one chunk is damaged or one change
  /// is invalid, the document stays as it is. A change that has waited and is invalid is discarded.
  ///
  /// - Parameter encoded: The result of ``save()``, ``encodeNewChanges()`` or
  ///   ``encodeChangesSince(heads:)``, or several of these in a row.
  /// - Throws: An error with the code `corruptData`, `unsupportedFormat`, `invalidChange`,
  ///   `duplicateSequenceNumber`, `limitExceeded`, `queueFull` or `transactionInProgress`.
  public func applyEncodedChanges(encoded: some Sequence<UInt8>) throws(AutomergeError) {
    try withCommitted { core throws(AutomergeError) in
      try core.receive(Array(encoded))
    }
  }
}
