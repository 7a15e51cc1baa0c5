import Foundation
import SchemaSessionTesting
import SchemaSessions

/// Streams that are open at the same time: measures the memory of a stream, and the time until
/// cancelled streams end.
enum OpenStreams {
  /// The task of a child process.
  static let name = "open-streams"

  static let count = 1_000

  /// The number of words that each stream returns before it waits.
  private static let words = 200

  /// Opens the streams in a child process, and prints their memory and time.
  static func answer() throws {
    let result = try Blocking.run { try await measure() }
    print(result.bytes, result.milliseconds)
  }

  private static func measure() async throws -> (bytes: Int, milliseconds: Double) {
    // All streams share one script, because its events are much larger than the words in them.
    let steps = (0..<words).map { _ in
      ScriptedModel.Reply.Step.event(.response(action: .appendText("word ", tokenCount: 1)))
    }
    let reply = ScriptedModel.Reply(steps + [.wait(.seconds(3_600))])
    // The allocations of the first request in a process don't belong to the streams, so one request
    // is made before.
    _ = try await LanguageModelSession(model: ScriptedModel(["Dal."])).respond(to: "?")
    Platform.resetPeakMemory()
    let before = Platform.peakMemory()
    let (shown, showing) = AsyncStream<Void>.makeStream()
    let (ended, ending) = AsyncStream<Void>.makeStream()
    let readers = (0..<count).map { _ in
      Task {
        let model = ScriptedModel([reply])
        let stream = LanguageModelSession(model: model).streamResponse(to: "?")
        let all = words * "word ".utf8.count
        do {
          for try await snapshot in stream where snapshot.content.utf8.count == all {
            showing.yield()
          }
        } catch {}
        ending.yield()
      }
    }
    await wait(for: shown)
    let bytes = Platform.peakMemory() - before
    let start = ContinuousClock.now
    for reader in readers { reader.cancel() }
    await wait(for: ended)
    return (bytes / count, (ContinuousClock.now - start) / .milliseconds(1))
  }

  private static func wait(for signals: AsyncStream<Void>) async {
    var missing = count
    for await _ in signals {
      missing -= 1
      if missing == 0 { return }
    }
  }
}

/// Runs asynchronous functions, and blocks the calling thread until they return.
enum Blocking {
  private final class Box<Value>: @unchecked Sendable {
    // The result is written before the semaphore is signaled, and read after waiting for the
    // semaphore.
    var result: Result<Value, any Error>?
  }

  static func run<Value>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let semaphore = DispatchSemaphore(value: 0)
    let box = Box<Value>()
    Task.detached {
      do {
        box.result = .success(try await body())
      } catch {
        box.result = .failure(error)
      }
      semaphore.signal()
    }
    semaphore.wait()
    guard let result = box.result else { throw ReportError("The function gave no result.") }
    return try result.get()
  }
}
