#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lists the files in a folder.
enum SchemaFolder {
  /// Returns `true` if there is a folder at a path.
  static func exists(at path: String) -> Bool {
    #if canImport(FoundationEssentials)
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    #else
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
    #endif
  }

  /// Returns the paths of the files in a folder, and in folders in it, in the order of their bytes.
  ///
  /// - Parameter path: The path of the folder.
  /// - Returns: The paths from there.
  /// - Throws: ``CommandError`` if it cannot be read.
  static func paths(in path: String) throws(CommandError) -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: path)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw .unreadable("The folder '\(path)'", reason: "its files cannot be listed")
    }
  }
}
