import Foundation

/// The files of the repository that this test stands in.
enum Repository {
  /// The top folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file.
  ///
  /// - Parameter path: Its path from the top folder.
  /// - Returns: The text.
  /// - Throws: An error of Foundation if there is no such file.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Whether there is a file or folder.
  ///
  /// - Parameter path: Its path from the top folder.
  /// - Returns: Whether it is there.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The paths of the Swift files of this test target.
  static func ownSources() throws -> [String] {
    let folder = "Tests/DocumentationTests"
    return try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\($0)" }
      .sorted()
  }
}
