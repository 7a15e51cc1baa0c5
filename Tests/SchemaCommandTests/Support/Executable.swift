import Foundation

/// The command as it was built, beside the tests.
enum Executable {
  /// Where it is, or `nil` if it is not found.
  static let url: URL? = {
    for argument in ProcessInfo.processInfo.arguments {
      guard let end = argument.range(of: ".xctest")?.upperBound else { continue }
      let file = URL(fileURLWithPath: String(argument[..<end])).deletingLastPathComponent()
        .appendingPathComponent("schema")
      if FileManager.default.isExecutableFile(atPath: file.path) { return file }
    }
    return nil
  }()

  /// What came of a process.
  struct Outcome {
    var output: String
    var messages: String
    var status: Int32
    var wasKilled: Bool
  }

  /// Waits for processes, so that no thread of the pool has to.
  private static let queue = DispatchQueue(label: "processes")

  private static func waiting<Value: Sendable>(
    for body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - input: What it reads on standard input.
  ///   - isOutputClosed: Whether nobody reads what it writes.
  /// - Returns: What came of it.
  /// - Throws: What kept it from running.
  static func run(
    _ arguments: [String], input: String = "", isOutputClosed: Bool = false
  ) async throws -> Outcome {
    try await waiting {
      try runAndWait(arguments, input: input, isOutputClosed: isOutputClosed)
    }
  }

  /// Runs the command on a terminal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the command.
  ///   - environment: Variables beside those of this process, of which `NO_COLOR` and `TERM` are
  ///     left out.
  /// - Returns: What the terminal is told.
  /// - Throws: What kept it from running.
  static func runOnTerminal(
    _ arguments: [String], environment: [String: String]
  ) async throws -> String {
    try await waiting {
      let terminal = try PseudoTerminal()
      let process = Process()
      process.executableURL = url
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

  private static func runAndWait(
    _ arguments: [String], input: String, isOutputClosed: Bool
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    let output = Pipe()
    let messages = Pipe()
    process.standardOutput = output
    process.standardError = messages
    if isOutputClosed { try output.fileHandleForReading.close() }
    let source = Pipe()
    process.standardInput = source
    try process.run()
    // Nothing that a test writes is larger than what a pipe holds.
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let written = isOutputClosed ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    let said = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: written, as: UTF8.self),
      messages: String(decoding: said, as: UTF8.self), status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal)
  }
}
