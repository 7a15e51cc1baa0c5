#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema read`: reads a value from the saved answer of a model.
struct ReadCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Reads a value from the answer of a model that nothing held to a schema.",
    usage: """
      schema read [<answer>] --schema <schema> [--policy <policy>]
                  [--at <pointer>] [--references <path> ...]
                  [--pretty | --compact] [--color <when>]
      """,
    discussion: """
      The text may have words and fences around the value, other quotes, missing commas, values of \
      another form and more. A mend is made only if the text then has one meaning, and each is a \
      note on standard error. The value goes to standard output.

        schema read answer.txt --schema order.json
        ollama run some-model "$PROMPT" | schema read --schema order.json

      The exit status is 0 if a value was read, 1 if not, and 2 if the schema or the text cannot \
      be read.
      """)

  @Argument(
    help: ArgumentHelp("A file with the text, or - for standard input.", valueName: "answer"))
  var answer = "-"

  @Option(help: ArgumentHelp("A JSON Schema file, or the name of a sample.", valueName: "schema"))
  var schema: SchemaSource

  @Option(
    help: ArgumentHelp(
      "The mends that are made: strict for none, clear for those with one meaning, guessing for "
        + "likely ones, too.", valueName: "policy"))
  var policy = PolicyArgument.clear

  @OptionGroup var part: PartOptions

  @OptionGroup var json: JSONOptions

  var color: ColorChoice { json.colors.color }

  func validate() throws {
    guard schema != .standardInput || answer != "-" else {
      throw ValidationError(
        "The text is read from standard input, so --schema has to name a file or a sample.")
    }
  }

  func run(on console: inout some Console) throws {
    let source = try schema.readReporting(part.part, on: &console)
    let reader = try schema.reporting(on: &console) { _ in try source.reader(policy: policy.policy)
    }
    let isInput = answer == "-"
    let bytes =
      isInput
      ? try SchemaSource.standardInputBytes(from: &console)
      : try SchemaSource.bytes(ofFileAt: answer)
    let name = isInput ? SchemaSource.standardInput.name : answer
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw CommandError.unreadable("The text '\(name)'", reason: "it is not UTF-8")
    }
    let reading: Reading
    do throws(ReadingError) {
      reading = try reader.read(text)
    } catch {
      console.report(Finding(error, in: name))
      throw ExitStatus.failure
    }
    console.reportEach(
      of: FindingList((reading.mends + reading.suspicions).map { Finding($0, in: name) }))
    try console.write(json: reading.content.jsonString(.compact), json.layout)
  }
}

/// The mends that `schema read` makes.
enum PolicyArgument: String, CaseIterable, ExpressibleByArgument {
  case strict, clear, guessing

  var policy: ReadingPolicy {
    switch self {
    case .strict: .strict
    case .clear: .clear
    case .guessing: .guessing
    }
  }
}
#endif
