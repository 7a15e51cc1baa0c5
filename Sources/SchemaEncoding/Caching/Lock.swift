#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock that is taken if nobody holds it, and else gone without.
///
/// `Mutex` of the Synchronization module would do, but needs later systems than this package.
final class TryLock: @unchecked Sendable {
  // Its own memory, since a mutex must not move; the mutex is what makes sharing it safe.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Does something while holding the lock; `nil` if another thread holds it.
  func withLockIfAvailable<Result>(_ body: () -> Result?) -> Result? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
