public import Foundation

/// Saves and applies the bytes of documents and changes.
extension Document {
  /// Returns the whole document with its history, in a compact form.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction; for a document
  ///   that was loaded without verification, also `corruptData` or `limitExceeded`.
  public func save() throws(AutomergeError) -> Data {
    Data(try withCommitted { core throws(AutomergeError) in try core.save() })
  }

  /// Returns the changes since the last ``save()`` or ``encodeNewChanges()``.
  ///
  /// Append them to the file.
  ///
  /// Waiting changes are included only if the file begins with the result of ``save()``. Otherwise
  /// a waiting change is included after it is applied.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction; for a document
  ///   that was loaded without verification, also `corruptData` or `limitExceeded`.
  public func encodeNewChanges() throws(AutomergeError) -> Data {
    Data(try withCommitted { core throws(AutomergeError) in try core.saveIncremental() })
  }

  /// Returns the changes that are neither some known changes nor ancestors of them.
  ///
  /// Unknown hashes are ignored.
  ///
  /// - Throws: The errors of ``encodeNewChanges()``.
  public func encodeChangesSince(
    heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Data {
    let heads = Array(heads)
    return Data(try withCommitted { core throws(AutomergeError) in try core.chunks(since: heads) })
  }

  /// Applies changes or a whole document of another replica.
  ///
  /// Changes with missing dependencies wait, within the ``LoadLimits``; ``discardQueuedChanges()``
  /// discards them. If a chunk is damaged or an arriving change is invalid, the document does not
  /// change. There is one exception: an invalid change that was waiting, or that depends on a
  /// waiting change, is discarded without an error. In bytes that have a document, a change
  /// that comes before one of its dependencies was waiting. A waiting change is also invalid if its
  /// actor has made another change with the same number.
  ///
  /// - Parameter encoded: The result of ``save()``, ``encodeNewChanges()`` or
  ///   ``encodeChangesSince(heads:)``, or several of these in a row.
  /// - Throws: An error with the code `corruptData`, `unsupportedFormat`, `invalidChange`,
  ///   `duplicateSequenceNumber`, `limitExceeded`, `queueFull` or `transactionInProgress`.
  public func applyEncodedChanges(encoded: some Sequence<UInt8>) throws(AutomergeError) {
    let encoded = Array(encoded)
    try receive { core throws(AutomergeError) in try core.receive(encoded) }
  }
}
