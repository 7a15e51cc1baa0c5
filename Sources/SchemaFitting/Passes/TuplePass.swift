import SchemaEncoding
import SchemaModel
import SchemaText

/// Replaces an array of fixed length by an object with a property for each element.
struct TuplePass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.tuples == .rejected }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] { graph.nodes { $0.kind == .tuple } }

  private func fit(_ tuple: NodeID, in editor: inout GraphEditor) {
    let items = editor.graph.children(of: tuple)
    editor.note(
      .tuple, at: tuple,
      "An array of \(CountedNoun.element.amount(items.count)), each with its own schema, is "
        + "written as an object.",
      remedy: "\(SwiftAdvice.Declaration.ownObject.text).")
    let names = (0..<items.count).map { "item\($0 + 1)" }
    editor.replace(
      tuple,
      by: .object(
        zip(names, items).map { ($0, .moved($1)) }, description: editor.graph[tuple].description,
        inverse: Inverse(ElementsForm(properties: names), parts: names.indices.map { [$0] })))
  }
}
