import Foundation

/// The program of a target that lists types with schemas.
struct Program {
  let target: String
  let file: URL

  /// The folder with the stored schemas.
  let folder: URL

  /// The names of the schemas whose incompatible change or removal is accepted.
  var accepted: [String] = []

  /// Runs the program to store or check the schemas.
  ///
  /// - Returns: 0 if the stored schemas are current, 1 if they differ, 2 if they cannot be checked
  ///   or a signal ended the program.
  func run(_ options: [String]) throws -> Int32 {
    let process = process(accepted.flatMap { ["--accept", $0] } + options)
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 2
  }

  /// Returns the names of the program's types and of the stored schemas.
  func names() throws -> [String] {
    let process = process(["--names"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw SnapshotFailure(description: "The schemas of \(target) cannot be listed.\n\(text)")
    }
    return text.split(separator: "\n").map(String.init)
  }

  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = file
    process.arguments = ["--folder", folder.path] + arguments
    return process
  }
}
