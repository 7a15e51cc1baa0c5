import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces a value of any kind by JSON text.
struct AnyValuePass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules[.anyValue] != .written }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .any }.filter { needsText($0, in: graph) }
  }

  private func needsText(_ node: NodeID, in graph: FittingGraph) -> Bool {
    if graph.constraints(of: node)?.choices != nil {
      return graph.form(of: node).choices == .none && graph.rules[.choices] != .written
    }
    guard case .additionalProperties = graph.role(of: node), let object = graph.parent(of: node),
      let form = graph.form(of: object).object
    else { return true }
    return form.unnamed != .open || form.support != .written
  }

  private func fit(_ node: NodeID, in editor: inout GraphEditor) {
    guard editor.graph.constraints(of: node)?.choices == nil else {
      editor.warn(
        .anyValue, at: node,
        "A value of one of several kinds is written as JSON text, and its constraints are only"
          + " described.")
      return editor.replaceByText(node, .any)
    }
    editor.note(
      .anyValue, at: node, "A value of any kind is written as JSON text.",
      remedy: "Describe the value with a type of its own.")
    editor.replaceByText(node, .any, note: "Any JSON value, written as JSON text.")
  }
}
