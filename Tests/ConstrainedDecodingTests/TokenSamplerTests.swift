import ConstrainedDecoding
import SchemaTestSupport
import Testing

struct TokenSamplerTests {
  private static let logits: [Float] = [0, -1, -2, -3, -4]

  /// The tokens that a sampler chooses in many tries.
  private func chosen(
    _ sampler: TokenSampler, _ logits: [Float] = logits, after answer: [Int] = []
  ) throws -> Set<Int> {
    var sampler = sampler
    var tokens: Set<Int> = []
    for _ in 0..<4_000 {
      tokens.insert(try sampler.sample(logits.span, allowing: nil, after: answer))
    }
    return tokens
  }

  // e^-1 is 0.368, e^-2 is 0.135, e^-3 is 0.0498, and e^-4 is 0.0183.
  @Test(arguments: [
    (0, 5), (0.01, 5), (0.02, 4), (0.06, 3), (0.2, 2), (0.4, 1), (1, 1), (2, 1),
  ])
  func `min-p leaves out tokens that are unlikely compared with the likeliest token`(
    minP: Double, count: Int
  )
    throws
  {
    let tokens = try chosen(TokenSampler(temperature: 1, minP: minP, seed: 3))
    #expect(tokens == Set(0..<count))
    let limited = try chosen(TokenSampler(temperature: 1, topK: 3, minP: minP, seed: 3))
    #expect(limited == Set(0..<min(count, 3)))
  }

  @Test(arguments: [1, 2, 3, 7, 20, 63, 64, 65, 100, 200_000, .max])
  func `the likeliest tokens are those of a mask that has no others`(topK: Int) throws {
    var random = SplitMix64(seed: UInt64(truncatingIfNeeded: topK))
    for seed in 0..<50 as Range<UInt64> {
      // Many are as likely as others.
      let logits = (0..<100).map { _ in Float(random.below(20)) }
      let order = logits.indices.sorted { (-logits[$0], $0) < (-logits[$1], $1) }
      var words: [UInt64] = [0, 0]
      for token in order.prefix(topK) { words[token / 64] |= 1 << UInt64(token % 64) }
      var limited = TokenSampler(temperature: 4, topK: topK, seed: seed)
      var masked = TokenSampler(temperature: 4, seed: seed)
      for _ in 0..<5 {
        let token = try limited.sample(logits.span, allowing: nil)
        let expected = try masked.sample(logits.span, allowing: words.span)
        #expect(token == expected)
      }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: choosing among many of the likeliest tokens takes time in proportion to all`() throws {
    let growth = try growthOfTime(from: 20_000) { count in
      // Each is likelier than all before it.
      (0..<count).map { Float($0) }
    } work: { logits in
      var sampler = TokenSampler(temperature: 1, topK: logits.count / 2, seed: 1)
      let token = try sampler.sample(logits.span, allowing: nil)
      #expect(token > logits.count / 2)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `a penalty for repetition divides positive logits, and multiplies negative ones`()
    throws
  {
    func best(_ logits: [Float], _ factor: Double, after answer: [Int]) throws -> Int {
      var sampler = TokenSampler(
        temperature: 0, penalties: .init(repetition: factor), seed: 0)
      return try sampler.sample(logits.span, allowing: nil, after: answer)
    }
    #expect(try best([3, 2], 1.4, after: [0]) == 0)
    #expect(try best([3, 2], 1.6, after: [0]) == 1)
    #expect(try best([-2, -3], 1.4, after: [0]) == 0)
    #expect(try best([-2, -3], 1.6, after: [0]) == 1)
    // However often the token is there.
    #expect(try best([3, 2], 1.4, after: [0, 0, 0]) == 0)
    #expect(try best([3, 2], 1.6, after: []) == 0)
  }

  @Test func `frequency counts each time, presence once, and the window forgets`() throws {
    func best(_ penalties: TokenSampler.Penalties, after answer: [Int]) throws -> Int {
      var sampler = TokenSampler(temperature: 0, penalties: penalties, seed: 0)
      let logits: [Float] = [3, 2]
      return try sampler.sample(logits.span, allowing: nil, after: answer)
    }
    #expect(try best(.init(frequency: 0.4), after: [0, 0]) == 0)
    #expect(try best(.init(frequency: 0.4), after: [0, 0, 0]) == 1)
    #expect(try best(.init(presence: 0.9), after: [0, 0, 0]) == 0)
    #expect(try best(.init(presence: 1.1), after: [0]) == 1)
    #expect(try best(.init(presence: 1.1, window: 2), after: [0, 5, 5]) == 0)
    #expect(try best(.init(presence: 1.1, window: 3), after: [0, 5, 5]) == 1)
    for window in [0, -1] {
      #expect(try best(.init(presence: 1.1, window: window), after: [0]) == 0)
    }
  }

  @Test func `penalties come before min-p, and never take the only token of a mask`() throws {
    let sampler = TokenSampler(
      temperature: 1, minP: 0.5, penalties: .init(presence: 3), seed: 5)
    #expect(try chosen(sampler) == [0])
    #expect(try chosen(sampler, after: [0]) == [1])
    var masked = sampler
    let only: [UInt64] = [0b1000]
    let token = try masked.sample(Self.logits.span, allowing: only.span, after: [3, 3])
    #expect(token == 3)
  }
}
