#if CommandLine
import ArgumentParser

/// The command line of SchemaKit.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Works with JSON Schemas for language models.",
    discussion: """
      A language model that is given a JSON Schema answers with JSON that fits it; but each \
      provider accepts its own dialect. This command reads a JSON Schema file, standard input (-), \
      or one of its samples:

        schema list                       the samples and the dialects
        schema encode order.json --dialect openai
                                          in the form that OpenAI accepts
        schema fit order.json --dialect openai
                                          in another form, if OpenAI needs one
        schema prompt order.json          as a short text, for a prompt
        schema check order.json           what each provider accepts
        schema check schemas              the same for all files of a folder
        schema validate order.json answer.json
                                          is the answer valid?
        schema diff old.json new.json     are stored answers still valid?
        schema draw recipe -o recipe.svg  a picture, to open in a browser
        schema stream recipe --play       a value, while its text arrives
        schema read answer.txt --schema order.json
                                          a value from a text with mistakes
        schema chat "A soup" --schema recipe --model http://localhost:8080/v1
                                          a valid answer, from a model
        schema mask recipe --vocabulary tokenizer.json --text '{'
                                          the tokens that may follow
        schema explain value.required     the meaning of a code in a report
      \(automergeExample)
      Results go to standard output, messages to standard error. \(ExitStatus.help)

      To complete commands and options in zsh (or write bash or fish instead):

        schema --generate-completion-script zsh > ~/.zfunc/_schema
      """,
    version: CommandVersion.current,
    subcommands: [
      EncodeCommand.self, FitCommand.self, PromptCommand.self, CheckCommand.self,
      ValidateCommand.self, DiffCommand.self, DrawCommand.self, StreamCommand.self,
      ReadCommand.self, ChatCommand.self, MaskCommand.self, ListCommand.self, ExplainCommand.self,
    ] + automerge)

  #if Automerge
  private static let automerge: [any ParsableCommand.Type] = [AutomergeCommand.self]
  private static let automergeExample =
    "  schema automerge show FILE        a document that several people edit\n"
  #else
  private static let automerge: [any ParsableCommand.Type] = []
  private static let automergeExample = ""
  #endif
}
#endif
