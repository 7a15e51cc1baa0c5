#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema stream`: shows a value of a sample while its text arrives.
struct StreamCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Shows a sample's value as it grows while its JSON text arrives.",
    usage: "schema stream <sample> [--play] [--speed <characters>]",
    discussion: """
      The text is read from standard input. If that is a terminal, or with --play, a text that \
      comes with the command is played.

      On a terminal the value is redrawn as it grows, with ✓ before what is complete, … \
      before what is growing, and · before what is still missing. \
      Elsewhere a line is written for each value that is finished: its JSON Pointer and its JSON.

        schema stream recipe --play
        ollama run some-model "$PROMPT" | schema stream recipe

      The exit status is 0 if the text is a value of the sample, and 1 if it is malformed, ends \
      early, or does not match the sample.
      """)

  @Argument(
    help: ArgumentHelp(
      "The sample: \(Sample.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "sample"),
    completion: .list(Sample.allCases.map(\.rawValue)))
  var sample: String

  @Flag(help: "Plays a text that is part of the command.")
  var play = false

  @Option(help: ArgumentHelp("The speed of --play, per second.", valueName: "characters"))
  var speed = 90

  func validate() throws {
    guard (1...1_000_000).contains(speed) else {
      throw ValidationError("The speed has to be between 1 and 1000000 characters per second.")
    }
  }

  func run(on console: inout some Console) throws {
    guard let sample = Sample(rawValue: sample) else {
      throw CommandError.unknownSample(sample)
    }
    let input =
      play || console.isInputTerminal
      ? StreamInput.playing(sample.answer, speed: speed) : .standardInput
    try show(sample.type, input, named: sample.rawValue, on: &console)
  }

  private func show<Value: Generable>(
    _ type: Value.Type, _ input: StreamInput, named name: String, on console: inout some Console
  ) throws {
    var stream = StreamPresentation<Value>(name: name)
    try stream.run(input, on: &console)
  }
}
#endif
