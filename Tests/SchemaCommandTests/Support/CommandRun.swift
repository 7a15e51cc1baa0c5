#if CommandLine
@testable import SchemaCommandLine

/// The result of the command for some arguments, in this process.
struct CommandRun {
  let output: String
  let messages: String
  let progress: [String]
  let status: Int32

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - input: The text on standard input.
  init(_ arguments: String..., input: String = "") {
    self.init(arguments, on: RecordingConsole(input: [Array(input.utf8)]))
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - console: The console to run on.
  init(_ arguments: [String], on console: RecordingConsole = RecordingConsole()) {
    var console = console
    status = SchemaCommand.run(arguments, on: &console).rawValue
    output = console.output
    messages = console.messages
    progress = console.progress
  }
}
#endif
