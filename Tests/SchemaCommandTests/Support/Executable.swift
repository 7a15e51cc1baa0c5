import Foundation
import SchemaTestSupport

/// The command that was built together with the tests.
enum Executable {
  /// The program, or `nil` if it is not found.
  static let program = BuiltProgram("schema")

  /// The command was not built.
  struct Missing: Error {}

  /// Runs the command; see `BuiltProgram`.
  static func run(
    _ arguments: [String], input: String = "", isOutputClosed: Bool = false
  ) async throws -> BuiltProgram.Outcome {
    guard let program else { throw Missing() }
    return try await program.run(arguments, input: input, isOutputClosed: isOutputClosed)
  }

  /// Runs the command on a terminal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - environment: Variables in addition to those of this process without `NO_COLOR` and
  ///     `TERM`.
  /// - Returns: The text that the terminal received.
  /// - Throws: What kept it from running.
  static func runOnTerminal(
    _ arguments: [String], environment: [String: String]
  ) async throws -> String {
    guard let program else { throw Missing() }
    return try await BuiltProgram.waiting {
      let terminal = try PseudoTerminal()
      let process = Process()
      process.executableURL = program.url
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = terminal.outer
      process.environment = ProcessInfo.processInfo.environment
        .merging(["NO_COLOR": "", "TERM": "xterm-256color"]) { $1 }.merging(environment) { $1 }
      try process.run()
      process.waitUntilExit()
      return terminal.written()
    }
  }
}
