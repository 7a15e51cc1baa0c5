import SchemaKit

/// A schema that was read, and what there is to tell about that.
struct SchemaReading: Sendable {
  /// The schema, resolved.
  var graph: SchemaGraph

  /// What was lost on the way, and what is good to know.
  var findings: [Finding] = []

  /// How many things were lost.
  var losses: Int { findings.count { $0.severity == .warning } }
}
