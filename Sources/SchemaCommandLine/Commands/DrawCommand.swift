#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema draw`: draws a schema as boxes and arrows.
struct DrawCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draws a schema: its types, their properties, and their references.",
    usage: """
      schema draw <schema> [--at <pointer>] [--references <path> ...]
                  [--format <format>] [--output <file>]
      """,
    discussion: """
      Mermaid is a text that GitHub and many editors show as a picture. DOT is a text that \
      Graphviz draws. SVG is a picture for any browser; Graphviz makes it, so it has to be \
      installed.

        schema draw order.json -o order.svg
        schema draw recipe >> README.md

      The exit status is 0 if the schema is drawn, and 2 if not.
      """)

  @OptionGroup var input: SourceOptions

  @Option(
    help: """
      The format on standard output; mermaid by default. The extension of a file selects its \
      format: .mmd, .dot or .svg.
      """)
  var format: DrawingFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write instead of standard output; not a symbolic link.", valueName: "file"),
    completion: .file(extensions: DrawingFormat.allCases.flatMap(\.endings)))
  var output: String?

  func run(on console: inout some Console) throws {
    let file = output == "-" ? nil : output
    let format = try format(of: file)
    let reading = try input.read(on: &console)
    let diagram = SchemaDiagram(reading.graph, name: input.source.name)
    let text = try format.text(of: diagram, by: Graphviz())
    guard let file else { return try console.write(document: text) }
    do {
      let lines = StyledLine.lines(ofDocument: text).map { $0.rendered(isColored: false) + "\n" }
      try OutputFile.write(lines.joined(), toFileAt: file)
    } catch {
      throw CommandError.unwritable(path: file, reason: error.reason)
    }
  }

  /// Returns the requested format, which must fit the file's extension.
  private func format(of file: String?) throws(CommandError) -> DrawingFormat {
    guard let file else { return format ?? .mermaid }
    guard let ending = DrawingFormat(ofFile: file), format ?? ending == ending else {
      throw .drawingFormat(ofFile: file, asked: format)
    }
    return ending
  }
}

extension DrawingFormat: ExpressibleByArgument {}
#endif
