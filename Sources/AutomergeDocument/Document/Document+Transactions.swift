public import Foundation

/// Ending changes, and undoing edits.
extension Document {
  /// Ends the change, which consists of the edits since the last commit.
  ///
  /// - Parameters:
  ///   - message: A message that the history keeps.
  ///   - timestamp: The time of the change, in whole seconds; 1970 if `nil`, which makes equal
  ///     edits equal changes.
  /// - Returns: The hash of the change; `nil` if there was no edit.
  /// - Throws: An error with the code `transactionInProgress` within a transaction, or
  ///   `limitExceeded` if the timestamp is NaN or does not fit 64 bits of seconds.
  @discardableResult
  public func commitWith(
    message: String? = nil, timestamp: Date? = nil
  ) throws(AutomergeError) -> ChangeHash? {
    try withThrowingCore { core throws(AutomergeError) in
      try core.requireNoTransaction()
      return core.commit(message: message, time: try timestamp.changeTime())
    }
  }

  /// Adds a change without edits, to record a message or a merge.
  ///
  /// - Returns: The hash of the change.
  /// - Throws: An error with the code `transactionInProgress` within a transaction, or
  ///   `limitExceeded` if the timestamp is NaN or does not fit 64 bits of seconds, or if the
  ///   document has used up the counters of the format; for a document that was loaded without
  ///   verification, also `corruptData`.
  @discardableResult
  public func commitEmpty(
    message: String? = nil, timestamp: Date? = nil
  ) throws(AutomergeError) -> ChangeHash {
    try withThrowingCore { core throws(AutomergeError) in
      try core.requireNoTransaction()
      return try core.commitEmpty(message: message, time: try timestamp.changeTime())
    }
  }

  /// Undoes the edits since the last commit.
  ///
  /// - Returns: The number of edits.
  /// - Throws: An error with the code `transactionInProgress` within a transaction, which undoes
  ///   its edits by throwing.
  @discardableResult
  public func rollback() throws(AutomergeError) -> Int {
    try withThrowingCore { core throws(AutomergeError) in
      try core.requireNoTransaction()
      return core.rollback()
    }
  }

  /// Makes several edits in one step: other threads wait, and if the closure throws, its edits are
  /// undone.
  ///
  /// Transactions can be nested. They don't commit, and calls that would commit are an error
  /// inside.
  ///
  /// - Parameter edits: A closure that edits the document.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func transaction<Result>(_ edits: () throws -> Result) rethrows -> Result {
    try withLock {
      let savepoint = withCore { core in
        core.beginTransaction()
        return core.savepoint()
      }
      defer { withCore { $0.endTransaction() } }
      do {
        return try edits()
      } catch {
        withCore { $0.undo(to: savepoint) }
        throw error
      }
    }
  }

  /// The number of edits since the last commit.
  public var pendingEdits: Int { withCore { $0.pendingCount } }
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
