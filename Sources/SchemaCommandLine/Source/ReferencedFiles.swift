import SchemaDocuments
import SchemaFormats
import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files to which references of a schema may lead.
///
/// Nothing is fetched: a reference leads to one of the files that the user names, or to none.
///
/// 1. A relative reference leads to the file at that path, from the folder of the file with the
///    reference.
/// 2. Any other reference leads to the file that states its URI in `$id`.
/// 3. A file or a folder that is named with a URI, as in `https://example.com/schemas/=schemas`,
///    has that URI.
/// 4. Otherwise a reference leads to the only file whose path ends as the reference does.
struct ReferencedFiles: Sendable, Hashable {
  /// A file or a folder, and the URI that was named for it.
  private struct Entry: Hashable {
    let uri: String?
    let path: String
  }

  private let entries: [Entry]

  /// No files.
  static let none = ReferencedFiles([])

  /// Creates a list of files from the arguments of an option.
  init(_ arguments: [String]) {
    entries = arguments.map { argument in
      guard let mark = argument.firstIndex(of: "="), argument[..<mark].contains(":") else {
        return Entry(uri: nil, path: argument)
      }
      return Entry(uri: String(argument[..<mark]), path: String(argument[mark...].dropFirst()))
    }
  }

  /// Returns the documents to which the references of a document lead, and those of these
  /// documents, by their URIs.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - path: The path of its file; `nil` for standard input.
  /// - Returns: The documents, without those that no reference leads to.
  /// - Throws: ``CommandError`` if a file that is named cannot be read;
  ///   `GeneratedContentParser.SyntaxError` if one to which a reference leads is not JSON.
  func documents(
    for document: GeneratedContent, at path: String?
  ) throws -> [String: GeneratedContent] {
    if entries.isEmpty { return [:] }
    var files = try FileTable(entries.map { ($0.uri, $0.path) })
    var found: [String: GeneratedContent] = [:]
    let folder = path.map(FileTable.absolute) ?? FileTable.absolute("-")
    var pending = [(content: document, uri: "", path: folder)]
    while let (content, given, path) = pending.popLast() {
      let base = URIReference(content.statedURI ?? "").resolved(against: URIReference(given))
      for text in content.references where !URIReference.isFragment(text) {
        let uri = URIReference(text).resolved(against: base).withoutFragment
        guard found[uri] == nil, let file = try files.file(for: text, uri, besides: path) else {
          continue
        }
        found[uri] = file.content
        pending.append((file.content, uri, file.path))
      }
    }
    return found
  }
}

/// The files that are named, each read once at most.
private struct FileTable {
  private var paths: Set<String> = []
  /// The paths of files by the URIs that are named for them.
  private var named: [String: String] = [:]
  private var contents: [String: GeneratedContent?] = [:]
  /// The paths of files by the URIs that they state; `nil` until it is needed.
  private var stated: [String: String]?

  init(_ entries: [(uri: String?, path: String)]) throws(CommandError) {
    for (uri, path) in entries {
      guard SchemaFolder.exists(at: path) else {
        guard FileManager.default.fileExists(atPath: path) else {
          throw .unreadable("The file '\(path)'", reason: "there is none")
        }
        paths.insert(Self.absolute(path))
        if let uri { named[URIReference(uri).withoutFragment] = Self.absolute(path) }
        continue
      }
      let folder = Self.absolute(path) + "/"
      for file in try FilePattern(jsonFilesIn: path).files() {
        let file = Self.absolute(file)
        paths.insert(file)
        guard let uri, file.hasPrefix(folder) else { continue }
        let start = uri.hasSuffix("/") ? uri : uri + "/"
        named[URIReference(start + file.dropFirst(folder.count)).withoutFragment] = file
      }
    }
  }

  static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Returns the file to which a reference leads.
  ///
  /// - Parameters:
  ///   - text: The reference.
  ///   - uri: The URI of the reference, without its fragment.
  ///   - path: The path of the file with the reference.
  /// - Returns: The file's content and its path; `nil` if no file fits.
  /// - Throws: ``SourceError`` if the file is not JSON, ``CommandError`` if it cannot be read.
  mutating func file(
    for text: String, _ uri: String, besides path: String
  ) throws -> (content: GeneratedContent, path: String)? {
    var candidates = [named[uri]]
    if let name = Self.relativePath(of: text) {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      candidates.append(Self.absolute(folder.joined(separator: "/") + "/" + name))
    }
    for case let candidate? in candidates where paths.contains(candidate) {
      // A file that a reference leads to has to be JSON.
      if let content = try content(at: candidate, isNeeded: true) { return (content, candidate) }
    }
    guard let candidate = try statedPaths()[uri] ?? pathEnding(as: uri),
      let content = try content(at: candidate, isNeeded: true)
    else { return nil }
    return (content, candidate)
  }

  /// Returns the only file whose path has the longest end in common with the path of a URI.
  private func pathEnding(as uri: String) -> String? {
    var steps = URIReference(uri).path.split(separator: "/").drop { $0 == ".." || $0 == "." }
    while !steps.isEmpty {
      let end = "/" + steps.joined(separator: "/")
      let found = paths.filter { $0.hasSuffix(end) }
      if let first = found.first { return found.count == 1 ? first : nil }
      steps = steps.dropFirst()
    }
    return nil
  }

  /// Returns the path of a relative reference; `nil` for any other reference.
  private static func relativePath(of text: String) -> String? {
    let name = String(URIReference(text).path)
    let isRelative = !name.isEmpty && !name.hasPrefix("/") && text.hasPrefix(name)
    // A fragment has the same escapes as a path.
    return isRelative ? URIReference("#" + name).decodedFragment : nil
  }

  private mutating func statedPaths() throws -> [String: String] {
    if let stated { return stated }
    var found: [String: String] = [:]
    for path in paths.sorted() {
      guard let uri = try content(at: path)?.statedURI else { continue }
      let key = URIReference(uri).withoutFragment
      if found[key] == nil { found[key] = path }
    }
    stated = found
    return found
  }

  /// Returns the content of a file; `nil` if it is not JSON and no reference leads to it.
  private mutating func content(
    at path: String, isNeeded: Bool = false
  ) throws -> GeneratedContent? {
    if let known = contents[path], known != nil || !isNeeded { return known }
    let bytes = try SchemaSource.bytes(ofFileAt: path)
    do {
      let content = try GeneratedContent(document: bytes)
      contents[path] = content
      return content
    } catch let error as GeneratedContentParser.SyntaxError {
      contents[path] = .some(nil)
      guard isNeeded else { return nil }
      throw SourceError(source: path, underlying: error)
    }
  }
}

/// An error of a file that a schema refers to.
struct SourceError: Error {
  /// The path of the file.
  let source: String

  let underlying: any Error
}

extension GeneratedContent {
  /// The URI that a document states for itself.
  fileprivate var statedURI: String? {
    [Keyword.newID, .id].lazy.compactMap { self.property(named: $0.rawValue)?.text }.first
  }

  /// The texts of all references in a document, and the names of its meta-schemas.
  fileprivate var references: Set<String> {
    var found: Set<String> = []
    var pending = [self]
    while let value = pending.popLast() {
      switch value.shape {
      case .array: pending += value.elements
      case .object:
        for (name, part) in value.properties {
          switch Keyword(rawValue: name) {
          case .reference, .dynamicReference, .recursiveReference, .schema:
            if let text = part.text { found.insert(text) }
          default: break
          }
          pending.append(part)
        }
      default: break
      }
    }
    return found
  }
}
