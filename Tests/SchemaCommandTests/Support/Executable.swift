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
