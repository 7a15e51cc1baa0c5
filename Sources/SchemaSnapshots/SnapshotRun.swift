import SchemaComparison
import SchemaEncoding
import SchemaImport
import SchemaModel

/// Compares the schemas of types with the stored schemas, and stores the allowed changes.
struct SnapshotRun {
  private let types: [any Generable.Type]
  private let options: SnapshotArguments
  private let folder: SnapshotFolder

  /// Creates a run.
  init(types: [any Generable.Type], options: SnapshotArguments) {
    self.types = types
    self.options = options
    folder = SnapshotFolder(path: options.folder)
  }

  /// Compares and stores the schemas.
  ///
  /// - Returns: A result for each type, followed by a result for each stored schema without a type.
  /// - Throws: ``SnapshotError`` if a type, a file or an option is invalid.
  func perform() throws(SnapshotError) -> [SnapshotResult] {
    let snapshots = try self.snapshots()
    let stored = try folder.names
    let removed = Self.removed(stored, snapshots)
    try checkFiles(of: removed, listed: snapshots.map(\.name))
    try checkAccepted(known: snapshots.map(\.name) + removed)

    // All comparisons come first, so that a damaged file leaves all files as they are.
    var changes: [SnapshotResult.Change] = []
    for snapshot in snapshots {
      changes.append(try change(of: snapshot, isStored: stored.contains(snapshot.name)))
    }
    var results: [SnapshotResult] = []
    for (snapshot, change) in zip(snapshots, changes) {
      results.append(try store(snapshot, change))
    }
    for name in removed { results.append(try remove(name)) }
    return results
  }

  /// The names of the types, followed by the names of the stored schemas without a type.
  var names: [String] {
    get throws(SnapshotError) {
      let snapshots = try self.snapshots()
      return snapshots.map(\.name) + Self.removed(try folder.names, snapshots)
    }
  }

  private func snapshots() throws(SnapshotError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for type in types { snapshots.append(try Snapshot(type)) }
    try checkNames(snapshots.map(\.name))
    return snapshots
  }

  /// Returns the names of the stored schemas without a type.
  private static func removed(_ stored: [String], _ snapshots: [Snapshot]) -> [String] {
    stored.filter { name in !snapshots.contains { $0.name == name } }
  }

  /// Compares a schema with the stored schema.
  private func change(
    of snapshot: Snapshot, isStored: Bool
  ) throws(SnapshotError) -> SnapshotResult.Change {
    guard isStored else { return .new }
    let text = try folder.read(snapshot.name)
    if text == snapshot.text { return .none }
    do {
      let old = try SchemaImporter().import(text)
      var options = SchemaCompatibility.Options()
      options.oldStatesLessThanDocument = !old.isLossless
      let compatibility = SchemaCompatibility(
        from: try SchemaGraph(old.schema), to: snapshot.graph, options: options)
      return compatibility.verdict == .compatible ? .compatible : .incompatible(compatibility)
    } catch {
      throw SnapshotError(
        "The file \(folder.path(of: snapshot.name)) is not a schema: \(error)",
        remedy: "Restore it from version control. To begin anew, remove it.")
    }
  }

  /// Stores the schema of a listed type, if the arguments allow the change.
  private func store(
    _ snapshot: Snapshot, _ change: SnapshotResult.Change
  ) throws(SnapshotError) -> SnapshotResult {
    let isApplied = allows(change, of: snapshot.name)
    switch change {
    case .none: break
    case .new, .compatible, .incompatible, .removed:
      if isApplied { try folder.write(snapshot.text, as: snapshot.name) }
    }
    return SnapshotResult(
      name: snapshot.name, change: change, isApplied: isApplied, warnings: snapshot.warnings)
  }

  /// Removes the file of a stored schema without a type, if the arguments allow it.
  private func remove(_ name: String) throws(SnapshotError) -> SnapshotResult {
    let isApplied = allows(.removed, of: name)
    if isApplied { try folder.remove(name) }
    return SnapshotResult(name: name, change: .removed, isApplied: isApplied, warnings: [])
  }

  /// Indicates whether the arguments allow a change.
  private func allows(_ change: SnapshotResult.Change, of name: String) -> Bool {
    switch change {
    case .none: true
    case .new, .compatible: !options.isCheck
    case .incompatible, .removed: !options.isCheck && options.accepted.contains(name)
    }
  }

  /// Checks that no two names are equal or differ only in case.
  ///
  /// Some file systems use one file for such names.
  private func checkNames(_ names: [String]) throws(SnapshotError) {
    var seen: [String: String] = [:]
    for name in names {
      guard let other = seen.updateValue(name, forKey: name.lowercased()) else { continue }
      guard other == name else {
        throw SnapshotError(
          "The names of the listed types \(other) and \(name) differ only in case. Some file "
            + "systems would store both schemas in one file.",
          remedy: "Rename one of the types.")
      }
      throw SnapshotError(
        "Two of the listed types have the name '\(name)'. Both schemas would be stored in one "
          + "file.",
        remedy: "List the type once, or rename one of the types.")
    }
  }

  /// Checks the names of the stored schemas without a type.
  ///
  /// On some file systems, a file and a listed type may have names that differ only in case. The
  /// file is then the file of the listed type, and removing it would remove the schema of this
  /// type.
  private func checkFiles(of removed: [String], listed: [String]) throws(SnapshotError) {
    let current = Dictionary(
      listed.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for name in removed {
      guard let type = current[name.lowercased()] else { continue }
      throw SnapshotError(
        "The file \(folder.path(of: name)) differs only in case from the name of the type \(type).",
        remedy: "Give the file the exact name of the type, or remove it.")
    }
  }

  private func checkAccepted(known names: [String]) throws(SnapshotError) {
    for name in options.accepted.sorted() where !names.contains(name) {
      throw SnapshotError(
        "No schema has the name '\(name)', so its change cannot be accepted.",
        remedy: "The names are: \(names.joined(separator: ", ")).")
    }
  }
}

/// An error that prevents storing or checking schemas.
struct SnapshotError: Error, Hashable, CustomStringConvertible {
  /// The problem, as a sentence.
  let problem: String

  /// The remedy, as a sentence.
  let remedy: String

  init(_ problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  /// The problem, and the remedy on a second line.
  var description: String { "\(problem)\n  \(remedy)" }
}
