#if CommandLine
import ArgumentParser

@testable import SchemaCommandLine
import SchemaConformances

/// What came of running the command on some arguments, in this process.
struct CommandRun {
  private(set) var output = ""
  private(set) var messages: [String] = []
  private(set) var progress: [String] = []
  private(set) var status: Int32 = 0

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - console: The console to run on.
  /// - Throws: What no command should.
  init(_ arguments: String..., on console: RecordingConsole = RecordingConsole()) throws {
    try self.init(arguments, on: console)
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - input: What comes on standard input.
  /// - Throws: What no command should.
  init(_ arguments: String..., input: String) throws {
    try self.init(arguments, on: RecordingConsole(input: [Array(input.utf8)]))
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - failure: With what writing the result fails.
  /// - Throws: What no command should.
  init(_ arguments: String..., failure: WriteFailure) throws {
    try self.init(arguments, on: RecordingConsole(failure: failure))
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - console: The console to run on.
  /// - Throws: What no command should.
  init(_ arguments: [String], on console: RecordingConsole = RecordingConsole()) throws {
    var console = console
    do {
      var command = try SchemaCommand.parseAsRoot(arguments)
      if let command = command as? any ConsoleCommand {
        try command.perform(on: &console)
      } else {
        // Such as the one that shows help.
        try command.run()
      }
    } catch let code as ExitCode {
      status = code.rawValue
    } catch {
      status = SchemaCommand.exitCode(for: error).rawValue
      let text = SchemaCommand.fullMessage(for: error)
      if status == 0 { console.output = text } else { console.messages.append(text) }
    }
    output = console.output
    messages = console.messages
    progress = console.progress
  }
}
#endif
