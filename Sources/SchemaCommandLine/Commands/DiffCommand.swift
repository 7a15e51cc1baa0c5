#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema diff`: reports whether answers to one schema are valid under another.
struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Reports whether answers stored under an old schema are valid under a new one.",
    usage: "schema diff <old> <new> [--at <pointer>] [--format <format>]",
    discussion: """
      The verdict is compatible if every value that the old schema allows is allowed by the new \
      one; breaking, with each reason, if some value is not; unknown where neither can be shown, \
      as of two patterns. Descriptions, titles and the order of properties do not count.

        schema diff v1/order.json v2/order.json
        git show HEAD~1:order.json | schema diff - order.json

      The exit status is 0 if the schemas are compatible, and 1 otherwise.
      """)

  /// How the result is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: ArgumentHelp("The old schema: a file, - or a sample.", valueName: "old"))
  var old: SchemaSource

  @Argument(help: ArgumentHelp("The new schema.", valueName: "new"))
  var new: SchemaSource

  @Option(help: SourceOptions.pointerHelp)
  var at = ""

  @Option(help: "Sentences for people, or JSON for programs.")
  var format = Format.text

  func validate() throws {
    if old == .standardInput, new == .standardInput {
      throw ValidationError("Only one of the two schemas can come from standard input.")
    }
  }

  func run(on console: inout some Console) throws {
    let old = try read(old, as: "old", on: &console)
    let new = try read(new, as: "new", on: &console)
    var options = SchemaCompatibility.Options()
    options.oldIsLossy = old.losses > 0
    options.newIsLossy = new.losses > 0
    let report = ComparisonReport(
      comparison: SchemaCompatibility(from: old.graph, to: new.graph, options: options))
    switch format {
    case .text: try console.write(report.text(on: console.display))
    case .json: try console.write(report.json.jsonString(.pretty) + "\n")
    }
    if report.comparison.verdict != .compatible { throw ExitCode.failure }
  }

  private func read(
    _ source: SchemaSource, as role: String, on console: inout some Console
  ) throws -> SchemaReading {
    let reading = try source.read(at: at, from: &console)
    for finding in reading.findings { console.report("\(role) schema: \(finding.line)") }
    return reading
  }
}
#endif
