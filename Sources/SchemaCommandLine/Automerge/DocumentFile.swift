#if Automerge
import AutomergeDocument

/// A document in a file, and its versions by the texts that users write for them.
struct DocumentFile {
  let document: Document

  /// Reads a file.
  init(path: String) throws(CommandError) {
    let bytes = try SchemaSource.bytes(ofFileAt: path)
    do throws(AutomergeError) {
      document = try Document(bytes)
    } catch {
      throw .noDocument(in: path, error)
    }
  }

  /// Returns the heads that a version names: hashes, or unique prefixes of them, with commas
  /// between.
  ///
  /// - Parameter version: The version; `nil` for the current one.
  /// - Returns: The hashes.
  /// - Throws: ``CommandError`` if a hash is missing, unknown or not unique.
  func heads(_ version: String?) throws -> Set<ChangeHash> {
    guard let version else { return document.heads() }
    let known = document.getHistory()
    let versions = version.split(separator: ",", omittingEmptySubsequences: false)
    return try Set(
      versions.map { digits in
        guard !digits.isEmpty else { throw CommandError.missingHash(inVersion: version) }
        let found = known.filter { $0.description.hasPrefix(digits.lowercased()) }
        guard let first = found.first, found.count == 1 else {
          throw CommandError.noSingleChange(beginningWith: digits, count: found.count)
        }
        return first
      })
  }
}

extension CommandError {
  /// A file is not an Automerge document, or a larger one than is read.
  fileprivate static func noDocument(in path: String, _ error: AutomergeError) -> Self {
    let place = error.offset.map { "at byte \($0) of " } ?? "in "
    return error.code == .limitExceeded
      ? Self("The file '\(path)' is larger than the limits for Automerge documents allow.")
      : Self("There is no Automerge document \(place)the file '\(path)'. \(error.message)")
  }

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
