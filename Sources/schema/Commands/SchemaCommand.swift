#if CommandLine
import ArgumentParser

/// The command line of SchemaKit.
@main
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Writes and draws the schemas by which language models generate Swift values.",
    discussion: """
      A language model that is given a JSON Schema answers with JSON that fits it. SchemaKit makes \
      such a schema of a Swift type, in the dialect that each provider accepts. This command does \
      so for a few sample types:

        schema list                            what there is to choose from
        schema encode recipe --pretty          a sample as plain JSON Schema
        schema encode shape --dialect gemini   another, in the form Gemini takes
        schema draw recipe -o recipe.svg       a picture, to open in a browser

      Results go to standard output, warnings and errors to standard error. The exit status is 0 \
      if all went well, 1 if not, and 64 if the arguments make no sense.
      """,
    version: "0.1.0",
    subcommands: [EncodeCommand.self, DrawCommand.self, ListCommand.self])
}
#endif
