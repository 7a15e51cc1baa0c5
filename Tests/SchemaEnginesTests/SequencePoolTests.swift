import Testing

@testable import SchemaEngines

extension SequenceNumber: ExpressibleByIntegerLiteral {
  init(integerLiteral number: Int) { self.init(number: number) }
}

struct SequencePoolTests {
  private let shared = Array(0..<20)

  private func pool(_ tokens: [[Int]]) -> SequencePool {
    var pool = SequencePool(count: tokens.count)
    for (index, tokens) in tokens.enumerated() {
      pool.append(tokens, to: SequenceNumber(number: index))
      pool.leave(SequenceNumber(number: index))
    }
    return pool
  }

  @Test func `a conversation goes on where it ended`() {
    let pool = pool([shared + [100], shared + [200, 201], []])
    let plan = pool.plan(for: shared + [200, 201, 202], canFork: true)
    #expect(plan == .init(sequence: 1, source: nil, sharedCount: 22))
  }

  @Test func `another conversation with the same beginning is copied, not cut`() {
    let pool = pool([shared + [100, 101], []])
    let plan = pool.plan(for: shared + [300, 301], canFork: true)
    #expect(plan == .init(sequence: 1, source: 0, sharedCount: 20))
  }

  @Test func `a busy sequence is copied too`() {
    var pool = pool([shared + [100, 101], [9, 9]])
    pool.take(0)
    let plan = pool.plan(for: shared + [300], canFork: true)
    #expect(plan == .init(sequence: 1, source: 0, sharedCount: 20))
    pool.take(1)
    #expect(pool.plan(for: shared, canFork: true) == nil)
  }

  @Test func `a token is left to read, so that there are logits`() {
    let pool = pool([shared])
    let plan = pool.plan(for: shared, canFork: true)
    #expect(plan == .init(sequence: 0, source: nil, sharedCount: 19))
  }

  @Test func `the sequence that was used the longest time ago is evicted first`() {
    var pool = pool([[1], [2], []])
    #expect(pool.evictionCandidate == 0)
    pool.take(0)
    #expect(pool.evictionCandidate == 1)
    pool.leave(0)
    #expect(pool.evictionCandidate == 1)
  }

  @Test func `states are of the tokens that are left`() {
    var pool = pool([[1, 2]])
    pool.keep([7], of: 0)
    pool.append([3, 4], to: 0)
    pool.keep([8], of: 0)
    #expect(pool.checkpoint(of: 0, within: 3)?.state == [7])
    #expect(pool.checkpoint(of: 0, within: 4)?.state == [8])
    pool.cut(0, to: 2)
    #expect(pool.checkpoint(of: 0, within: 4)?.state == [7])
    #expect(pool.checkpoint(of: 0, within: 1) == nil)
  }
}
