import Foundation

/// Runs a function on a thread with a stack of 512 KB, which is what Apple's secondary threads
/// have.
///
/// One such function runs at a time, and no thread of the pool waits for it: a test that needs a
/// thread of its own neither starves the others nor adds to their memory.
package func onSmallStack<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    SmallStack.queue.async { continuation.resume(with: SmallStack.run(body)) }
  }
}

/// Runs a function that waits, such as for the end of a pipe, on a thread of its own.
///
/// The pool has as many threads as the machine has cores. Two tests that each wait on one of them
/// for what a task does would wait for ever.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}

private enum SmallStack {
  /// Gives the threads their turns.
  static let queue = DispatchQueue(label: "small stacks")

  /// Runs a function on a new thread, and waits for it.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) -> Result<Value, any Error> {
    let box = ResultBox<Value>()
    let thread = Thread { box.finish(Result { try body() }) }
    thread.stackSize = 512 * 1024
    thread.start()
    return box.wait()
  }
}

/// Carries a result from one thread to another.
private final class ResultBox<Value: Sendable>: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)

  /// Written before the semaphore is signalled, and read after: hence `Sendable`.
  private var result: Result<Value, any Error> = .failure(CancellationError())

  func finish(_ result: Result<Value, any Error>) {
    self.result = result
    isDone.signal()
  }

  func wait() -> Result<Value, any Error> {
    isDone.wait()
    return result
  }
}
