import ConstrainedDecoding

/// Measures the masks of a sample in Swift, written in place as words of 32 bits.
///
/// Each mask is measured several times, and the shortest time is used, because the machine has
/// other work.
struct MaskMeasurement {
  let sample: MaskSample
  let passes: Int

  func run() throws -> MaskResult {
    var first: [Double] = []
    var cold: [Double] = []
    var warm: [Double] = []
    var (refusedSchemas, refusedAnswers) = (0, 0)
    var words = sample.words
    for entry in sample.entries {
      guard let grammar = sample.grammar(of: entry) else {
        refusedSchemas += 1
        continue
      }
      var best = Double.infinity
      for _ in 0..<passes {
        let time = try ContinuousClock().measure {
          let grammar = try TokenGrammar(
            jsonSchema: entry.document, vocabulary: sample.vocabulary)
          try words.withUnsafeMutableBufferPointer { try TokenMatcher(grammar).fill($0) }
        }
        best = min(best, time.microseconds)
      }
      first.append(best)
      let shared = MaskCache(grammar)
      for tokens in entry.instances {
        guard sample.takes(tokens, grammar) else {
          refusedAnswers += 1
          continue
        }
        cold += try times(grammar, tokens, &words, passes) { MaskCache(grammar) }
        _ = try times(grammar, tokens, &words, 1) { shared }
        warm += try times(grammar, tokens, &words, passes) { shared }
      }
    }
    return MaskResult(
      name: "SchemaKit, Swift", first: MaskFigures(first), cold: MaskFigures(cold),
      warm: MaskFigures(warm), emptyCall: emptyCall(), copy: copy(),
      refusedSchemas: refusedSchemas, refusedAnswers: refusedAnswers)
  }

  /// Returns the time between two readings of the clock.
  private func emptyCall() -> Double {
    let clock = ContinuousClock()
    let times = (0..<10_000).map { _ in
      let start = clock.now
      return (clock.now - start).microseconds
    }
    return MaskFigures(times).p50
  }

  /// Returns the time of a copy of a mask's words.
  private func copy() -> Double {
    let clock = ContinuousClock()
    var words = sample.words
    let source = [UInt32](repeating: 1, count: words.count)
    let times = (0..<10_000).map { _ in
      let start = clock.now
      words.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
      return (clock.now - start).microseconds
    }
    return MaskFigures(times).p50
  }

  private func times(
    _ grammar: TokenGrammar, _ tokens: [Int], _ words: inout [UInt32], _ passes: Int,
    cache: () -> MaskCache
  ) throws -> [Double] {
    let clock = ContinuousClock()
    var best = [Double](repeating: .infinity, count: tokens.count + 1)
    for _ in 0..<passes {
      var matcher = TokenMatcher(grammar, cache: cache())
      for position in 0...tokens.count {
        let start = clock.now
        try words.withUnsafeMutableBufferPointer { try matcher.fill($0) }
        best[position] = min(best[position], (clock.now - start).microseconds)
        if position < tokens.count { try matcher.commit(tokens[position]) }
      }
    }
    return best
  }

  /// Returns the memory of grammars, and of their caches after all instances.
  func memory() throws -> Table {
    var grammars: [Double] = []
    var caches: [Double] = []
    var words = sample.words
    for entry in sample.entries {
      guard let grammar = sample.grammar(of: entry) else { continue }
      let cache = MaskCache(grammar)
      for tokens in entry.instances where sample.takes(tokens, grammar) {
        _ = try times(grammar, tokens, &words, 1) { cache }
      }
      grammars.append(Double(grammar.memoryFootprint) / 1024)
      caches.append(Double(cache.memoryFootprint) / 1024)
    }
    let vocabulary = sample.vocabulary.memoryFootprint / 1024
    var table = Table(
      "Memory beside the vocabulary of \(vocabulary) KB, prepared in "
        + "\(sample.preparation.figures(3)) ms, KB",
      ["", "p50", "p90", "p99", "mean"])
    for (name, sizes) in [("a grammar", grammars), ("its cache", caches)] {
      let figures = MaskFigures(sizes)
      table.add([
        name, figures.p50.figures(3), figures.p90.figures(3), figures.p99.figures(3),
        figures.mean.figures(3),
      ])
    }
    return table
  }
}

extension Duration {
  var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
  }
}
