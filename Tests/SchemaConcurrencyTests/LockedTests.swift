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

  @Test func `an old value is destroyed after the lock is free`() {
    final class Reader: Sendable {
      let onEnd: @Sendable () -> Void

      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

      deinit { onEnd() }
    }
    struct State {
      var reader: Reader?
      var number = 0
    }
    let state = Locked(State())
    let isFree = Locked<[Bool]>([])
    for _ in 0..<2 {
      let reader = Reader {
        let free = state.withLockIfAvailable { _ in true } ?? false
        isFree.withLock { $0.append(free) }
      }
      state.exchange(\.reader, with: reader)
    }
    state.exchange(State())
    #expect(isFree.withLock { $0 } == [true, true])
  }
}
