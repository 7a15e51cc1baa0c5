import ConstrainedDecoding
import Dispatch
import Foundation

/// A batch of sequences, as a server follows them: each core has a part of them, and caches of its
/// own.
///
/// Beside it stands arithmetic in registers, shared out in the same way. Where that is not faster
/// on more cores either, the machine is busy, and the batch says nothing about masks.
struct MaskBatch {
  private static let size = 256
  private static let rounds = 20
  /// The number of passes; the shortest time counts, since the machine has other work.
  private static let passes = 5

  /// A grammar, and the tokens of an answer.
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
      "A batch of \(Self.size) sequences, masks and commits", ["", "µs a mask", "times one core"])
    let masks = Double(Self.rounds * sequences.reduce(0) { $0 + $1.tokens.count + 1 })
    for (name, work) in [("masks", follow), ("arithmetic alone", compute)] {
      var one: Double?
      for cores in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
        let time = shortest(on: cores, work) / masks
        table.add([
          "\(name), \(cores == 1 ? "one core" : "\(cores) cores")", time.figures(3),
          ((one ?? time) / time).figures(3),
        ])
        one = one ?? time
      }
    }
    return table
  }

  /// The shortest time that some work takes on cores, each with its share of the sequences, in
  /// microseconds.
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

  /// The sequences, shared out so that all cores have about as many tokens.
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
          // Both succeed: the sample holds only answers that its grammars read.
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
    // The steps never lead to 0, which the compiler does not know.
    if number == 0 { say("") }
  }
}
