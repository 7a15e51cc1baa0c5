import ContentStorage
import SchemaModel

/// The state of the latest iteration of a stream, shared by the stream and its iterators.
final class StreamRecord: Sendable {
  /// How far a stream has been read.
  enum State: Sendable {
    case notBegun
    case reading
    /// With the content, which is whole, or `nil` if there was no text.
    case finished(GeneratedContent?)
    case failed(any Error)
  }

  private let record = Locked((state: State.notBegun, content: GeneratedContent.nothing()))

  /// How far the stream has been read, and what has arrived.
  var current: (state: State, content: GeneratedContent) { record.withLock { $0 } }

  func begin() { end(.reading, content: .nothing()) }

  func advance(to content: GeneratedContent) {
    record.withLock { $0.content = content }
  }

  func end(_ state: State, content: GeneratedContent) {
    record.withLock { $0 = (state, content) }
  }
}
