#if CommandLine
import ArgumentParser

@testable import schema

/// What came of running the command on some arguments, in this process.
struct CommandRun {
  private(set) var output = ""
  private(set) var messages: [String] = []
  private(set) var status: Int32 = 0

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - failure: With what writing the result fails, if it does.
  /// - Throws: What no command should.
  init(_ arguments: String..., failure: WriteFailure? = nil) throws {
    try self.init(arguments, failure: failure)
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - failure: With what writing the result fails, if it does.
  /// - Throws: What no command should.
  init(_ arguments: [String], failure: WriteFailure? = nil) throws {
    var console = RecordingConsole(failure: failure)
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
  }
}
#endif
