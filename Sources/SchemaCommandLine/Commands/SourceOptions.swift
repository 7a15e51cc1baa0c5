#if CommandLine
import ArgumentParser

/// The arguments that name the schema of most commands.
struct SourceOptions: ParsableArguments {
  @Argument(help: SchemaSource.help)
  var source: SchemaSource

  @Option(help: Self.pointerHelp)
  var at = ""

  /// Reads the schema and reports losses.
  ///
  /// - Parameter console: The console to read from and to report on.
  /// - Returns: The schema.
  /// - Throws: An error if the schema cannot be read.
  func read(on console: inout some Console) throws -> SchemaReading {
    let reading = try source.read(at: at, from: &console)
    for finding in reading.findings { console.report(finding.line) }
    return reading
  }

  /// The help text for a place within a file.
  static let pointerHelp = ArgumentHelp(
    "The place of the schema in a file, such as /schema. The default is the whole file.",
    valueName: "pointer")
}
#endif
