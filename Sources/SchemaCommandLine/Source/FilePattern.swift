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
/// folders. As in a shell, only a part that begins with a dot matches a hidden name.
struct FilePattern: Equatable {
  /// The path of the folder that the pattern begins with, which is empty or ends in a slash.
  private let start: String

  /// The parts of the pattern after this folder.
  private let parts: [String]

  /// Creates a pattern; `nil` if the argument has no special character.
  init?(_ argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let folder = parts.dropLast().prefix { !Self.hasMeaning($0) }
    guard parts.contains(where: Self.hasMeaning) else { return nil }
    start = folder.map { $0 + "/" }.joined()
    self.parts = Array(parts.dropFirst(folder.count))
  }

  /// Creates the pattern of all JSON files in a folder, and in folders in it.
  init(jsonFilesIn folder: String) {
    start = folder.hasSuffix("/") ? folder : folder + "/"
    parts = ["**", "*.[jJ][sS][oO][nN]"]
  }

  private static func hasMeaning(_ part: String) -> Bool { part.contains { "*?[".contains($0) } }

  /// Returns the paths of the matching files, in the order of their bytes.
  ///
  /// Only folders that may have a match are listed. `**` does not follow symbolic links.
  ///
  /// `list` returns the names in a folder, or `nil` if the folder cannot be read.
  func files(
    listing list: (String) -> [String]? = SchemaFolder.names
  ) throws(CommandError) -> [String] {
    func unreadable(_ folder: String) -> CommandError {
      .unreadable(
        "The folder '\(folder.isEmpty ? "." : folder)'", reason: "its files cannot be listed")
    }
    var found: Set<String> = []
    var pending = [Step(folder: start, part: 0)]
    var seen = Set(pending)
    func add(_ step: Step) {
      if step.part < parts.count, seen.insert(step).inserted { pending.append(step) }
    }
    while let step = pending.popLast() {
      let isLast = step.part == parts.count - 1
      let isAnyFolder = parts[step.part] == "**"
      if isAnyFolder { add(Step(folder: step.folder, part: step.part + 1)) }
      let pattern = isAnyFolder ? "*" : parts[step.part]
      guard let names = list(step.folder) else { throw unreadable(step.folder) }
      for name in names where unsafe fnmatch(pattern, name, FNM_PERIOD) == 0 {
        let path = step.folder + name
        if !SchemaFolder.exists(at: path) {
          if isLast { found.insert(path) }
        } else if !isAnyFolder {
          add(Step(folder: path + "/", part: step.part + 1))
        } else if !SchemaFolder.isLink(path) {
          add(Step(folder: path + "/", part: step.part))
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A folder whose names are matched by a part of the pattern.
  private struct Step: Hashable {
    let folder: String
    let part: Int
  }
}

/// Folders and the names in them.
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

  /// Returns the names in the folder at a path, where the empty one is the current folder; `nil` if
  /// the folder cannot be read.
  static func names(in path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)
  }

  /// Returns `true` if there is a symbolic link at a path.
  fileprivate static func isLink(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeSymbolicLink
  }
}
