import ConstrainedDecoding
import Foundation

/// The report on token masks in Swift.
///
/// In a separate process, it measures the masks of `schemakit.h` and of llguidance, both called
/// from C, and the masks of xgrammar, called from Python.
///
/// The environment variable `SCHEMAKIT_TEKKEN` has the path of a file `tekken.json` from the Python
/// package mistral-common. `SCHEMAKIT_PYTHON` has the path of a Python with this package and
/// llguidance. `SCHEMAKIT_LIBRARY` has the path of the product `schemakit-c`; without it, the
/// library of the last optimized test build is used.
enum MaskReport {
  /// Measures, prints the tables and, of a whole report, draws the chart.
  static func run(_ options: Options) throws -> [Budget] {
    let environment = ProcessInfo.processInfo.environment
    let isQuick = options.deepRounds < 3
    guard let path = environment["SCHEMAKIT_TEKKEN"],
      let sample = try MaskSample(
        vocabulary: URL(fileURLWithPath: path), every: isQuick ? 50 : 3)
    else {
      say("\nNo masks: set SCHEMAKIT_TEKKEN to a file tekken.json, and provide the corpus.")
      return []
    }
    let passes = isQuick ? 2 : 4
    let measurement = MaskMeasurement(sample: sample, passes: passes)
    var results = [try measurement.run()]
    let coverage = MaskCoverage(sample, .any)
    var coverages = [coverage, MaskCoverage(sample, .declared)]
    if let python = environment["SCHEMAKIT_PYTHON"] {
      let library = environment["SCHEMAKIT_LIBRARY"] ?? builtLibrary
      if library == nil {
        say("\nNo masks by schemakit.h: set SCHEMAKIT_LIBRARY to the product schemakit-c.")
      }
      results += try peers(
        python, sample.entries, [path, "\(passes)"] + [library].compactMap(\.self))
      coverages += try peers(python, sample.corpus, [path, "coverage"])
    }
    say(MaskCoverage.table(coverages).text(options.format))
    say(table(results, sample).text(options.format))
    say(try measurement.memory().text(options.format))
    say(MaskBatch(sample).table().text(options.format))
    if results.count > 1, !isQuick {
      let file = URL(fileURLWithPath: options.chart).deletingLastPathComponent()
        .appendingPathComponent("token-masks.svg")
      try MaskChart(results: results).svg.write(to: file, atomically: true, encoding: .utf8)
    }
    let own = results.filter { $0.name.hasPrefix("SchemaKit") }
    return [
      Budget(
        title: "schemas with only right verdicts", figure: coverage.percent, limit: .atLeast(99),
        unit: .percent),
      Budget(
        title: "vocabulary", figure: sample.preparation, limit: .atMost(250), unit: .milliseconds),
    ] + own.flatMap(budgets)
  }

  /// The library of `schemakit.h` from the last optimized test build; `nil` if there is none.
  private static var builtLibrary: String? {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../.cache/release/release").standardizedFileURL
    return ["so", "dylib"].map { folder.appendingPathComponent("libschemakit-c.\($0)").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  private static func budgets(_ own: MaskResult) -> [Budget] {
    [
      Budget(
        title: "\(own.name): p50 of masks, cold, beside a copy of the words",
        figure: own.cold.p50 / own.copy, limit: .atMost(2)),
      Budget(
        title: "\(own.name): mean of masks, cold", figure: own.cold.mean, limit: .atMost(1),
        unit: .microseconds),
      Budget(
        title: "\(own.name): mean of masks, warm", figure: own.warm.mean, limit: .atMost(0.6),
        unit: .microseconds),
      Budget(
        title: "\(own.name): p99 of masks, cold", figure: own.cold.p99, limit: .atMost(6),
        unit: .microseconds),
      Budget(
        title: "\(own.name): slowest mask, cold", figure: own.cold.greatest / 1000,
        limit: .atMost(1), unit: .milliseconds),
      Budget(
        title: "\(own.name): schema to first mask, p50", figure: own.first.p50 / 1000,
        limit: .atMost(0.07), unit: .milliseconds),
      Budget(
        title: "\(own.name): schema to first mask, p99", figure: own.first.p99 / 1000,
        limit: .atMost(4), unit: .milliseconds),
    ]
  }

  private static func table(_ results: [MaskResult], _ sample: MaskSample) -> Table {
    let count = results.first?.cold.count ?? 0
    var table = Table(
      "\(count.grouped) masks of \(sample.vocabulary.count.grouped) tokens, "
        + "\(sample.entries.count) schemas, µs; an empty call is part of each mask and copy",
      [
        "", "", "p50", "p90", "p99", "greatest", "mean", "an empty call", "a copy of the words",
        "schemas refused", "answers refused",
      ])
    for result in results {
      for (kind, figures) in [
        ("cold", result.cold), ("warm", result.warm), ("schema to first mask", result.first),
      ] {
        table.add([
          result.name, kind, figures.p50.figures(3), figures.p90.figures(3),
          figures.p99.figures(3), figures.greatest.figures(3), figures.mean.figures(3),
          kind == "schema to first mask" ? "" : result.emptyCall.figures(2),
          kind == "schema to first mask" ? "" : result.copy.figures(3),
          "\(result.refusedSchemas)", "\(result.refusedAnswers)",
        ])
      }
    }
    return table
  }

  /// Measures other engines on the same entries.
  private static func peers<Result: Decodable>(
    _ python: String, _ entries: [MaskSample.Entry], _ arguments: [String]
  ) throws -> [Result] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("masks-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    try Data(MaskSample.lines(of: entries).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Scripts/measure-mask-engines.py").standardizedFileURL
    process.arguments = [script.path, file.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ReportError("\(script.lastPathComponent) failed; see its output above.")
    }
    return try JSONDecoder().decode([Result].self, from: data)
  }
}
