import SchemaComparison
import SchemaEncoding

/// The result of comparing one schema with the stored schema.
struct SnapshotResult: Sendable {
  /// The difference between a schema and the stored schema.
  enum Change: Sendable {
    /// The schema is stored in its current form.
    case none
    /// No schema is stored.
    case new
    /// The schema has changed, and all stored answers are valid under the new schema.
    case compatible
    /// The schema has changed, and some stored answers are or may be invalid under the new schema.
    case incompatible(SchemaCompatibility)
    /// The schema is stored, but its type is not listed.
    case removed
  }

  /// The name of the schema.
  let name: String

  /// The difference from the stored schema.
  let change: Change

  /// `true` if the folder now has the schema in its current form, or has no file for a removed
  /// type.
  let isApplied: Bool

  /// The constraints that the stored document does not have.
  let warnings: [SchemaDiagnostic]

  /// `true` if the user has to act.
  var isFailure: Bool { !isApplied }

  /// The lines of the report.
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
    [
      "  at \(reason.path): \(reason.problem) [\(reason.rule.code)]", "    \(reason.remedy)",
    ]
  }
}
