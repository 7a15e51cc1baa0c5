import SchemaConcurrency
import Testing

struct LockedTests {
  @Test func `a value that many threads change loses no change`() async {
    let count = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test func `a lock that is held is not available, not even to its own thread`() {
    let value = Locked(1)
    #expect(value.withLock { _ in value.withLockIfAvailable { $0 } } == nil)
    #expect(value.withLockIfAvailable { $0 } == 1)
  }
}
