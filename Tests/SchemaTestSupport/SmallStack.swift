import Foundation

/// Runs a function on a thread with a stack of 512 KB, which is what Apple's secondary threads have,
/// and waits for it.
package func onSmallStack<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) throws -> Value {
  let box = ResultBox<Value>()
  let thread = Thread { box.finish(Result { try body() }) }
  thread.stackSize = 512 * 1024
  thread.start()
  return try box.wait().get()
}

/// Carries a result from one thread to another.
private final class ResultBox<Value: Sendable>: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)

  /// Written before the semaphore is signalled, and read after: hence `Sendable`.
  private var result: Result<Value, any Error>?

  func finish(_ result: Result<Value, any Error>) {
    self.result = result
    isDone.signal()
  }

  func wait() throws -> Result<Value, any Error> {
    isDone.wait()
    guard let result else { throw CancellationError() }
    return result
  }
}
