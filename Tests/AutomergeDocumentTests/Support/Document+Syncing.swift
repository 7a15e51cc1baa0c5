import AutomergeDocument

extension Document {
  /// Exchanges messages with another document until neither has anything to say.
  ///
  /// `rounds`: The largest number of rounds, each with a message in both directions. The result is
  /// `false` if the documents may have more to say after them.
  @discardableResult
  func exchangeMessages(
    _ state: SyncState, with other: Document, _ otherState: SyncState, rounds: Int
  ) throws -> Bool {
    for _ in 0..<rounds {
      let first = try generateSyncMessage(state: state)
      if let first { try other.receiveSyncMessage(state: otherState, message: first) }
      let second = try other.generateSyncMessage(state: otherState)
      if let second { try receiveSyncMessage(state: state, message: second) }
      if first == nil, second == nil { return true }
    }
    return false
  }
}
