#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value that threads share, behind a lock.
///
/// `Mutex` of the Synchronization module requires newer systems than this package, and `NSLock`
/// requires all of Foundation on Linux. This type is `@unchecked Sendable` because the lock guards
/// the value and nothing else refers to the value. `sending` ensures the latter, as for `Mutex`.
@safe package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value
  // The mutex has its own memory, because a mutex must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Calls a function with the value while no other thread uses it.
  ///
  /// The function must not call `withLock` of the same value, because the call would wait forever.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Calls a function with the value, unless a thread, this one included, uses the
  /// value now.
  ///
  /// - Returns: The result of the function; `nil` if it was not called.
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Locked where Value: Sendable {
  /// Sets the value, and returns the old one.
  ///
  /// The caller destroys the old value after the lock is free. Values and closures of users are
  /// replaced in this way only: their `deinit` may read the state that the lock guards.
  @discardableResult
  package func exchange(_ newValue: Value) -> Value { exchange(\.self, with: newValue) }

  /// Sets a part of the value, and returns the old part, as ``exchange(_:)`` does.
  @discardableResult
  package func exchange<Part: Sendable>(
    _ part: any WritableKeyPath<Value, Part> & Sendable, with newPart: Part
  ) -> Part {
    withLock { value in
      let old = value[keyPath: part]
      value[keyPath: part] = newPart
      return old
    }
  }
}
