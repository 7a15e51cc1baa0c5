#if CommandLine
import ArgumentParser

/// The command line of SchemaKit.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Works with the schemas by which language models generate Swift values.",
    discussion: """
      A language model that is given a JSON Schema answers with JSON that fits it; but each \
      provider accepts a dialect of its own. This command takes a JSON Schema file, standard \
      input (-), or a sample type that comes with it:

        schema list                       the samples and the dialects
        schema encode order.json --dialect openai
                                          in the form that OpenAI takes
        schema check order.json           what each provider would not enforce
        schema check schemas              the same, summed up over a folder
        schema diff old.json new.json     are stored answers still valid?
        schema cost order.json            about how many tokens it takes
        schema draw recipe -o recipe.svg  a picture, to open in a browser
        schema stream recipe --play       a value, while its text arrives
        schema mask recipe --vocabulary tokenizer.json --text '{'
                                          which tokens may follow
        schema automerge show FILE        a document that several people edit

      Results go to standard output, warnings and errors to standard error. The exit status is 0 \
      if all went well, 1 if not, and 64 if the arguments make no sense.
      """,
    version: "0.1.0",
    subcommands: [
      EncodeCommand.self, CheckCommand.self, DiffCommand.self, CostCommand.self,
      DrawCommand.self, StreamCommand.self, MaskCommand.self, ListCommand.self,
    ] + automerge)

  #if Automerge
  private static let automerge: [any ParsableCommand.Type] = [AutomergeCommand.self]
  #else
  private static let automerge: [any ParsableCommand.Type] = []
  #endif
}
#endif
