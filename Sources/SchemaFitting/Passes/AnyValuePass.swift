import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces a value of any kind, and an object without properties, by JSON text.
struct AnyValuePass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool {
    rules[.anyValue] != .written || rules[.emptyObject] == .rejected
  }

  func run(on editor: inout GraphEditor) {
    if editor.graph.rules[.emptyObject] == .rejected {
      editor.change(emptyObjects(in: editor.graph), by: fitEmptyObject)
    }
    if editor.graph.rules[.anyValue] != .written {
      let values = editor.graph.nodes(with: .anyValue)
      editor.change(values.filter { needsText($0, in: editor.graph) }, by: fit)
    }
  }

  /// The objects without properties below the root.
  private func emptyObjects(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .object }.filter { node in
      node != .root && graph.children(of: node).allSatisfy { graph.kind(of: $0) == .never }
    }
  }

  private func fitEmptyObject(_ node: NodeID, in editor: inout GraphEditor) {
    // An array without elements has become an object.
    let isArray = editor.graph.resolvedOrigin(of: node).kind == .tuple
    let (phrase, text, remedy) =
      isArray
      ? ("An array without elements", "[]", "Leave it out.")
      : ("An object without properties", "{}", "Give it a property, or leave it out.")
    editor.note(.anyValue, at: node, "\(phrase) is written as JSON text.", remedy: remedy)
    editor.replaceByText(node, ofOnly: text)
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
