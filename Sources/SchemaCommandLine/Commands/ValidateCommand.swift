#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema validate`: validates values by a schema.
struct ValidateCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks JSON values against a schema, and reports the problems of each.",
    usage: """
      schema validate <schema> [<instance> ...] [--at <pointer>]
                      [--references <path> ...] [--lines] [--formats]
                      [--format <format>] [--pretty | --compact] [--quiet]
                      [--color <when>]
      schema validate --bowtie [--formats]
      """,
    discussion: """
      Without an instance, only the schema itself is checked.

        schema validate order.json answer.json
        curl -s "$URL" | schema validate order.json -
        schema validate order.json answers.jsonl

      The exit status is 0 if all values are valid, 1 if one is not, and 2 if the schema cannot be \
      used or a file cannot be read.
      """)

  @Argument(help: SchemaSource.help)
  var schema: SchemaSource?

  @Argument(
    help: ArgumentHelp("Files with JSON values, or - for standard input.", valueName: "instance"),
    completion: .file(extensions: ["json", "jsonl", "ndjson"]))
  var instances: [String] = []

  @OptionGroup var part: PartOptions

  @Flag(help: "Reads a value from each line, as from files that end in .jsonl or .ndjson.")
  var lines = false

  @Flag(help: "Also checks 'format' if the schema does not require it.")
  var formats = false

  @Flag(help: "Answers the requests of Bowtie, which compares validators, on standard input.")
  var bowtie = false

  @OptionGroup var report: ReportOptions

  var color: ColorChoice { report.json.colors.color }

  func validate() throws {
    guard (schema == nil) == bowtie else {
      throw ValidationError(bowtie ? "--bowtie accepts no schema." : "Name a schema.")
    }
    guard instances.count(where: { $0 == "-" }) + (schema == .standardInput ? 1 : 0) < 2 else {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run(on console: inout some Console) throws {
    guard let schema else { return try runBowtie(on: &console) }
    let validator = try schema.reporting(on: &console) {
      try schema.validator(part.part, assertsFormats: formats, from: &$0)
    }
    try console.requireUsable(validator)
    var summary = ValidationSummary()
    summary.add(notes: validator.findings)
    var status = ExitStatus.success
    for instance in instances {
      let source = InstanceSource(instance, hasLines: lines)
      do {
        try source.forEach(on: &console) { value, _ in summary.add(validator.validate(value)) }
      } catch {
        console.report(error: error)
        status = .trouble
      }
      summary.endSource()
    }
    if status == .success, !summary.isValid { status = .failure }
    try status.end(afterWriting: {
      if summary.isEmpty, !instances.isEmpty { return }
      try report.write(summary.report(by: schema.name), notes: summary.notes, on: &console)
    })
  }

  /// Responds to each line of standard input, at once.
  private func runBowtie(on console: inout some Console) throws {
    var runner = BowtieRunner(assertsFormats: formats)
    var lines = InputLines()
    while !runner.isStopped, let line = try lines.next(on: &console) {
      if let response = runner.respond(to: line) { try console.write(document: response) }
    }
  }
}
#endif
