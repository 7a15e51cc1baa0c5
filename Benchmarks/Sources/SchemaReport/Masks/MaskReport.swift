import ConstrainedDecoding
import Foundation

/// Token masks, beside llguidance in a process of its own.
///
/// The environment variable `SCHEMAKIT_TEKKEN` names a file `tekken.json`, which the Python package
/// mistral-common has, and `SCHEMAKIT_PYTHON` a Python with that package and llguidance.
enum MaskReport {
  /// Measures, and prints the tables.
  static func run(_ options: Options) throws -> [Budget] {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["SCHEMAKIT_TEKKEN"],
      let sample = try MaskSample(
        vocabulary: URL(fileURLWithPath: path), every: options.deepRounds > 1 ? 5 : 20)
    else {
      say("\nNo masks: set SCHEMAKIT_TEKKEN to a file tekken.json, and provide the corpus.")
      return []
    }
    let own = try measure(sample, passes: options.deepRounds + 1)
    var results = [("SchemaKit", own)]
    if let python = environment["SCHEMAKIT_PYTHON"] {
      results.append(("llguidance", try peer(python, path, sample)))
    }
    say(table(results, sample).text(options.format))
    say(
      "vocabulary prepared in \(sample.preparation.figures(3)) ms, "
        + "\(sample.vocabulary.memoryFootprint / 1024) KB")
    return [
      Budget(
        title: "p50 of masks", figure: own.cold.p50, limit: .atMost(0.5), unit: .microseconds),
      Budget(
        title: "mean of masks, cold", figure: own.cold.mean, limit: .atMost(2), unit: .microseconds),
      Budget(
        title: "mean of masks, warm", figure: own.warm.mean, limit: .atMost(0.6),
        unit: .microseconds),
      Budget(
        title: "p99 of masks, warm", figure: own.warm.p99, limit: .atMost(10), unit: .microseconds),
      Budget(
        title: "schema to first mask, p50", figure: own.first.p50 / 1000, limit: .atMost(0.1),
        unit: .milliseconds),
      Budget(
        title: "schema to first mask, p99", figure: own.first.p99 / 1000, limit: .atMost(2),
        unit: .milliseconds),
      Budget(
        title: "vocabulary", figure: sample.preparation, limit: .atMost(250), unit: .milliseconds),
    ]
  }

  private static func table(_ results: [(String, MaskResult)], _ sample: MaskSample) -> Table {
    let count = results.first?.1.cold.count ?? 0
    var table = Table(
      "\(count.grouped) masks of \(sample.vocabulary.count.grouped) tokens, "
        + "\(sample.entries.count) schemas, µs",
      ["", "", "p50", "p90", "p99", "mean"])
    for (name, result) in results {
      for (kind, figures) in [
        ("cold", result.cold), ("warm", result.warm), ("schema to first mask", result.first),
      ] {
        table.add([
          name, kind, figures.p50.figures(3), figures.p90.figures(3), figures.p99.figures(3),
          figures.mean.figures(3),
        ])
      }
    }
    return table
  }

  /// Measures each mask several times, and takes the shortest: the machine has other work.
  private static func measure(_ sample: MaskSample, passes: Int) throws -> MaskResult {
    var first: [Double] = []
    var cold: [Double] = []
    var warm: [Double] = []
    var mask = TokenMask(sample.vocabulary)
    for entry in sample.entries {
      var best = Double.infinity
      for _ in 0..<passes {
        let time = try ContinuousClock().measure {
          let grammar = try TokenGrammar(entry.graph, vocabulary: sample.vocabulary)
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
    return MaskResult(first: MaskFigures(first), cold: MaskFigures(cold), warm: MaskFigures(warm))
  }

  private static func times(
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

  /// Measures llguidance on the same sample.
  private static func peer(
    _ python: String, _ vocabulary: String, _ sample: MaskSample
  ) throws -> MaskResult {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("masks-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    try Data(sample.lines.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Scripts/measure-llguidance.py").standardizedFileURL
    process.arguments = [script.path, vocabulary, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(MaskResult.self, from: data)
  }
}

extension Duration {
  fileprivate var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
  }
}
