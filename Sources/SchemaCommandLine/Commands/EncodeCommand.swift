#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema encode`: writes a schema as JSON.
struct EncodeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Writes a schema as JSON Schema, in the dialect of a provider.",
    usage: """
      schema encode <schema> [--at <pointer>] [--references <path> ...]
                    [--dialect <name>]
                    [--pretty | --compact] [--strict] [--color <when>]
      """,
    discussion: """
      The schema is written to standard output: indented on a terminal, and on one line to a file \
      or a pipe.

      A warning names each part of the file that is not supported, and each constraint that the \
      dialect cannot state, such as a pattern. With --strict these are errors, and nothing is \
      written.

        schema encode order.json --dialect openai
        curl -s https://example.org/schema.json | schema encode - --dialect gemini
        schema encode api.json --at /components/schemas/Order

      The exit status is 0 if the schema is written, 1 if the dialect rejects it or --strict does, \
      and 2 if it cannot be used.
      """)

  @OptionGroup var input: SourceOptions

  @Option(
    help: DialectArgument.help("The dialect"),
    completion: .list(DialectRegistry.standard.names))
  var dialect = JSONSchemaDialect().name

  @Flag(help: "Fails if a constraint is lost or weakened.")
  var strict = false

  @OptionGroup var json: JSONOptions

  var color: ColorChoice { json.colors.color }

  func run(on console: inout some Console) throws {
    let dialect = try DialectArgument.dialect(named: dialect)
    let reading = try input.read(on: &console)
    var findings: [Finding] = []
    let check = DialectCheck(reading, in: dialect, isFitted: false, of: input.source.name) {
      findings.append($0)
    }
    console.report(reading.positioned(FindingList(findings)))
    // A strict encoder would report only the first weaker constraint.
    let isLost = strict && (reading.losses > 0 || check.outcome == .weakened)
    if isLost { console.report("error: Nothing is written, because of --strict and the warnings.") }
    if isLost || check.outcome == .rejected { throw ExitStatus.failure }
    let schema = try SchemaEncoder(dialect: dialect).encode(reading.graph)
    try console.write(json: schema.jsonString(.compact), json.layout)
  }
}
#endif
