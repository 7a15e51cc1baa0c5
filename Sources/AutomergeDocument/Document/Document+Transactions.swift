public import Foundation

/// Ending changes, and undoing edits.
extension Document {
  /// Combines the edits since the last commit into a change and adds it to the history.
  ///
  /// - Parameters:
  ///   - message: A message that the history keeps.
  ///   - timestamp: The time of the change, in whole seconds. For `nil` the time is the start of
  ///     1970, so that equal edits give equal changes.
  /// - Returns: The hash of the change; `nil` if there was no edit.
  /// - Throws: An error with the code `transactionInProgress` within a transaction, or
  ///   `limitExceeded` if the timestamp is NaN or does not fit 64 bits of seconds.
  @discardableResult
  public func commitWith(
    message: String? = nil, timestamp: Date? = nil
  ) throws(AutomergeError) -> ChangeHash? {
    try commitEdits(message: message, time: try timestamp.changeTime())
  }

  /// Adds a change without edits, to record a message or a merge.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction, or
  ///   `limitExceeded` if the timestamp is NaN or does not fit 64 bits of seconds, or if the
  ///   document has used up the counters of the format; for a document that was loaded without
  ///   verification, also `corruptData`.
  @discardableResult
  public func commitEmpty(
    message: String? = nil, timestamp: Date? = nil
  ) throws(AutomergeError) -> ChangeHash {
    try commitEmptyChange(message: message, time: try timestamp.changeTime())
  }

  /// Undoes the edits since the last commit.
  ///
  /// - Throws: An error with the code `transactionInProgress` within a transaction. To undo the
  ///   edits of a transaction, throw from its closure.
  @discardableResult
  public func rollback() throws(AutomergeError) -> Int {
    try undoPendingEdits()
  }

  /// Makes several edits as one: other threads wait, and if the closure throws, its edits are
  /// undone.
  ///
  /// Transactions can be nested. A transaction does not commit, and calls that would commit throw
  /// an error within it.
  ///
  /// The calling thread holds the document's lock while the closure runs, so keep the closure
  /// short. The closure may use this document and others, and must not wait for a task or a thread
  /// that uses this document. If one thread uses a document B within a transaction of A, no
  /// other thread may use A within a transaction of B: each would wait for the other for ever. To
  /// edit both together, begin the transaction of the same document first everywhere.
  ///
  /// - Throws: The error of the closure.
  public func transaction<Result>(_ edits: () throws -> Result) rethrows -> Result {
    try withLock {
      let (checkpoint, firstEdit) = withCore { core in
        core.beginTransaction()
        return (core.checkpoint(), core.pending.count)
      }
      defer { endTransaction(firstEdit: firstEdit) }
      do {
        return try edits()
      } catch {
        restore(checkpoint, firstEdit: firstEdit)
        throw error
      }
    }
  }

  /// The number of edits since the last commit.
  public var pendingEdits: Int { withCore { $0.pending.count } }
}

extension Date? {
  /// Returns the time of a change: whole seconds since 1970.
  fileprivate func changeTime() throws(AutomergeError) -> Int64 {
    guard let date = self else { return 0 }
    guard let seconds = date.automergeSeconds else {
      throw AutomergeError(
        .limitExceeded, "The date is outside the seconds that a change can hold; use another date."
      )
    }
    return seconds
  }
}
