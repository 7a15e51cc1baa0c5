import Foundation

/// Runs this program again as a child process.
///
/// Child processes are needed because a cold start happens once in a process, a peak of memory
/// belongs to a whole process, and a stack overflow ends the process.
enum ChildProcess {
  /// The argument with which this program runs as a child.
  static let marker = "--child"

  /// The way in which a child ended.
  enum Outcome {
    case finished([String])
    case failed
    case crashed(signal: Int32)
  }

  /// Runs a child process that must finish without an error.
  ///
  /// - Parameter arguments: The task of the child.
  /// - Returns: The words that the child printed.
  /// - Throws: An error if the child did not finish.
  static func words(_ arguments: [String]) throws -> [String] {
    guard case .finished(let words) = try run(arguments, quietly: false) else {
      throw ReportError("The child `\(arguments.joined(separator: " "))` did not finish.")
    }
    return words
  }

  /// Runs a child.
  ///
  /// - Parameters:
  ///   - arguments: The task of the child.
  ///   - quietly: `true` to discard the messages of the child.
  /// - Returns: The way in which the child ended.
  /// - Throws: An error if the child could not be started.
  static func run(_ arguments: [String], quietly: Bool) throws -> Outcome {
    guard let program = Bundle.main.executableURL else {
      throw ReportError("The path of this program is not known.")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = [marker] + arguments
    process.standardOutput = output
    if quietly {
      process.standardError = FileHandle.nullDevice
    }
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { _, new in new })
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): return .finished(text.split(whereSeparator: \.isWhitespace).map(String.init))
    case (.exit, _): return .failed
    default: return .crashed(signal: process.terminationStatus)
    }
  }
}
