#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema stream`: shows a value while its text arrives.
struct StreamCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Shows a value as it grows while its text arrives.",
    usage: """
      schema stream --schema <schema> [--at <pointer>]
                    [--references <path> ...] [--color <when>]
      schema stream <sample> [--play] [--speed <characters>] [--color <when>]
      """,
    discussion: """
      The text is read from standard input. If that is a terminal, or with --play, the text of \
      the sample is played.

      On a terminal the value is redrawn as it grows, with ✓ before complete parts, … before \
      growing parts, and · before missing parts. \
      Elsewhere a line is written for each value that is finished: its JSON Pointer and its JSON.

        schema stream recipe --play
        ollama run some-model "$PROMPT" | schema stream --schema order.json

      A text that is not JSON is read along the schema, as by 'schema read': each mend is a note \
      on standard error. If the whole text has another value than was shown, that is an error.

      The exit status is 0 if a value was read; 1 if the text is malformed, ends early, or does \
      not match; and 2 if the schema or the text cannot be read.
      """)

  @Argument(
    help: ArgumentHelp(
      "The sample: \(Sample.names.joined(separator: ", ")).",
      valueName: "sample"),
    completion: .list(Sample.names))
  var sample: String?

  @Option(
    help: ArgumentHelp("A JSON Schema file, or the name of a sample.", valueName: "schema"))
  var schema: SchemaSource?

  @OptionGroup var part: PartOptions

  @Flag(help: "Plays the text of the sample.")
  var play = false

  @Option(help: ArgumentHelp("The speed of --play, per second.", valueName: "characters"))
  var speed = 90

  @OptionGroup var colors: ColorOptions

  var color: ColorChoice { colors.color }

  func validate() throws {
    guard (1...1_000_000).contains(speed) else {
      throw ValidationError("The speed has to be between 1 and 1000000 characters per second.")
    }
    guard (sample == nil) != (schema == nil) else {
      throw ValidationError("Name a sample, or a schema with --schema, but not both.")
    }
    switch schema {
    case .standardInput:
      throw ValidationError(
        "The text is read from standard input, so --schema has to name a file or a sample.")
    case .file, .unknown:
      if play { throw ValidationError("Only a sample has a text to play.") }
    case .sample, nil: break
    }
  }

  func run(on console: inout some Console) throws {
    let source: SchemaSource
    if let schema {
      source = schema
    } else {
      let name = sample ?? ""
      guard let sample = Sample(rawValue: name) else { throw CommandError.unknownSample(name) }
      source = .sample(sample)
    }
    let sampleAnswer: String? = if case .sample(let sample) = source { sample.answer } else { nil }
    let reading = try source.readReporting(part.part, on: &console)
    let playedText = play || console.isInputTerminal ? sampleAnswer : nil
    let input = playedText.map { StreamInput.playing($0, speed: speed) } ?? .standardInput
    let validator = try source.reporting(on: &console) { _ in
      try reading.validator(in: source.name)
    }
    var stream = try StreamPresentation(
      name: source.name, reading, validator, canPlay: sampleAnswer != nil)
    let findings = try stream.run(input, on: &console)
    console.reportEach(of: findings)
    // Mends are no problem.
    if findings.listed.contains(where: { $0.severity == .error }) { throw ExitStatus.failure }
  }
}
#endif
