import ConstrainedDecoding

/// Measures the masks of a sample.
///
/// Each is measured several times, and the shortest time counts: the machine has other work.
struct MaskMeasurement {
  let sample: MaskSample
  let passes: Int

  func run() throws -> MaskResult {
    var first: [Double] = []
    var cold: [Double] = []
    var warm: [Double] = []
    var mask = TokenMask(sample.vocabulary)
    for entry in sample.entries {
      var best = Double.infinity
      for _ in 0..<passes {
        let time = try ContinuousClock().measure {
          let grammar = try TokenGrammar(
            jsonSchema: entry.document, vocabulary: sample.vocabulary)
          try TokenMatcher(grammar).fill(&mask)
        }
        best = min(best, time.microseconds)
      }
      first.append(best)
      let grammar = try TokenGrammar(entry.graph, vocabulary: sample.vocabulary)
      let shared = MaskCache(grammar)
      for tokens in entry.instances {
        cold += try times(grammar, tokens, &mask, passes) { MaskCache(grammar) }
        _ = try times(grammar, tokens, &mask, 1) { shared }
        warm += try times(grammar, tokens, &mask, passes) { shared }
      }
    }
    return MaskResult(
      name: "SchemaKit", first: MaskFigures(first), cold: MaskFigures(cold),
      warm: MaskFigures(warm), refused: 0)
  }

  private func times(
    _ grammar: TokenGrammar, _ tokens: [Int], _ mask: inout TokenMask, _ passes: Int,
    cache: () -> MaskCache
  ) throws -> [Double] {
    let clock = ContinuousClock()
    var best = [Double](repeating: .infinity, count: tokens.count + 1)
    for _ in 0..<passes {
      var matcher = TokenMatcher(grammar, cache: cache())
      for position in 0...tokens.count {
        let start = clock.now
        try matcher.fill(&mask)
        best[position] = min(best[position], (clock.now - start).microseconds)
        if position < tokens.count { try matcher.commit(tokens[position]) }
      }
    }
    return best
  }

  /// The memory of grammars, and of their caches after all instances.
  func memory() throws -> Table {
    var grammars: [Double] = []
    var caches: [Double] = []
    var mask = TokenMask(sample.vocabulary)
    for entry in sample.entries {
      let grammar = try TokenGrammar(entry.graph, vocabulary: sample.vocabulary)
      let cache = MaskCache(grammar)
      for tokens in entry.instances { _ = try times(grammar, tokens, &mask, 1) { cache } }
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
