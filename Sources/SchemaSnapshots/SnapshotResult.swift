import SchemaComparison
import SchemaEncoding

/// The comparison of one schema with the stored one, and the resulting change.
struct SnapshotResult: Sendable {
  /// The difference of a schema from the stored one.
  enum Change: Sendable {
    /// It is stored in its current form.
    case none
    /// No schema is stored.
    case new
    /// All stored answers are valid under it.
    case compatible
    /// Stored answers are, or may be, not valid under it.
    case incompatible(SchemaCompatibility)
    /// It is stored, but not listed.
    case removed
  }

  /// The name of the schema.
  let name: String

  /// The difference from the stored one.
  let change: Change

  /// `true` if the folder now has the current form; for a removed type, if it has no file.
  let isApplied: Bool

  /// The constraints that the stored document does not state.
  let warnings: [SchemaDiagnostic]

  /// `true` if it needs an action of the user.
  var isFailure: Bool { !isApplied }

  /// The report, in lines.
  var lines: [String] {
    warnings.map { "warning: \(name): \($0)" } + (isApplied ? [done] : failure)
  }

  private var done: String {
    switch change {
    case .none: "\(name): unchanged"
    case .new: "\(name): stored"
    case .compatible: "\(name): changed compatibly, stored"
    case .incompatible: "\(name): changed incompatibly, accepted and stored"
    case .removed: "\(name): removed"
    }
  }

  private var failure: [String] {
    let store = "  Run 'swift package schema-snapshot', and commit the file."
    switch change {
    case .none: return []
    case .new: return ["error: \(name): The schema is not stored.", store]
    case .compatible:
      return [
        "error: \(name): The schema changed compatibly, but the change is not stored.", store,
      ]
    case .incompatible(let compatibility):
      let verdict =
        compatibility.verdict == .breaking
        ? "The change breaks stored answers."
        : "It is not known whether all stored answers are valid under the new schema."
      let omitted = compatibility.omittedReasons
      return ["error: \(name): \(verdict)"] + compatibility.reasons.flatMap(Self.lines)
        + (omitted > 0 ? ["  And \(omitted) more reasons."] : [])
        + ["  If the change is intended, store it with --accept '\(name)'."]
    case .removed:
      return [
        "error: \(name): The schema is stored, but no listed type has this name.",
        "  List the type again. If the removal is intended, add --accept '\(name)'.",
      ]
    }
  }

  private static func lines(_ reason: SchemaCompatibility.Reason) -> [String] {
    let place = reason.path.isEmpty ? "the root" : reason.path.pointer
    return [
      "  at \(place): \(reason.problem) [\(reason.rule.code)]", "    \(reason.remedy)",
    ]
  }
}
