#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema cost`: estimates how many tokens a schema and its answers take.
struct CostCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Estimates the tokens of a schema and of a typical answer, and possible savings.",
    usage: """
      schema cost <schema> [--at <pointer>] [--dialect <name>]
                  [--format <format>]
      """,
    discussion: """
      No tokenizer is asked: a rule of thumb counts words, digits and signs as tokenizers cut \
      them. A typical answer is one in which a text has 12 tokens, or as many as its length \
      allows; a list has as many elements as lie midway between its bounds, or 3; an optional \
      property is there every second time; and a type does not occur within itself.

        schema cost recipe
        schema cost order.json --dialect openai --format json
      """)

  /// How the result is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  @OptionGroup var input: SourceOptions

  @Option(
    help: DialectArgument.help("The dialect"),
    completion: .list(DialectRegistry.standard.names))
  var dialect = JSONSchemaDialect().name

  @Option(help: "A table for people, or JSON for programs.")
  var format = Format.table

  func run(on console: inout some Console) throws {
    let dialect = try DialectArgument.dialect(named: dialect)
    let reading = try input.read(on: &console)
    let report = CostReport(
      try SchemaCost(reading.graph, in: dialect), name: input.source.name)
    switch format {
    case .table: try console.write(report.text(on: console.display))
    case .json: try console.write(report.json.jsonString(.pretty) + "\n")
    }
  }
}
#endif
