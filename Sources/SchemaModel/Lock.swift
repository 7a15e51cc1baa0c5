#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock for what threads share, to be waited for or gone without.
///
/// `Mutex` of the Synchronization module would do, but needs later systems than this package.
package final class Lock: @unchecked Sendable {
  // Its own memory, since a mutex must not move; the mutex is what makes sharing it safe.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline
  func take() { pthread_mutex_lock(mutex) }

  /// Takes the lock, or says that another thread holds it.
  @usableFromInline
  func takeIfAvailable() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  @usableFromInline
  func give() { pthread_mutex_unlock(mutex) }

  /// Does something while holding the lock.
  @inlinable
  package func withLock<Result>(_ body: () -> Result) -> Result {
    take()
    defer { give() }
    return body()
  }

  /// Does something while holding the lock; `nil` if another thread holds it.
  @inlinable
  package func withLockIfAvailable<Result>(_ body: () -> Result?) -> Result? {
    guard takeIfAvailable() else { return nil }
    defer { give() }
    return body()
  }
}
