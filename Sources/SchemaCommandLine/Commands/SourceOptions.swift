#if CommandLine
import ArgumentParser

/// The arguments that name the schema of most commands.
struct SourceOptions: ParsableArguments {
  @Argument(help: SchemaSource.help)
  var source: SchemaSource

  @OptionGroup var part: PartOptions

  /// Reads the schema and reports losses.
  func read(on console: inout some Console) throws -> SchemaReading {
    try source.readReporting(part.part, on: &console)
  }
}

/// The options that select a part of a file, and the files to which it refers.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The place of the schema in a file, such as /schema. The default is the whole file.",
      valueName: "pointer"))
  var at = ""

  @Option(
    name: .customLong("references"),
    help: ArgumentHelp(
      """
      A file, or a folder of files, to which references of the schema may lead: by its path, or by \
      its '$id'. Write URI=PATH for files with another URI. May be repeated. Nothing is fetched.
      """, valueName: "path"),
    completion: .file(extensions: ["json"]))
  var references: [String] = []

  /// The part of the schema's file, and the files to which it refers.
  var part: SchemaPart { SchemaPart(pointer: at, files: ReferencedFiles(references)) }
}

extension SchemaSource {
  /// Reads the schema, and reports its losses or its fault.
  ///
  /// - Parameters:
  ///   - part: The part of a file that is the schema, and the files to which it refers.
  ///   - console: The console to read from and to report on.
  /// - Returns: The schema.
  /// - Throws: ``ExitStatus/trouble`` if the schema has a fault, ``CommandError`` if it cannot be
  ///   read.
  func readReporting(
    _ part: SchemaPart, on console: inout some Console
  ) throws -> SchemaReading {
    let reading = try reporting(on: &console) { try read(part, from: &$0) }
    console.report(reading.findings)
    return reading
  }

  /// Runs a body, and reports a fault of the schema that it throws.
  ///
  /// - Parameters:
  ///   - console: The console to report on.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: ``ExitStatus/trouble`` for a fault, else the error of the body.
  func reporting<Output: Console, Value>(
    on console: inout Output, _ body: (inout Output) throws -> Value
  ) throws -> Value {
    do {
      return try body(&console)
    } catch {
      guard let finding = Finding(error, in: name) else { throw error }
      console.report(finding)
      throw ExitStatus.trouble
    }
  }
}

extension SchemaSource: ExpressibleByArgument {
  /// Accepts any argument; a missing schema is found when it is used.
  init?(argument: String) { self.init(argument) }

  /// Completes the names of files.
  static var defaultCompletionKind: CompletionKind { .file(extensions: ["json"]) }

  /// The help text for a command that reads the schema from standard input.
  static var help: ArgumentHelp { help(input: "standard input") }

  /// The help text for a command that reads another input from standard input.
  static func help(input: String) -> ArgumentHelp {
    let samples = Sample.names.joined(separator: ", ")
    return ArgumentHelp(
      "A JSON Schema file, - for \(input), or a sample: \(samples).", valueName: "schema")
  }
}

struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When text is colored; auto means on a terminal, unless NO_COLOR is set.",
      valueName: "when"))
  var color = ColorChoice.auto
}

/// The options of a command that writes JSON.
struct JSONOptions: ParsableArguments {
  @Flag(help: "The layout of JSON; by default, it is indented on a terminal only.")
  var layout: JSONLayout?

  @OptionGroup var colors: ColorOptions
}

extension JSONLayout: EnumerableFlag {}

/// The choice of colors for a text.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Returns `true` if texts on a display are colored.
  func isColored(on display: Display) -> Bool {
    switch self {
    case .auto: display.isColored
    case .always: true
    case .never: false
    }
  }
}

/// The options of a command that writes a report.
struct ReportOptions: ParsableArguments {
  @Option(help: "Text for people and editors, JSON for programs, or SARIF for code scanning.")
  var format = ReportFormat.text

  @Flag(name: .shortAndLong, help: "Writes no report. The exit status gives the result.")
  var quiet = false

  @OptionGroup var json: JSONOptions

  /// Writes a report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - notes: Findings on the schema that do not change the result. They are messages for people,
  ///     and a part of the report for programs.
  ///   - console: The console to write it to.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  func write(
    _ report: Report, notes: [Finding] = [], on console: inout some Console
  ) throws(WriteFailure) {
    var report = report
    if format == .text || quiet { console.report(notes) } else { report.add(notes: notes) }
    guard !quiet else { return }
    try console.write(report, as: format, json.layout)
  }
}

extension ReportFormat: ExpressibleByArgument {}
#endif
