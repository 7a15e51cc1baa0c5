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
    if let choices = graph.constraints(of: node)?.choices {
      return ![.choices, DialectRules.Constraint(choices: choices)]
        .contains { graph.rules[$0] == .written }
    }
    guard graph.rules.objects.open.isWritten, let object = graph.parent(of: node) else {
      return true
    }
    return !graph.leavesObjectOpen(node, of: graph[object])
  }

  private func fit(_ node: NodeID, in editor: inout GraphEditor) {
    guard editor.graph[node].constraints == nil else {
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
