import AutomergeDocument
import Foundation

/// The report on Automerge documents, with the Rust core's figures for the same work.
enum AutomergeReport {
  /// A measurement, and the time of the Rust core 0.5.0 on a machine of the same type.
  struct Measurement {
    let title: String
    let milliseconds: Double
    let rust: String
    /// The largest allowed time, if there is a budget.
    var budget: Double?
  }

  static let name = "automerge"

  /// Measures, and prints the tables.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: The budgets.
  /// - Throws: Errors of files and of documents.
  static func run(_ options: Options) throws -> [Budget] {
    guard let trace = try PaperTrace() else {
      say("\nNo editing trace: set SCHEMAKIT_AUTOMERGE to a folder with 'fixtures/perf'.")
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
    for table in try growth(isQuick: isQuick) { say(table.text(options.format)) }
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

  /// Loads the paper in a child process, and prints the peak of the process's memory.
  static func answer(_ arguments: ArraySlice<String>) throws {
    let url = PaperTrace.folder.appendingPathComponent("fixtures/perf/paper.automerge")
    let document = try Document(Array(try Data(contentsOf: url)))
    guard !document.heads().isEmpty else { throw ReportError("The paper is empty.") }
    print(Platform.peakMemory())
  }
}
