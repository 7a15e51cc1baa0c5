#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema check`: reports the constraints that each dialect drops or rejects.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports what each dialect fits, weakens or rejects in schemas.",
    usage: """
      schema check <schema> ... [--at <pointer>] [--references <path> ...]
                   [--dialect <name>]
                   [--strict] [--format <format>] [--pretty | --compact]
                   [--quiet] [--color <when>]
      """,
    discussion: """
      A dialect accepts a schema as it is (ok), in another form from which answers are mapped back \
      (fitted), without the constraints that it cannot state (weakened), or not at all (rejected). \
      Closing an object that does not mention further properties changes no form. \
      'schema fit' writes the other form. A finding names all dialects that it applies to.

      A folder selects all files in it that end in .json, except hidden ones. A pattern such as \
      'schemas/**/*.json' selects the matching files, if the shell does not expand it.

        schema check order.json
        schema check order.json --dialect openai --strict
        schema check schemas --format sarif
        schema check 'tools/**/*.json' --at /inputSchema

      The exit status is 0 if each dialect accepts each schema; 1 if a dialect rejects a schema \
      or, with --strict, a constraint is lost or weakened; and 2 if a document is not a schema or \
      cannot be read.
      """)

  @Argument(
    help: ArgumentHelp(
      "JSON Schema files, folders or patterns of them, - for standard input, or samples: "
        + "\(Sample.names.joined(separator: ", ")).",
      valueName: "schema"))
  var schemas: [String]

  @OptionGroup var part: PartOptions

  @Option(
    help: DialectArgument.help("all, or one dialect"),
    completion: .list(["all"] + DialectRegistry.standard.names))
  var dialect = "all"

  @Flag(help: "Fails also if a constraint is lost or weakened.")
  var strict = false

  @OptionGroup var report: ReportOptions

  var color: ColorChoice { report.json.colors.color }

  func run(on console: inout some Console) throws {
    let dialects = try DialectArgument.dialects(named: dialect)
    var sources: [SchemaSource] = []
    for argument in schemas { sources += try SchemaSource.all(argument) }
    var checks: [SchemaCheck] = []
    var status = ExitStatus.success
    for (index, source) in sources.enumerated() {
      if sources.count > 1 {
        console.showProgress("\(index + 1) of \(sources.count): \(source.name)")
      }
      do {
        let check = try SchemaCheck(name: source.name, in: dialects) {
          try source.read(part.part, from: &console)
        }
        checks.append(check)
        if check.imported == .failed {
          status = .trouble
        } else if status == .success, !check.passes(isStrict: strict) {
          status = .failure
        }
      } catch {
        console.report(error: error)
        status = .trouble
      }
    }
    console.showProgress(nil)
    try status.end(afterWriting: {
      if checks.isEmpty { return }
      try report.write(Report(checks, in: dialects.map(\.name)), on: &console)
    })
  }
}
#endif
