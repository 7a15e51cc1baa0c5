import Testing

@testable import SchemaConcurrency

@Suite("A queue with a limit", .timeLimit(.minutes(10)))
struct BoundedQueueTests {
  private struct Broken: Error {}

  /// Whether a sender waits, as far as some time can tell.
  private func waits(_ isDone: Locked<Bool>) async throws -> Bool {
    try await Task.sleep(for: .milliseconds(50))
    return !isDone.withLock { $0 }
  }

  /// A task that sends a second element into a queue that is full after the first one.
  ///
  /// The second element has arrived when this returns.
  private func sender(_ queue: BoundedQueue<Int>) async -> (Task<Void, Never>, Locked<Bool>) {
    let isDone = Locked(false)
    queue.add(1, cost: 10)
    let task = Task {
      await queue.send(2, cost: 10)
      isDone.withLock { $0 = true }
    }
    while queue.cost < 20 { await Task.yield() }
    return (task, isDone)
  }

  @Test("H7: makes its sender wait until the elements are read")
  func read() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let (task, isDone) = await sender(queue)
    #expect(try await waits(isDone))
    #expect(queue.cost == 20)
    #expect(try await queue.takeAll() == [1, 2])
    await task.value
    #expect(queue.hasRoom)
    #expect(queue.cost == 0)
  }

  @Test("takes elements that arrive together, and has room until they cost its limit")
  func together() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let reader = Task { try await queue.takeAll() }
    #expect(queue.add([1, 2], cost: 9))
    #expect(try await reader.value == [1, 2])
    #expect(!queue.add([3, 4], cost: 10))
    queue.finish()
    #expect(queue.add([5], cost: 1))
    #expect(try await queue.takeAll() == [3, 4])
    #expect(try await queue.takeAll() == [])
  }

  @Test("lets its sender go on when it is cancelled, which sends no more then")
  func cancelledSender() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let (task, isDone) = await sender(queue)
    #expect(try await waits(isDone))
    task.cancel()
    await task.value
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      await queue.send(3, cost: 10)
    }
    late.cancel()
    await late.value
    #expect(try await queue.takeAll() == [1, 2])
  }

  @Test("lets its sender go on when its limit is removed")
  func withoutLimit() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let (task, isDone) = await sender(queue)
    #expect(try await waits(isDone))
    queue.removeLimit()
    await task.value
    await queue.send(3, cost: 1_000)
    #expect(try await queue.takeAll() == [1, 2, 3])
  }

  @Test("lets its sender go on when it is closed, and has no elements then")
  func closed() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let (task, isDone) = await sender(queue)
    #expect(try await waits(isDone))
    queue.close()
    await task.value
    queue.add(3, cost: 1)
    #expect(try await queue.takeAll().isEmpty)
  }

  @Test("gives the elements before its end, and then the error")
  func failure() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    queue.add(1, cost: 1)
    queue.finish(throwing: Broken())
    queue.add(2, cost: 1)
    #expect(try await queue.takeAll() == [1])
    await #expect(throws: Broken.self) { try await queue.takeAll() }
  }

  @Test("wakes its reader for an element, and for its end")
  func waking() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let reader = Task { (try await queue.takeAll(), try await queue.takeAll()) }
    try await Task.sleep(for: .milliseconds(20))
    queue.add(1, cost: 1)
    try await Task.sleep(for: .milliseconds(20))
    queue.finish()
    let taken = try await reader.value
    #expect(taken.0 == [1])
    #expect(taken.1.isEmpty)
  }

  @Test("ends for a reader that is cancelled")
  func cancelledReader() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let reader = Task { try await queue.takeAll() }
    try await Task.sleep(for: .milliseconds(20))
    reader.cancel()
    #expect(try await reader.value.isEmpty)
    #expect(queue.hasRoom)
  }

  @Test("T6: ends for a reader that is cancelled while elements still arrive, and has no cost then")
  func cancelledBusyReader() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let isStopped = Locked(false)
    queue.add(1, cost: 1)
    let sender = Task {
      while !isStopped.withLock({ $0 }) {
        queue.add(1, cost: 1)
        await Task.yield()
      }
    }
    let reader = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await queue.takeAll()
    }
    reader.cancel()
    #expect(try await reader.value.isEmpty)
    #expect(queue.add(2, cost: 1))
    #expect(queue.cost == 0)
    isStopped.withLock { $0 = true }
    await sender.value
  }

  @Test("calls a function when there is room, once")
  func room() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    let count = Locked(0)
    queue.whenRoom { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
    queue.add(1, cost: 10)
    queue.whenRoom { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
    _ = try await queue.takeAll()
    queue.close()
    #expect(count.withLock { $0 } == 2)
  }
}
