import ConstrainedDecoding
import Dispatch
import Foundation

/// A batch of sequences as in a server.
///
/// In the first rows, each core follows its own part of the sequences with its own caches. In the
/// next rows, one call writes the masks of all sequences at each step, and only these calls are
/// measured; each thread has its own caches. The last rows measure arithmetic in registers, divided
/// like the first rows. If the arithmetic is also not faster on more cores, the machine is busy,
/// and the figures of masks are meaningless.
struct MaskBatch {
  private static let size = 256
  private static let rounds = 20
  /// The number of calls that write the masks of the whole batch.
  private static let steps = 400
  /// The number of passes.
  ///
  /// The shortest time is used, because the machine has other work.
  private static let passes = 5

  /// The sequences: each has the index of a grammar and the tokens of an answer.
  private let sequences: [(grammar: Int, tokens: [Int])]
  private let grammars: [TokenGrammar]

  init(_ sample: MaskSample) {
    var grammars: [TokenGrammar] = []
    var all: [(grammar: Int, tokens: [Int])] = []
    for entry in sample.entries {
      guard let grammar = sample.grammar(of: entry) else { continue }
      let instances = entry.instances.filter { sample.takes($0, grammar) }
      all += instances.map { (grammars.count, $0) }
      grammars.append(grammar)
    }
    self.grammars = grammars
    sequences = all.isEmpty ? [] : (0..<Self.size).map { all[$0 % all.count] }
  }

  func table() -> Table {
    var table = Table(
      "A batch of \(Self.size) sequences", ["", "µs a mask", "times one core"])
    let masks = Double(Self.rounds * sequences.reduce(0) { $0 + $1.tokens.count + 1 })
    func add(_ name: String, _ time: (_ cores: Int) -> Double) {
      var one: Double?
      for cores in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
        let time = time(cores)
        table.add([
          "\(name), \(cores == 1 ? "one core" : "\(cores) cores")", time.figures(3),
          ((one ?? time) / time).figures(3),
        ])
        one = one ?? time
      }
    }
    add("masks and commits") { shortest(on: $0, follow) / masks }
    add("masks by one call") { threads in
      (0..<Self.passes).reduce(.infinity) { best, _ in min(best, filled(by: threads)) }
    }
    add("arithmetic alone") { shortest(on: $0, compute) / masks }
    return table
  }

  /// Returns the time of a mask in microseconds, if one call writes the masks of all sequences.
  ///
  /// A sequence that ends is started again, so that the batch keeps its size.
  private func filled(by threads: Int) -> Double {
    guard let vocabulary = grammars.first?.vocabulary, !sequences.isEmpty else { return 0 }
    let caches = (0..<threads).map { _ in grammars.map { MaskCache($0) } }
    func begin(_ row: Int) -> TokenMatcher {
      let grammar = sequences[row].grammar
      return TokenMatcher(grammars[grammar], cache: caches[row % threads][grammar])
    }
    var matchers = sequences.indices.map(begin)
    var positions = sequences.map { _ in 0 }
    let wordsPerRow = (vocabulary.count + 31) / 32
    var rows = [UInt32](repeating: 0, count: matchers.count * wordsPerRow)
    let clock = ContinuousClock()
    var time = 0.0
    for _ in 0..<Self.steps {
      let start = clock.now
      rows.withUnsafeMutableBufferPointer {
        // This call succeeds, because the sample has only answers that its grammars accept.
        try? TokenMatcher.fill(matchers, rows: $0, wordsPerRow: wordsPerRow, threads: threads)
      }
      time += (clock.now - start).microseconds
      for row in matchers.indices {
        let tokens = sequences[row].tokens
        if positions[row] < tokens.count {
          try? matchers[row].commit(tokens[positions[row]])
          positions[row] += 1
        } else {
          (matchers[row], positions[row]) = (begin(row), 0)
        }
      }
    }
    return time / Double(Self.steps * matchers.count)
  }

  /// Returns the shortest time of some work in microseconds, if each core has a share of the
  /// sequences.
  private func shortest(
    on cores: Int, _ work: @Sendable ([(grammar: Int, tokens: [Int])], [TokenGrammar]) -> Void
  ) -> Double {
    let (shares, grammars) = (shares(for: cores), grammars)
    return (0..<Self.passes).reduce(.infinity) { best, _ in
      let time = ContinuousClock().measure {
        DispatchQueue.concurrentPerform(iterations: cores) { work(shares[$0], grammars) }
      }
      return min(best, time.microseconds)
    }
  }

  /// Returns the sequences of each core.
  ///
  /// All cores have about the same number of tokens.
  private func shares(for cores: Int) -> [[(grammar: Int, tokens: [Int])]] {
    var shares = [[(grammar: Int, tokens: [Int])]](repeating: [], count: cores)
    var counts = [Int](repeating: 0, count: cores)
    for sequence in sequences.sorted(by: { $0.tokens.count > $1.tokens.count }) {
      let least = counts.indices.min { counts[$0] < counts[$1] } ?? 0
      shares[least].append(sequence)
      counts[least] += sequence.tokens.count + 1
    }
    return shares
  }

  @Sendable
  private func follow(_ share: [(grammar: Int, tokens: [Int])], _ grammars: [TokenGrammar]) {
    var caches: [Int: MaskCache] = [:]
    for _ in 0..<Self.rounds {
      for (number, tokens) in share {
        let grammar = grammars[number]
        let cache = caches[number] ?? MaskCache(grammar)
        caches[number] = cache
        var mask = TokenMask(grammar.vocabulary)
        var matcher = TokenMatcher(grammar, cache: cache)
        for position in 0...tokens.count {
          // Both calls succeed, because the sample has only answers that its grammars accept.
          try? matcher.fill(&mask)
          if position < tokens.count { try? matcher.commit(tokens[position]) }
        }
      }
    }
  }

  @Sendable
  private func compute(_ share: [(grammar: Int, tokens: [Int])], _ grammars: [TokenGrammar]) {
    var number: UInt64 = 1
    for _ in 0..<(Self.rounds * share.reduce(0) { $0 + $1.tokens.count + 1 } * 200) {
      number ^= number << 13
      number ^= number >> 7
      number ^= number << 17
    }
    // The number is never 0, but the compiler does not know this, so it cannot remove the loop.
    if number == 0 { say("") }
  }
}
