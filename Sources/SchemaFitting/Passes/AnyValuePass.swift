import SchemaEncoding
import SchemaGuides

/// A value of any kind becomes JSON text.
struct AnyValuePass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.anyValue

  func isNeeded(for rules: DialectRules) -> Bool { rules.anyValue != .written }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .any }.filter { needsText($0, in: graph) }
  }

  private func needsText(_ node: NodeID, in graph: FittingGraph) -> Bool {
    if let choices = graph.constraints(of: node)?.choices {
      return ![.choices, DialectRules.Constraint(choices: choices)]
        .contains { graph.rules[$0] == .written }
    }
    guard graph.rules.openObjects == .written, let object = graph.parent(of: node) else {
      return true
    }
    return !graph.leavesObjectOpen(node.index, of: graph[object])
  }

  func fit(_ node: NodeID, in graph: inout FittingGraph) {
    guard graph[node].constraints < 0 else {
      graph.warn(
        fitting, at: node,
        "A value of one of several kinds is written as JSON text, and its constraints are only"
          + " described.")
      return graph.replaceByText(node, .any)
    }
    graph.note(
      fitting, at: node, "A value of any kind is written as JSON text.",
      remedy: "Describe the value with a type of its own.")
    let note = "Any JSON value, written as JSON text."
    graph.replace(
      node,
      by: .made(.string, description: [graph[node].description, note].joinedSentences) { _ in
        .text(.any, value: 0)
      })
  }
}

extension FittingGraph {
  /// Puts a string in place of a node that has its values as JSON text.
  mutating func replaceByText(_ node: NodeID, _ form: TextForm.Kind) {
    let schema = schemaText(of: node).map { ", of this JSON Schema: \($0)" }
    let note = "Written as JSON text\(schema ?? ".")"
    replace(
      node,
      by: .made(.string, description: [self[node].description, note].joinedSentences) { _ in
        .text(form, value: 0)
      })
    // A string that is JSON text says null by itself.
    if absence(of: node) == .keptNull { set(.null, of: node) }
  }
}

extension [String?] {
  /// The texts beside each other, each once; `nil` if there is none.
  var joinedSentences: String? {
    var sentences: [String] = []
    for case let text? in self where sentences.last != text { sentences.append(text) }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
