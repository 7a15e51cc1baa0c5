#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder with the stored schemas.
///
/// Each schema has one file.
struct SnapshotFolder {
  private static let ending = ".json"

  private let url: URL

  init(path: String) { url = URL(fileURLWithPath: path, isDirectory: true) }

  /// The names of the stored schemas, in the order of their bytes.
  ///
  /// - Throws: ``SnapshotError`` if the folder exists but cannot be read.
  var names: [String] {
    get throws(SnapshotError) {
      guard FileManager.default.fileExists(atPath: url.path) else { return [] }
      do {
        return try FileManager.default.contentsOfDirectory(atPath: url.path)
          .filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }
          .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      } catch {
        throw failure("The folder \(url.path) cannot be read", error)
      }
    }
  }

  /// Returns the path of a schema's file.
  func path(of name: String) -> String { file(name).path }

  /// Reads a stored schema.
  func read(_ name: String) throws(SnapshotError) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: file(name)))
    } catch {
      throw failure("The file \(path(of: name)) cannot be read", error)
    }
  }

  /// Stores a schema.
  func write(_ text: [UInt8], as name: String) throws(SnapshotError) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data(text).write(to: file(name), options: .atomic)
    } catch {
      throw failure("The file \(path(of: name)) cannot be written", error)
    }
  }

  /// Removes a stored schema.
  func remove(_ name: String) throws(SnapshotError) {
    do {
      try FileManager.default.removeItem(at: file(name))
    } catch {
      throw failure("The file \(path(of: name)) cannot be removed", error)
    }
  }

  private func file(_ name: String) -> URL {
    url.appendingPathComponent(name + Self.ending, isDirectory: false)
  }

  private func failure(_ problem: String, _ error: any Error) -> SnapshotError {
    SnapshotError("\(problem): \(error)", remedy: "Check the path and its permissions.")
  }
}
