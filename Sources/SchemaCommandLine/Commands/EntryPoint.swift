#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The version of the command, which is that of the package.
enum CommandVersion {
  static let current = "0.1.0"
}

/// The exit statuses of the command.
///
/// A command that ends with ``failure`` throws it after it has written its report.
enum ExitStatus: Int32, Error {
  /// The command is done, or the answer is yes: the value is valid, the schema accepted, the change
  /// compatible.
  case success = 0

  /// The answer is no, or not certainly yes.
  case failure = 1

  /// There is no answer: arguments are invalid, a file cannot be read, a document is not a schema.
  case trouble = 2

  /// The list for the help of the command.
  static let help = """
    The exit status is 0 if all is well; 1 if the answer is no, as for an invalid value, a \
    rejected schema or a breaking change; and 2 if there is no answer, because of the arguments, \
    or a file or a schema that cannot be used.
    """
}

#if CommandLine
import ArgumentParser

/// Runs the command with the arguments of the process, and ends the process.
package func runSchemaCommand() async {
  OutputFile.reportClosedPipes()
  var console = StandardConsole()
  let arguments = Array(CommandLine.arguments.dropFirst())
  exit(await SchemaCommand.runWaiting(arguments, on: &console).rawValue)
}

extension SchemaCommand {
  /// Runs the command with some arguments, including asynchronous commands.
  static func runWaiting(
    _ arguments: [String], on console: inout some Console
  ) async -> ExitStatus {
    // If the arguments are invalid, `run` parses them again and reports the error.
    if let command = try? parseAsRoot(arguments) as? any AsyncConsoleCommand {
      return await command.perform(on: &console)
    }
    return run(arguments, on: &console)
  }

  /// Runs the command with some arguments, except for asynchronous commands.
  static func run(_ arguments: [String], on console: inout some Console) -> ExitStatus {
    do {
      try checkName(arguments.first)
      var command = try parseAsRoot(arguments)
      if let command = command as? any ConsoleCommand { return command.perform(on: &console) }
      // A command without its own work, such as the one that shows help.
      try command.run()
      return .success
    } catch let error as CommandError {
      console.report(error: error)
      return .trouble
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error).isSuccess else {
        let message =
          text.hasPrefix(argumentErrorLabel)
          ? "error: " + text.dropFirst(argumentErrorLabel.count) : text
        for line in StyledLine.lines(ofDocument: message) { console.report(line) }
        return .trouble
      }
      do {
        try console.write(document: text)
        return .success
      } catch {
        return console.end(with: error)
      }
    }
  }

  /// The beginning of messages of ArgumentParser.
  ///
  /// Other messages begin with "error:", as editors and terminals expect it.
  private static let argumentErrorLabel = "Error: "

  /// Throws an error with a suggestion if the first argument is not a command.
  private static func checkName(_ name: String?) throws(CommandError) {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let name, !name.hasPrefix("-"), !names.contains(name) else { return }
    throw .unknownCommand(name, known: names)
  }
}
#else
/// Reports that the command was built without the argument parser, and ends the process.
package func runSchemaCommand() async {
  var console = StandardConsole()
  console.report(
    """
    error: This schema command was built without the package trait CommandLine, so it does \
    nothing.
    """,
    "  Build it with the trait: swift build --traits default,CommandLine --product schema")
  exit(ExitStatus.trouble.rawValue)
}
#endif
