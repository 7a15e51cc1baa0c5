import Fixtures
import Foundation

/// Measures SchemaKit beside the plan's way, prints a table, and draws a chart.
@main
enum SchemaReport {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.first == ChildProcess.marker {
        try answer(arguments.dropFirst())
      } else if let options = try Options(arguments) {
        try report(options)
      } else {
        print(Options.help)
      }
    } catch {
      FileHandle.standardError.write(Data("schema-report: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Does what the parent process asked for.
  private static func answer(_ arguments: ArraySlice<String>) throws {
    switch arguments.first {
    case FirstCall.name: try FirstCall.answer(arguments.dropFirst())
    case DeepResult.name: try DeepResult.answer(arguments.dropFirst())
    case PlanDepth.name: try PlanDepth.answer(arguments.dropFirst())
    default: throw ReportError("A child does not know what to do: \(arguments)")
    }
  }

  private static func report(_ options: Options) throws {
    for sample in Sample.allCases {
      try DocumentCheck.compare(sample)
    }
    say(
      "Both sides write the same schemas, but that in SchemaKit's "
        + DocumentCheck.differences.joined(separator: ", ") + ".")

    let shallow = try Sample.allCases.map { sample in
      try ShallowResult(sample, rounds: options.rounds, processes: options.processes)
    }
    say(Report.steadyState(shallow).text(options.format))
    say(Report.firstCall(shallow, processes: options.processes).text(options.format))
    say(Report.memory(shallow).text(options.format))

    let cases = DeepChain.allCases.flatMap { chain in Stack.allCases.map { (chain, $0) } }
    let deep = try cases.map { chain, stack in
      try DeepResult(chain, stack, depths: options.depths, rounds: options.deepRounds)
    }
    say(Report.depths(deep).text(options.format))
    let plan = try cases.flatMap { chain, stack in
      try PlanDepth.depths.map { try PlanDepth(chain, stack, depth: $0) }
    }
    say(Report.planDepths(plan).text(options.format))

    let budgets = Budget.all(shallow, deep)
    say(Report.budgets(budgets).text(options.format))
    let chart = Chart(shallow: shallow, deep: deep, plan: plan)
    try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: options.chart))
    say("\nThe chart is in \(options.chart).")
    if options.check, budgets.contains(where: { !$0.isMet }) { exit(1) }
  }
  /// Prints at once, so that a report of several minutes can be read as it grows.
  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}

/// What the command line asks for.
struct Options {
  var chart = Self.defaultChart
  var rounds = 31
  var processes = 15
  var deepRounds = 3
  var depths = [1_000, 10_000, 100_000, 1_000_000]
  var check = false
  var format = Table.Format.plain

  static let help = """
    schema-report: measures SchemaKit beside a class tree through JSONEncoder.

      --chart PATH   where to write the chart (SVG); \(defaultChart)
      --quick        fewer rounds and processes, and depths to 100 000 only
      --markdown     print tables as Markdown
      --check        exit with status 1 if a budget is not met
      --help         this text

    """

  /// Beside the sources, whether the command runs in the package or in the repository around it.
  private static var defaultChart: String {
    let file = "Charts/schema-encoding.svg"
    return FileManager.default.fileExists(atPath: "Benchmarks/Charts") ? "Benchmarks/\(file)" : file
  }

  /// Reads the command line; `nil` if it asks for help.
  init?(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      switch argument {
      case "--chart":
        guard let path = arguments.popFirst() else {
          throw ReportError("--chart needs a path after it.")
        }
        chart = path
      case "--quick":
        rounds = 7
        processes = 3
        deepRounds = 2
        depths = [1_000, 10_000, 100_000]
      case "--markdown": format = .markdown
      case "--check": check = true
      case "--help", "-h": return nil
      default: throw ReportError("There is no option \(argument); --help lists those there are.")
      }
    }
  }
}
