import SchemaEncoding
import SchemaModel

extension GraphFitter {
  /// Puts a string at a place that has the value of a node as JSON text.
  mutating func putText(_ task: FittingTask) {
    let schema = schemaText(of: task.node).map { ", of this JSON Schema: \($0)" }
    let note = "Written as JSON text\(schema ?? ".")"
    let description = task.node.description.map { "\($0) \(note)" } ?? note
    put(.made(.string, description: description), at: task)
  }

  /// The schema of a node as text, if it is small and there is room for it.
  ///
  /// Many parts with their schemas would make a document many times as large as the declared one.
  /// Once a schema finds no room, none follows.
  private mutating func schemaText(of node: SchemaGraph.Node) -> String? {
    guard roomForSchemas > 0, let text = PartText.schema(of: node, in: source) else { return nil }
    roomForSchemas -= text.utf8.count
    return roomForSchemas >= 0 ? text : nil
  }
}
