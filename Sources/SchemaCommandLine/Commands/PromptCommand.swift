#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema prompt`: writes a schema as a type text.
struct PromptCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Writes a schema as a short text of types, for the prompt of a model.",
    usage: """
      schema prompt <schema> [--at <pointer>] [--references <path> ...]
      """,
    discussion: """
      A model that no server holds to a schema reads it in the prompt. The type text states the \
      same constraints as JSON Schema, with about half of its tokens: a question mark is an \
      optional property, a bar separates alternatives, and a comment has constraints and the \
      description. The first type is that of the answer.

        schema prompt recipe
        schema prompt api.json --at /components/schemas/Order

      A warning names each constraint of the file that is not supported.

      The exit status is 0 if the text is written, and 2 if the schema cannot be used.
      """)

  @OptionGroup var input: SourceOptions

  func run(on console: inout some Console) throws {
    let reading = try input.read(on: &console)
    try console.write(document: try TypeText(reading.graph).description)
  }
}
#endif
