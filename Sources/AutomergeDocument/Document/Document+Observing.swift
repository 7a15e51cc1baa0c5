#if canImport(Combine)
public import Combine
#endif

/// Observing the content.
extension Document {
  /// Returns a sequence of the patches of all later changes of the content.
  ///
  /// Each element has the patches of one edit, transaction, rollback, merge or received message.
  /// Applied in order to the state when this function was called, the patches give the current
  /// state. Edits appear before they are committed. If the function is called within a transaction,
  /// the sequence begins with the state before the transaction.
  ///
  /// The sequence ends with the document. It keeps the patches that were not read yet, so read it
  /// or end its task. A document without such a sequence computes no patches.
  ///
  ///     for await patches in document.patches() {
  ///       for patch in patches { view.update(patch) }
  ///     }
  public func patches() -> AsyncStream<[Patch]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [Patch].self)
    let number = addObserver(continuation)
    continuation.onTermination = { [weak self] _ in self?.removeObserver(number) }
    return stream
  }
}

#if canImport(Combine)
extension Document: ObservableObject {}
#endif
