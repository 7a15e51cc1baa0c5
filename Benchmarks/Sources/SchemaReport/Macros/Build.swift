import Foundation

/// A timed run of the Swift package manager.
struct Build {
  /// The elapsed time, and the total time of all processors, in seconds.
  let clock, processors: Double

  /// Runs `swift` in a folder.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - folder: The folder of the package.
  /// - Returns: The times of the run.
  /// - Throws: An error with the output, if the run fails.
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
