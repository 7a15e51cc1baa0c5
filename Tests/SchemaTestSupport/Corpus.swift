package import Foundation

/// The real data outside of the package, which tests only read.
package enum Corpus {
  /// The folder: what the environment variable `SCHEMAKIT_CORPUS` names, else `../shared/corpus`
  /// as seen from the package.
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SCHEMAKIT_CORPUS"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    return package.deletingLastPathComponent()
      .appendingPathComponent("shared/corpus", isDirectory: true)
  }()

  /// Whether a part of it is there.
  package static func has(_ part: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(part).path)
  }

  /// The message of a skipped test.
  package static let absence = "No corpus: set SCHEMAKIT_CORPUS to the folder that holds it."
}
