import AutomergeDocument
import Foundation

/// Automerge documents, beside the Rust core's figures for the same work.
enum AutomergeReport {
  /// A measurement, and what the Rust core 0.5.0 took for it on a machine of the same kind.
  private struct Measurement {
    let title: String
    let milliseconds: Double
    let rust: String
    /// The most that it may take, where there is a budget.
    var budget: Double?
  }

  static let name = "automerge"

  /// Measures, and prints the tables.
  ///
  /// - Parameter options: What the command line asks for.
  /// - Returns: The budgets.
  /// - Throws: Errors of files and of documents.
  static func run(_ options: Options) throws -> [Budget] {
    guard let trace = try PaperTrace() else {
      say("\nNo editing trace: set SCHEMAKIT_AUTOMERGE to a folder that holds 'fixtures/perf'.")
      return []
    }
    let isQuick = options.rounds < 10
    let measurements = try paper(trace, isQuick: isQuick) + synthetic(isQuick: isQuick)
    var table = Table(
      "Automerge documents (thread time, best of three), beside the Rust core 0.5.0",
      ["", "SchemaKit", "Rust core"])
    for measurement in measurements {
      table.add([
        measurement.title, "\(measurement.milliseconds.figures(3)) ms", measurement.rust,
      ])
    }
    say(table.text(options.format))
    say(try growth(isQuick: isQuick).text(options.format))
    let peak = Double(try ChildProcess.words([name]).first.flatMap { Int($0) } ?? 0) / 1_000_000
    say(
      "\nResident memory of a process that has loaded the paper: \(peak.figures(3)) MB at its peak "
        + "(80 MB at most)")
    return measurements.compactMap { measurement in
      measurement.budget.map {
        Budget(
          title: measurement.title, figure: measurement.milliseconds, limit: .atMost($0),
          unit: .milliseconds)
      }
    }
  }

  /// Loads the paper in a process of its own, and prints the peak of its memory.
  static func answer(_ arguments: ArraySlice<String>) throws {
    let url = PaperTrace.folder.appendingPathComponent("fixtures/perf/paper.automerge")
    let document = try Document(Array(try Data(contentsOf: url)))
    guard !document.heads().isEmpty else { throw ReportError("The paper is empty.") }
    print(Platform.peakMemory())
  }

  private static func paper(_ trace: PaperTrace, isQuick: Bool) throws -> [Measurement] {
    let count = isQuick ? 20_000 : trace.edits.count
    let document = try trace.replay(count, commits: false)
    if !isQuick {
      let original = try Document(trace.file)
      guard try document.json() == original.json() else {
        throw ReportError("The replayed paper has another text.")
      }
    }
    return [
      Measurement(
        title: "paper, \(count.grouped) edits in one change",
        milliseconds: try best { _ = try trace.replay(count, commits: false) },
        rust: "442 to 572 ms (+ 79 to 100 for the commit)", budget: isQuick ? nil : 250),
      Measurement(
        title: "paper, \(count.grouped) edits, each a change",
        milliseconds: try best(isQuick ? 3 : 1) { _ = try trace.replay(count, commits: true) },
        rust: "6 543 ms (wall, loaded machine)"),
      Measurement(
        title: "paper, loaded without verifying",
        milliseconds: try best { _ = try Document(trace.file, verify: false) }, rust: "–",
        budget: 60),
      Measurement(
        title: "paper, loaded and verified",
        milliseconds: try best { _ = try Document(trace.file) }, rust: "568 to 943 ms",
        budget: 250),
      Measurement(
        title: "paper, saved", milliseconds: try best { _ = try document.save() },
        rust: "36 to 46 ms", budget: 60),
    ]
  }

  private static func synthetic(isQuick: Bool) throws -> [Measurement] {
    let count = isQuick ? 10_000 : 100_000
    let keys = (0..<count).map { "key \($0)" }
    let map = Document()
    for (number, key) in keys.enumerated() {
      try map.put(obj: .ROOT, key: key, value: .Int(Int64(number)))
    }
    return [
      Measurement(
        title: "\(count.grouped) characters appended",
        milliseconds: try best { _ = try appended(count) }, rust: "273 ms for 100 000",
        budget: Double(count) / 1000),
      Measurement(
        title: "\(count.grouped) keys put",
        milliseconds: try best {
          let document = Document()
          for (number, key) in keys.enumerated() {
            try document.put(obj: .ROOT, key: key, value: .Int(Int64(number)))
          }
        }, rust: "786 ms for 100 000", budget: isQuick ? nil : 200),
      Measurement(
        title: "\(count.grouped) keys read",
        milliseconds: try best {
          for key in keys { _ = try map.get(obj: .ROOT, key: key) }
        }, rust: "250 ms for 100 000", budget: isQuick ? nil : 30),
      try merged(count / 2),
    ]
  }

  private static func merged(_ count: Int) throws -> Measurement {
    let one = Document()
    let text = try one.putObject(obj: .ROOT, key: "text", ty: .Text)
    let two = try one.fork()
    for (document, character) in [(one, "a"), (two, "b")] {
      for index in 0..<count {
        try document.spliceText(obj: text, start: UInt64(index), delete: 0, value: character)
        try document.commitWith()
      }
    }
    return Measurement(
      title: "two histories of \(count.grouped) changes merged",
      milliseconds: try best { try one.fork().merge(other: two) }, rust: "–")
  }

  private static func growth(isQuick: Bool) throws -> Table {
    var table = Table(
      "Growth with the number of characters", ["", "append", "save", "load", "µs a character"])
    for count in isQuick ? [1_000, 10_000, 100_000] : [10_000, 100_000, 1_000_000] {
      let document = try appended(count)
      let bytes = try document.save()
      let append = try best { _ = try appended(count) }
      let save = try best { _ = try document.save() }
      let load = try best { _ = try Document(bytes) }
      table.add(
        [count.grouped] + [append, save, load].map { "\($0.figures(3)) ms" }
          + [((append + save + load) * 1000 / Double(count)).figures(3)])
    }
    return table
  }

  private static func appended(_ count: Int) throws -> Document {
    let document = Document()
    let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
    for index in 0..<count {
      try document.spliceText(
        obj: text, start: UInt64(index), delete: 0, value: index % 7 == 0 ? " " : "x")
    }
    try document.commitWith()
    return document
  }

  /// The shortest of several rounds, in milliseconds.
  private static func best(_ rounds: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var shortest = Double.infinity
    for _ in 0..<rounds {
      let start = Platform.threadTime()
      try body()
      shortest = min(shortest, Double(Platform.threadTime() - start) / 1_000_000)
    }
    return shortest
  }
}
