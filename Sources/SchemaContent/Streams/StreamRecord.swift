#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What has become of the iterations of a stream, kept where the stream and its iterators find it.
///
/// It is `@unchecked Sendable` because the mutex guards all that changes; `Mutex` of the
/// Synchronization module would do, but needs later systems than this package.
final class StreamRecord: @unchecked Sendable {
  /// How far a stream has been read.
  enum State {
    case notBegun
    case reading
    /// With the content, which is whole, or `nil` if there was no text.
    case finished(GeneratedContent?)
    case failed(any Error)
  }

  // Its own memory, since a mutex must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var state = State.notBegun
  private var content = GeneratedContent.nothingYet

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// How far the stream has been read, and what has arrived.
  var current: (state: State, content: GeneratedContent) {
    withLock { (state, content) }
  }

  func begin() {
    withLock {
      state = .reading
      content = GeneratedContent.nothingYet
    }
  }

  func advance(to content: GeneratedContent) {
    withLock { self.content = content }
  }

  func end(_ state: State, content: GeneratedContent) {
    withLock {
      self.state = state
      self.content = content
    }
  }
}
