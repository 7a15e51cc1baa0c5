import Dispatch

/// The queue on which an engine is called, one call at a time.
///
/// Reading a token takes milliseconds, and reading a prompt takes seconds. On a thread of the
/// concurrency pool, this work would block other tasks.
final class EngineQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "SchemaEngines.EngineQueue")

  func enqueue(_ job: UnownedJob) {
    let executor = unsafe asUnownedSerialExecutor()
    queue.async { unsafe job.runSynchronously(on: executor) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}
