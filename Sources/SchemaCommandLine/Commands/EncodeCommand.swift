#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema encode`: writes a schema as JSON.
struct EncodeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Writes a schema as JSON Schema, in the dialect of a provider.",
    usage: """
      schema encode <schema> [--at <pointer>] [--dialect <name>]
                    [--pretty] [--strict]
      """,
    discussion: """
      The schema goes to standard output in one line, or over several with --pretty.

      Reading a file may lose something, and a dialect may be unable to state something, such as \
      a pattern. A warning says so. With --strict that is an error, and nothing is written.

        schema encode order.json --dialect openai --pretty
        curl -s https://example.org/schema.json | schema encode - --dialect gemini
        schema encode api.json --at /components/schemas/Order
      """)

  @OptionGroup var input: SourceOptions

  @Option(
    help: DialectArgument.help("The dialect"),
    completion: .list(DialectRegistry.standard.names))
  var dialect = JSONSchemaDialect().name

  @Flag(help: "Writes over several lines, indented.")
  var pretty = false

  @Flag(help: "Fails if anything is lost, or weaker than declared.")
  var strict = false

  func run(on console: inout some Console) throws {
    let dialect = try DialectArgument.dialect(named: dialect)
    let reading = try input.read(on: &console)
    let schema = try SchemaEncoder(dialect: dialect).encode(reading.graph)
    for diagnostic in schema.diagnostics {
      console.report(diagnostic.description)
    }
    // A strict encoder would report only the first weaker constraint.
    let weakenings = schema.diagnostics.count { $0.severity == .warning }
    if strict, reading.losses > 0 { throw CommandError.lost(count: reading.losses) }
    if strict, weakenings > 0 {
      throw CommandError.weakened(count: weakenings, dialect: dialect.name)
    }
    try console.write(schema.jsonString(pretty ? .pretty : .compact) + "\n")
  }
}
#endif
