package import Foundation

/// The real data beside the package, which is read and never copied into it.
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

  /// What a test says that is skipped.
  package static let absence = "No corpus: set SCHEMAKIT_CORPUS to the folder that holds it."
}
