package import Foundation

/// A program that was built together with the tests.
package struct BuiltProgram: Sendable {
  /// The file.
  package let url: URL

  /// Finds a program.
  ///
  /// - Parameter names: The names that it may have; the first that is found is taken.
  package init?(_ names: String...) {
    for argument in ProcessInfo.processInfo.arguments {
      guard let end = argument.range(of: ".xctest")?.upperBound else { continue }
      let folder = URL(fileURLWithPath: String(argument[..<end])).deletingLastPathComponent()
      let files = names.map(folder.appendingPathComponent)
      if let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) {
        url = file
        return
      }
    }
    return nil
  }

  /// The result of a process.
  package struct Outcome: Sendable {
    package var bytes: [UInt8]
    package var output: String { String(decoding: bytes, as: UTF8.self) }
    package var messages: String
    package var status: Int32
    package var wasKilled: Bool
  }

  /// Waits for processes, so that no thread of the pool has to.
  private static let queue = DispatchQueue(label: "processes")

  /// Runs something that waits for a process.
  package static func waiting<Value: Sendable>(
    for body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - input: What it reads on standard input.
  ///   - isOutputClosed: Whether nobody reads what it writes.
  /// - Returns: What came of it.
  /// - Throws: What kept it from running.
  package func run(
    _ arguments: [String], input: String = "", isOutputClosed: Bool = false
  ) async throws -> Outcome {
    try await run(arguments, bytes: Array(input.utf8), isOutputClosed: isOutputClosed)
  }

  /// Runs the program with some bytes on standard input.
  package func run(
    _ arguments: [String], bytes: [UInt8], isOutputClosed: Bool = false
  ) async throws -> Outcome {
    try await Self.waiting {
      try runAndWait(arguments, input: Data(bytes), isOutputClosed: isOutputClosed)
    }
  }

  private func runAndWait(
    _ arguments: [String], input: Data, isOutputClosed: Bool
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
    try source.fileHandleForWriting.write(contentsOf: input)
    try source.fileHandleForWriting.close()
    let written = isOutputClosed ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    let said = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      bytes: Array(written),
      messages: String(decoding: said, as: UTF8.self), status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal)
  }
}
