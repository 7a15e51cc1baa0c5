#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema encode`: writes a schema as JSON.
struct EncodeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Writes a schema as JSON Schema, in the dialect of a provider.",
    discussion: """
      The schema goes to standard output in one line, or over several with --pretty.

      A dialect may be unable to state something, such as a pattern. It is then told to the model \
      in words, and a warning says so. With --strict that is an error, and nothing is written.
      """)

  @Argument(help: SchemaSource.help)
  var source: SchemaSource

  @Option(
    help: ArgumentHelp(
      "The dialect: \(DialectRegistry.standard.names.joined(separator: ", ")).", valueName: "name"),
    completion: .list(DialectRegistry.standard.names))
  var dialect = JSONSchemaDialect().name

  @Flag(help: "Writes over several lines, indented.")
  var pretty = false

  @Flag(help: "Fails if the dialect cannot state all that the schema declares.")
  var strict = false

  func run(on console: inout some Console) throws {
    let registry = DialectRegistry.standard
    guard let dialect = registry.dialect(named: dialect) else {
      throw CommandError.unknownDialect(dialect, known: registry.names)
    }
    let schema = try SchemaEncoder(dialect: dialect).encode(source.graph())
    for diagnostic in schema.diagnostics {
      console.report(diagnostic.description)
    }
    // Not left to the encoder's own strictness, which would tell of the first weakening only.
    let weakenings = schema.diagnostics.count { $0.severity == .warning }
    if strict, weakenings > 0 {
      throw CommandError.weakened(count: weakenings, dialect: dialect.name)
    }
    try console.write(schema.jsonString(pretty ? .pretty : .compact) + "\n")
  }
}
#endif
