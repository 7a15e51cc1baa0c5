#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema draw`: draws a schema as boxes and arrows.
struct DrawCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draws a schema: its types, their properties, and what refers to what.",
    usage: """
      schema draw <schema> [--at <pointer>]
                  [--format <format>] [--output <file>]
      """,
    discussion: """
      Mermaid is a text that GitHub and many editors show as a picture; DOT is what Graphviz \
      reads; SVG is a picture that any browser opens.

        schema draw order.json -o order.svg
        schema draw recipe >> README.md
      """)

  @OptionGroup var input: SourceOptions

  @Option(
    help: "The format. The default is that of the output file's extension, or mermaid.")
  var format: DrawingFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write instead of standard output.", valueName: "file"),
    completion: .file(extensions: DrawingFormat.allCases.flatMap(\.endings)))
  var output: String?

  func run(on console: inout some Console) throws {
    let reading = try input.read(on: &console)
    let diagram = SchemaDiagram(reading.graph, name: input.source.name)
    let format = format ?? output.flatMap(DrawingFormat.init(ofFile:)) ?? .mermaid
    let text = format.text(of: diagram)
    guard let output, output != "-" else { return try console.write(text) }
    do {
      try OutputFile.write(text, toFileAt: output)
    } catch {
      throw CommandError.unwritable(path: output, reason: error.reason)
    }
  }
}

extension DrawingFormat: ExpressibleByArgument {}
#endif
