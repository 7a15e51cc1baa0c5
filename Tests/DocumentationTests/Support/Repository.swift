import Foundation

/// The files of the repository that this test belongs to.
enum Repository {
  /// The top folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The documents whose code is checked: those on the top level, and all DocC catalogs.
  static let documents = ["README.md", "CONTRIBUTING.md"] + articles

  /// The pages of the DocC catalogs.
  static let articles = files(under: "Sources") { $0.hasSuffix(".md") && $0.contains(".docc/") }

  /// The Swift files with code that documents show: those of this test target, and one that needs
  /// the vocabularies of another.
  static let exampleSources =
    files(under: "Tests/DocumentationTests") { $0.hasSuffix(".swift") }
    + ["Tests/ConstrainedDecodingTests/ArticleTests.swift"]

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

  /// The paths of the files in a folder and below, sorted.
  static func files(under folder: String, where isIncluded: (String) -> Bool) -> [String] {
    let path = root.appending(path: folder).resolvingSymlinksInPath().path
    return (FileManager.default.subpaths(atPath: path) ?? [])
      .map { "\(folder)/\($0)" }
      .filter(isIncluded)
      .sorted()
  }
}
