import SchemaModel

extension GraphFitter {
  /// Puts a string at a place that has the value of a node as JSON text.
  mutating func putText(_ task: FittingTask) {
    let schema = PartText.schema(of: task.node, in: source).map { ", of this JSON Schema: \($0)" }
    let note = "Written as JSON text\(schema ?? ".")"
    let description = task.node.description.map { "\($0) \(note)" } ?? note
    put(.made(.string, description: description), at: task)
  }
}
