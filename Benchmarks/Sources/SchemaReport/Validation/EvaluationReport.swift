import Foundation

/// The judging of content by JSON Schema documents.
enum EvaluationReport {
  static let name = "validation"

  /// Measures, and prints the tables.
  ///
  /// - Parameter options: What the command line asks for.
  /// - Returns: The budgets.
  /// - Throws: Errors of files, and of documents.
  static func run(_ options: Options) throws -> [Budget] {
    var budgets = try growth(options)
    guard let corpus = try InstanceCorpus(SchemaCorpus.folder) else {
      say("\nNo schemas to judge by: set SCHEMAKIT_CORPUS to a folder that holds 'schemas'.")
      return budgets
    }
    let own = try takeTurns(rounds: options.deepRounds, [corpus.countValid])
    let time = own.median(0) / Double(corpus.count)
    var table = Table(
      "Verdicts on \(corpus.count.grouped) parsed instances of \(corpus.schemas.grouped) schemas"
        + " (thread time, each process for itself)", ["", "nanoseconds an instance"])
    table.add(["SchemaKit", time.figures(3)])
    if let peer = try PeerValidator.measure() {
      table.add(["jsonschema-rs (PyPI)", peer.figures(3)])
      budgets.append(
        Budget(title: "verdicts beside jsonschema-rs", figure: peer / time, limit: .atLeast(1)))
    } else {
      say("\nNo jsonschema-rs: set SCHEMAKIT_PYTHON to a Python that has it.")
    }
    say(table.text(options.format))
    return budgets
  }

  private static func growth(_ options: Options) throws -> [Budget] {
    var table = Table(
      "A document compiled and an instance judged and reported, at an eighth of a size up to all of"
        + " it (a process each)", ["", "size", "1/8", "1/4", "1/2", "1/1", "growth", "peak"])
    var budgets: [Budget] = []
    for (index, item) in GrowthCase.all.enumerated() {
      var times: [Double] = []
      var peak = 0.0
      for divisor in [8, 4, 2, 1] {
        let words = try ChildProcess.words([name, "\(index)", "\(max(1, item.size / divisor))"])
        times.append((words.first.flatMap { Double($0) } ?? 0) / 1_000_000)
        peak = (words.last.flatMap { Double($0) } ?? 0) / 1_000_000
      }
      let steps = zip(times.dropFirst(), times).map { $0 / $1 }
      table.add(
        [item.title, item.size.grouped] + times.map { "\($0.figures(3)) ms" }
          + [steps.map(\.times).joined(separator: " "), "\(peak.figures(3)) MB"])
      budgets.append(
        Budget(
          title: item.title, figure: times.last ?? 0, limit: .atMost(2_000), unit: .milliseconds))
      budgets.append(
        Budget(
          title: "\(item.title), peak", figure: peak * 1_000_000, limit: .atMost(500_000_000),
          unit: .bytes))
    }
    say(table.text(options.format))
    return budgets
  }

  /// Measures one case at one size, for the process that asks.
  static func answer(_ arguments: ArraySlice<String>) throws {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2, GrowthCase.all.indices.contains(numbers[0]) else {
      throw ReportError("There is no such case: \(arguments)")
    }
    let result = try GrowthCase.all[numbers[0]].measure(numbers[1])
    print(result.time, result.peak)
  }
}
