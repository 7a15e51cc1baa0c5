#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema fit`: writes a schema in the form that a provider accepts, and maps answers back.
struct FitCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Fits a schema to a provider, and maps answers back to the declared form.",
    usage: """
      schema fit <schema> --dialect <name> [--at <pointer>]
                 [--references <path> ...] [--exact]
                 [--answer <file>] [--lines]
                 [--pretty | --compact] [--color <when>]
      """,
    discussion: """
      A type that the dialect cannot state gets another form: a dictionary becomes an array of \
      entries, and a root that is not an object is put into one. Answers are mapped back. The \
      schema is written to standard output, and the changes to standard error.

      An object that names its properties and does not mention others is closed, so that the \
      model does not invent properties. With --exact, it stays open.

        schema fit order.json --dialect openai
        schema fit order.json --dialect openai --answer answer.json

      With --answer, answers to the fitted schema are written as values of the declared one, if \
      they are valid.

      The exit status is 0 if the schema or all answers are written, 1 if the dialect still \
      rejects the schema or an answer is not valid, and 2 if a file cannot be used.
      """)

  @OptionGroup var input: SourceOptions

  @Option(
    help: DialectArgument.help("The dialect"),
    completion: .list(DialectRegistry.standard.names))
  var dialect: String

  @Flag(help: "Keeps objects open that name properties and do not mention others.")
  var exact = false

  @Option(
    help: ArgumentHelp(
      "A file with answers to the fitted schema, or - for standard input.", valueName: "file"),
    completion: .file(extensions: ["json", "jsonl", "ndjson"]))
  var answer: String?

  @Flag(help: "Reads an answer from each line, as from files that end in .jsonl or .ndjson.")
  var lines = false

  @OptionGroup var json: JSONOptions

  var color: ColorChoice { json.colors.color }

  func validate() throws {
    guard answer != nil || !lines else { throw ValidationError("--lines needs --answer.") }
    if input.source == .standardInput, answer == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run(on console: inout some Console) throws {
    let dialect = try DialectArgument.dialect(named: dialect)
    let reading = try input.read(on: &console)
    let encoder = SchemaEncoder(dialect: dialect, isExact: exact)
    let diagnostics = encoder.check(fitting: reading.graph)
    let isRejected = diagnostics.contains { $0.severity == .error }
    if answer == nil || isRejected {
      let findings = diagnostics.map { Finding($0, in: input.source.name) }
      console.report(reading.positioned(FindingList(findings)))
    }
    if isRejected { throw ExitStatus.failure }
    let schema = try encoder.fit(reading.graph)
    if let answer {
      let validator = try input.source.reporting(on: &console) { _ in
        try reading.validator(in: input.source.name)
      }
      try console.requireUsable(validator)
      // Reading the schema has reported its language and its form.
      let reported = [ImportRule.otherDraft.code, Rule.Code.otherDocument]
      console.report(validator.findings.filter { !reported.contains($0.code) })
      return try map(answer, through: schema.mapping, by: validator, on: &console)
    }
    if schema.mapping.isIdentity {
      console.report(
        diagnostics.isEmpty && reading.losses == 0
          ? "The dialect '\(dialect.name)' accepts the schema without changes."
          : "Answers to this schema need no mapping.")
    }
    try console.write(json: schema.jsonString(.compact), json.layout)
  }

  /// Writes the values of the answers in a file, and reports invalid ones.
  private func map(
    _ file: String, through mapping: AnswerMapping, by validator: InstanceValidator,
    on console: inout some Console
  ) throws {
    var status = ExitStatus.success
    try InstanceSource(file, hasLines: lines).forEach(on: &console) { answer, console in
      let validated = validator.validate(answer, through: mapping)
      console.reportEach(of: validated.findings)
      guard validated.findings.isEmpty, let content = validated.content else {
        status = .failure
        return
      }
      try console.write(json: content.jsonString(.compact), json.layout)
    }
    if status != .success { throw status }
  }
}
#endif
