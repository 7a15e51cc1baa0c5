/// The receivers of the patches of a document's changes.
struct DocumentObservers: Sendable {
  private var streams: [Int: AsyncStream<[Patch]>.Continuation] = [:]
  private var nextStream = 0

  var count: Int { streams.count }

  /// `true` if the patches of each change are needed.
  var needPatches: Bool { !streams.isEmpty }

  mutating func add(_ stream: AsyncStream<[Patch]>.Continuation) -> Int {
    nextStream += 1
    streams[nextStream] = stream
    return nextStream
  }

  mutating func remove(_ stream: Int) { streams[stream] = nil }

  func send(_ patches: [Patch]) {
    guard !patches.isEmpty else { return }
    for stream in streams.values { stream.yield(patches) }
  }

  /// Ends all streams.
  func finish() {
    for stream in streams.values { stream.finish() }
  }
}

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
