import Foundation

/// Measures SchemaKit and alternatives, prints tables, and draws charts.
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

/// Prints without buffering, so that a report of several minutes can be read while it grows.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// The parts of a report.
enum Section: String, CaseIterable {
  /// From types to schemas.
  case encoding
  /// From text to values: complete text, and text while it arrives.
  case content
  /// From real JSON Schema documents to schemas for every provider.
  case `import`
  /// The same documents in fitted forms, from which answers are mapped back.
  case fitting
  /// The growth of costs with the size of documents.
  case documents
  /// The validation of content by JSON Schema documents.
  case validation
  /// Token masks for local models.
  case masks
  /// Documents that several replicas edit.
  case automerge
  /// Conversations with models.
  case sessions
  /// The cost of the macros at build time.
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

/// The options of the command line.
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
    schema-report [SECTION…]: measures SchemaKit and alternatives in the same run.

      encoding       from types to schemas, compared with a class tree through JSONEncoder
      content        from text to values, compared with JSONDecoder and with parsing every prefix
      import         from JSON Schema documents to schemas, compared with JSONSerialization
      fitting        the same documents fitted to every dialect, with instances mapped both ways
      documents      the growth of costs with the size of JSON Schema documents
      validation     content validated by JSON Schema documents, compared with jsonschema-rs if
                     SCHEMAKIT_PYTHON is a Python with this package
      masks          token masks, compared with llguidance and xgrammar if SCHEMAKIT_PYTHON is a
                     Python with these packages; SCHEMAKIT_TEKKEN is the vocabulary's file
      automerge      documents that several replicas edit, compared with the Rust core
      sessions       conversations with models, compared with a handwritten loop
      macros         the cost of @Generable at build time
                     (the default is all sections; with --quick, macros only if it is named)

      --chart PATH   the path of the chart (SVG); the chart of masks is written next to it;
                     the default is \(defaultChart)
      --quick        fewer rounds and processes, and depths up to 100 000
      --markdown     print tables as Markdown
      --check        exit with status 1 if a budget is not met
      --help         this text

    """

  /// The path next to the sources.
  ///
  /// The command may run in the package or in the repository around it.
  private static var defaultChart: String {
    let file = "Charts/schema-encoding.svg"
    return FileManager.default.fileExists(atPath: "Benchmarks/Charts") ? "Benchmarks/\(file)" : file
  }

  /// Reads the command line; `nil` if the option `--help` is present.
  init?(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    var named: Set<Section> = []
    while let argument = arguments.popFirst() {
      switch argument {
      case "--chart":
        guard let path = arguments.popFirst() else {
          throw ReportError("--chart needs a path.")
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
      default: throw ReportError("'\(argument)' is not an option; --help lists the options.")
      }
    }
    if !named.isEmpty { sections = named }
  }
}
