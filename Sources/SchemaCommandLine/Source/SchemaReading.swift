import SchemaKit

/// A schema that was read, with the findings of reading it.
struct SchemaReading: Sendable {
  /// The schema, resolved.
  var graph: SchemaGraph

  /// The losses and the notes.
  var findings: [Finding] = []

  /// The number of losses.
  var losses: Int { findings.count { $0.severity == .warning } }
}
