import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Matches a string with choices without regard to case, if the provider may change case.
///
/// The document stays unchanged, so the pass reports no diagnostic. The encoder warns of choices
/// that differ only in case.
struct SpellingPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool {
    rules.constraints.mayChangeCapitals && rules[.choices] == .written
  }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    let constrained = graph.nodes {
      ($0.kind == .string || $0.kind == .any) && $0.constraints != nil
    }
    return constrained.filter { node in
      graph.inverse(of: node) == nil
        && graph.constraints(of: node)?.choices?.contains { $0.string?.isCased ?? false } ?? false
    }
  }

  private func fit(_ node: NodeID, in editor: inout GraphEditor) {
    let constraints = editor.graph.constraints(of: node)
    let form = SpellingForm(choices: constraints?.choices?.compactMap(\.string) ?? [])
    editor.replace(
      node,
      by: .made(
        editor.graph.kind(of: node), description: editor.graph[node].description,
        constraints: constraints, inverse: Inverse(form)))
  }
}

extension String {
  /// Indicates whether the text has letters with upper and lower case.
  fileprivate var isCased: Bool { lowercased() != uppercased() }
}
