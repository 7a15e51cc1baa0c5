import Foundation

/// Measures SchemaKit and other ways to encode, prints a table, and draws a chart.
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

  /// Runs the task of the parent process.
  private static func answer(_ arguments: ArraySlice<String>) throws {
    switch arguments.first {
    case FirstCall.name: try FirstCall.answer(arguments.dropFirst())
    case DeepResult.name: try DeepResult.answer(arguments.dropFirst())
    case DocumentsReport.name: try DocumentsReport.answer(arguments.dropFirst())
    case AutomergeReport.name: try AutomergeReport.answer(arguments.dropFirst())
    case OpenStreams.name: try OpenStreams.answer()
    case PlanDepth.name: try PlanDepth.answer(arguments.dropFirst())
    default: throw ReportError("Unknown task of a child process: \(arguments)")
    }
  }

  private static func report(_ options: Options) throws {
    var budgets: [Budget] = []
    for section in Section.allCases where options.sections.contains(section) {
      budgets += try section.run(options)
    }
    if !budgets.isEmpty { say(Budget.table(budgets).text(options.format)) }
    if options.check, budgets.contains(where: { !$0.isMet }) { exit(1) }
  }
}

/// Prints at once, so that a report of several minutes can be read as it grows.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// The parts of a report.
enum Section: String, CaseIterable {
  /// From types to schemas.
  case encoding
  /// From text to values, whole and while it arrives.
  case content
  /// From JSON Schema documents of others to schemas for every provider.
  case `import`
  /// The same documents in forms from which answers are mapped back.
  case fitting
  /// How the cost of documents grows with their size.
  case documents
  /// The judging of content by JSON Schema documents.
  case validation
  /// Which tokens of a local model may come next.
  case masks
  /// Documents that several replicas edit.
  case automerge
  /// Conversations with models.
  case sessions
  /// What the macros cost at build time.
  case macros

  /// Measures, and prints the tables.
  func run(_ options: Options) throws -> [Budget] {
    switch self {
    case .encoding: try EncodingReport.run(options)
    case .content: try ContentReport.run(options)
    case .import: try ImportReport.run(options)
    case .fitting: try FittingReport.run(options)
    case .documents: try DocumentsReport.run(options)
    case .validation: try EvaluationReport.run(options)
    case .masks: try MaskReport.run(options)
    case .automerge: try AutomergeReport.run(options)
    case .sessions: try SessionsReport.run(options)
    case .macros: try MacroReport.run(options)
    }
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
  var sections = Set(Section.allCases)

  static let help = """
    schema-report [SECTION…]: measures SchemaKit beside what else there is.

      encoding       from types to schemas, beside a class tree through JSONEncoder
      content        from text to values, beside JSONDecoder and parsing every prefix anew
      import         from JSON Schema documents to schemas, beside JSONSerialization's trees
      fitting        the same documents fitted to every dialect, and instances there and back
      documents      how the cost of JSON Schema documents grows with their size
      validation     content judged by JSON Schema documents, beside jsonschema-rs where
                     SCHEMAKIT_PYTHON names a Python that has it
      masks          token masks, beside llguidance and xgrammar where SCHEMAKIT_PYTHON names a
                     Python that has them, with the vocabulary SCHEMAKIT_TEKKEN
      automerge      documents that several replicas edit, beside the Rust core
      sessions       conversations with models, beside a loop written by hand
      macros         what @Generable costs at build time
                     (all sections if none is named; macros only if named or without --quick)

      --chart PATH   where to write the chart (SVG), and that of masks beside it; \(defaultChart)
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
    var named: Set<Section> = []
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
        sections.remove(.macros)
      case "--markdown": format = .markdown
      case "--check": check = true
      case "--help", "-h": return nil
      case let name where Section(rawValue: name) != nil:
        Section(rawValue: name).map { _ = named.insert($0) }
      default: throw ReportError("There is no option \(argument); --help lists those there are.")
      }
    }
    if !named.isEmpty { sections = named }
  }
}
