import Dispatch

/// The thread on which an engine is called.
///
/// A token takes milliseconds and a prompt seconds, in which a thread of the concurrency pool would
/// be missing for other tasks.
final class EngineThread: SerialExecutor {
  private let queue = DispatchQueue(label: "SchemaEngines.EngineThread")

  func enqueue(_ job: UnownedJob) {
    let executor = unsafe asUnownedSerialExecutor()
    queue.async { unsafe job.runSynchronously(on: executor) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job))
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}
