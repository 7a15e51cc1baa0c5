#if CommandLine
import ArgumentParser

/// The options of a command that writes a report.
struct ReportOptions: ParsableArguments {
  @Option(help: "Text for people and editors, JSON for programs, or SARIF for code scanning.")
  var format = ReportFormat.text

  @Flag(name: .shortAndLong, help: "Writes no report; the exit status has the answer.")
  var quiet = false

  @OptionGroup var colors: ColorOptions

  /// Writes a report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - console: The console to write it to.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  func write(_ report: Report, on console: inout some Console) throws(WriteFailure) {
    guard !quiet else { return }
    try console.write(report, as: format)
  }
}

extension ReportFormat: ExpressibleByArgument {}
#endif
