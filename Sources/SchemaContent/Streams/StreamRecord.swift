import SchemaModel

/// What has become of the iterations of a stream, kept where the stream and its iterators find it.
///
/// It is `@unchecked Sendable` because the lock guards all that changes.
final class StreamRecord: @unchecked Sendable {
  /// How far a stream has been read.
  enum State {
    case notBegun
    case reading
    /// With the content, which is whole, or `nil` if there was no text.
    case finished(GeneratedContent?)
    case failed(any Error)
  }

  private let lock = Lock()
  private var state = State.notBegun
  private var content = GeneratedContent.nothingYet

  /// How far the stream has been read, and what has arrived.
  var current: (state: State, content: GeneratedContent) {
    lock.withLock { (state, content) }
  }

  func begin() {
    lock.withLock {
      state = .reading
      content = GeneratedContent.nothingYet
    }
  }

  func advance(to content: GeneratedContent) {
    lock.withLock { self.content = content }
  }

  func end(_ state: State, content: GeneratedContent) {
    lock.withLock {
      self.state = state
      self.content = content
    }
  }
}
