import Foundation

/// A run of the Swift package manager, timed.
struct Build {
  /// Seconds on the clock, and of all processors together.
  let clock, processors: Double

  /// Runs `swift` in a folder.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - folder: The folder of the package.
  /// - Returns: How long it took.
  /// - Throws: An error with what it printed, if it fails.
  @discardableResult
  static func run(_ arguments: [String], in folder: URL) throws -> Build {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    let processors = Platform.childTime()
    let start = ContinuousClock.now
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ReportError("swift \(arguments.joined(separator: " ")) fails:\n\(text)")
    }
    return Build(
      clock: (ContinuousClock.now - start) / .seconds(1),
      processors: Platform.childTime() - processors)
  }
}
