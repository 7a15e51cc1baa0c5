import ConstrainedDecoding
import Dispatch
import Foundation

/// A batch of sequences, as a server follows them: each core has a part of them, and caches of its
/// own.
struct MaskBatch {
  private static let size = 256
  private static let rounds = 20

  /// A grammar, and the tokens of an answer.
  private let sequences: [(grammar: Int, tokens: [Int])]
  private let grammars: [TokenGrammar]

  init(_ sample: MaskSample) {
    grammars = sample.entries.compactMap {
      try? TokenGrammar($0.graph, vocabulary: sample.vocabulary)
    }
    var all: [(grammar: Int, tokens: [Int])] = []
    for (index, entry) in sample.entries.enumerated() where index < grammars.count {
      all += entry.instances.map { (index, $0) }
    }
    sequences = all.isEmpty ? [] : (0..<Self.size).map { all[$0 % all.count] }
  }

  func table() -> Table {
    var table = Table(
      "A batch of \(Self.size) sequences, masks and commits", ["", "µs a mask", "times one core"])
    let masks = Double(Self.rounds * sequences.reduce(0) { $0 + $1.tokens.count + 1 })
    var one: Double?
    for cores in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
      let time = ContinuousClock().measure { run(on: cores) }.microseconds / masks
      table.add([
        cores == 1 ? "one core" : "\(cores) cores", time.figures(3),
        ((one ?? time) / time).figures(3),
      ])
      one = one ?? time
    }
    return table
  }

  private func run(on cores: Int) {
    let (sequences, grammars) = (sequences, grammars)
    DispatchQueue.concurrentPerform(iterations: cores) { core in
      var caches: [Int: MaskCache] = [:]
      for _ in 0..<Self.rounds {
        for index in stride(from: core, to: sequences.count, by: cores) {
          let (number, tokens) = sequences[index]
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
  }
}
