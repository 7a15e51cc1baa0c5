#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder with schemas in it.
struct SchemaFolder: Sendable {
  /// The paths of the files in it, and in folders in it, that end in `.json`, in order.
  let files: [String]

  /// Lists a folder.
  ///
  /// - Parameter path: The path. The result is `nil` if there is no folder at it.
  /// - Throws: ``CommandError`` if there is one that cannot be read.
  init?(path: String) throws(CommandError) {
    var isFolder: Bool = false
    #if canImport(FoundationEssentials)
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    #else
    var flag: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &flag)
    isFolder = flag.boolValue
    #endif
    guard exists, isFolder else { return nil }
    do {
      files = try FileManager.default.subpathsOfDirectory(atPath: path)
        .filter { $0.lowercased().hasSuffix(".json") }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw .unreadable(source: "the folder '\(path)'", reason: "its files cannot be listed")
    }
  }
}
