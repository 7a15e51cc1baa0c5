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
      throw CommandError.unreadable(path, reason: error.reason)
    }
    document = try Document(bytes)
  }

  /// Returns the heads that a version names: hashes, or unique prefixes of them, with commas
  /// between.
  ///
  /// - Parameter version: The version; `nil` for the current one.
  /// - Returns: The hashes.
  /// - Throws: ``CommandError`` if a hash is missing, unknown or not unique.
  func heads(_ version: String?) throws -> [ChangeHash] {
    guard let version else { return document.heads() }
    let known = try document.getHistory()
    return try version.split(separator: ",", omittingEmptySubsequences: false).map { digits in
      guard !digits.isEmpty else { throw CommandError.missingHash(inVersion: version) }
      let found = known.filter { $0.description.hasPrefix(digits.lowercased()) }
      guard let first = found.first, found.count == 1 else {
        throw CommandError.noSingleChange(beginningWith: digits, count: found.count)
      }
      return first
    }
  }
}

extension CommandError {
  /// A version is empty, or has a comma without a hash next to it.
  fileprivate static func missingHash(inVersion version: String) -> Self {
    Self(
      version.isEmpty ? "The version is empty." : "The version '\(version)' lacks a hash.",
      remedy: "Give the first digits of a change's hash, or leave the version out.")
  }

  /// No change has a hash that begins with some digits, or several have.
  fileprivate static func noSingleChange(beginningWith digits: Substring, count: Int) -> Self {
    let list = "'schema automerge history' lists the changes"
    return count == 0
      ? Self("No change begins with '\(digits)'.", remedy: "\(list).")
      : Self(
        "\(count) changes begin with '\(digits)'.", remedy: "\(list); give more digits of a hash.")
  }
}
#endif
