#if CommandLine
import ArgumentParser

/// The arguments that name the schema of most commands.
struct SourceOptions: ParsableArguments {
  @Argument(help: SchemaSource.help)
  var source: SchemaSource

  @OptionGroup var part: PartOptions

  /// Reads the schema and reports losses.
  ///
  /// - Parameter console: The console to read from and to report on.
  /// - Returns: The schema.
  /// - Throws: An error if the schema cannot be read.
  func read(on console: inout some Console) throws -> SchemaReading {
    try source.readReporting(at: part.at, on: &console)
  }
}

/// The option that selects a part of a file.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The place of the schema in a file, such as /schema. The default is the whole file.",
      valueName: "pointer"))
  var at = ""
}

extension SchemaSource {
  /// Reads the schema and reports what reading loses, or the fault that it has.
  ///
  /// - Parameters:
  ///   - pointer: The place of the schema in a file.
  ///   - console: The console to read from and to report on.
  /// - Returns: The schema.
  /// - Throws: ``ExitStatus/trouble`` if the schema has a fault, ``CommandError`` if it cannot be
  ///   read.
  func readReporting(
    at pointer: String, on console: inout some Console
  ) throws -> SchemaReading {
    let reading = try reporting(on: &console) { try read(at: pointer, from: &$0) }
    for finding in reading.findings { console.report(finding) }
    return reading
  }

  /// Runs a body, and reports the fault of the schema that it throws.
  ///
  /// - Parameters:
  ///   - console: The console to report on.
  ///   - body: The body.
  /// - Returns: What the body returns.
  /// - Throws: ``ExitStatus/trouble`` for a fault, else what the body throws.
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
#endif
