#if Automerge
import AutomergeDocument

/// A document in a file, and its versions by the texts that users write for them.
struct DocumentFile {
  let document: Document

  /// Reads a file.
  init(path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path: path)
    } catch {
      throw DocumentFileError(
        problem: "\(path) cannot be read: \(error.reason).", remedy: "Name a file that exists.")
    }
    document = try Document(bytes)
  }

  /// Returns the heads that a version names: hashes, or unique prefixes of them, with commas
  /// between.
  ///
  /// - Parameter version: The version; `nil` for the current one.
  /// - Returns: The hashes.
  /// - Throws: ``DocumentFileError`` if a hash is unknown or not unique.
  func heads(_ version: String?) throws -> [ChangeHash] {
    guard let version else { return document.heads() }
    let known = try document.getHistory()
    return try version.split(separator: ",").map { digits in
      let found = known.filter { $0.description.hasPrefix(digits.lowercased()) }
      guard let first = found.first, found.count == 1 else {
        throw DocumentFileError(
          problem: "\(found.count) changes begin with \(digits).",
          remedy: "'schema automerge history' lists the changes; give more digits of a hash.")
      }
      return first
    }
  }
}

/// The reason why a document or a version cannot be shown.
struct DocumentFileError: Error, CustomStringConvertible {
  let problem: String
  let remedy: String

  var description: String { "\(problem) \(remedy)" }
}
#endif
