#if CommandLine
import ArgumentParser

/// The arguments by which most commands are told what to work on.
struct SourceOptions: ParsableArguments {
  @Argument(help: SchemaSource.help)
  var source: SchemaSource

  @Option(help: Self.pointerHelp)
  var at = ""

  /// Reads the schema and tells of what was lost, if something was.
  ///
  /// - Parameter console: Where to read from and to tell.
  /// - Returns: The schema.
  /// - Throws: Why there is none.
  func read(on console: inout some Console) throws -> SchemaReading {
    let reading = try source.read(at: at, from: &console)
    for finding in reading.findings { console.report(finding.line) }
    return reading
  }

  /// What to give as a place within a file.
  static let pointerHelp = ArgumentHelp(
    "Where in a file the schema stands, such as /schema; else the whole file is one.",
    valueName: "pointer")
}
#endif
