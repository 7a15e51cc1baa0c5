#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A pattern of paths, for shells that do not expand it and for configurations without a shell.
///
/// `*`, `?` and `[a-z]` match characters of one name, as in a shell; the name `**` matches any
/// folders.
struct FilePattern: Equatable {
  private let parts: [String]

  /// The folder that the pattern begins with, up to the first special character.
  private let folder: [String]

  /// Creates a pattern; `nil` if the argument has no special character.
  ///
  /// - Parameter argument: The argument.
  init?(_ argument: String) {
    parts = argument.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    folder = Array(parts.dropLast().prefix { !Self.hasMeaning($0) })
    guard parts.contains(where: Self.hasMeaning) else { return nil }
  }

  /// Returns the paths of the matching files, in the order of their bytes.
  ///
  /// - Throws: ``CommandError`` if the folder that the pattern begins with cannot be read.
  func files() throws(CommandError) -> [String] {
    let start = folder.isEmpty ? "." : folder.joined(separator: "/") + "/"
    let rest = parts.dropFirst(folder.count)
    let paths = try SchemaFolder.paths(in: start).filter { path in
      Self.fits(path.split(separator: "/").map(String.init)[...], rest)
    }
    return paths.map { folder.isEmpty ? $0 : start + $0 }
  }

  private static func hasMeaning(_ part: String) -> Bool {
    part.contains { "*?[".contains($0) }
  }

  /// Returns `true` if names match parts of a pattern: each step keeps the parts that may come
  /// next.
  private static func fits(_ names: ArraySlice<String>, _ parts: ArraySlice<String>) -> Bool {
    var reached = closure([parts.startIndex], parts)
    for name in names {
      var next: Set<Int> = []
      for part in reached where part < parts.endIndex {
        if parts[part] == "**" {
          next.insert(part)
        } else if unsafe fnmatch(parts[part], name, FNM_PERIOD) == 0 {
          next.insert(part + 1)
        }
      }
      reached = closure(next, parts)
    }
    return reached.contains(parts.endIndex)
  }

  /// Returns the parts, and the part after each `**`, which may match nothing.
  private static func closure(_ reached: Set<Int>, _ parts: ArraySlice<String>) -> Set<Int> {
    var reached = reached
    for part in parts.indices where parts[part] == "**" && reached.contains(part) {
      reached.insert(part + 1)
    }
    return reached
  }
}

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
