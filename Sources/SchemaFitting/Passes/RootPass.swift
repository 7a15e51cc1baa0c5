import SchemaEncoding
import SchemaModel

/// Wraps a root that is not an object in an object with one property.
struct RootPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules[.otherRoot] != .written }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    if graph.kind(of: .root) == .object { return [] }
    // A union does not count as an object, even if all its values are objects.
    let isObject =
      graph.kind(of: .root) != .anyOf
      && graph.shapes(of: .root).allSatisfy { $0.kind == .object }
    return isObject ? [] : [.root]
  }

  private func fit(_ root: NodeID, in editor: inout GraphEditor) {
    let kind = editor.graph.origin(of: root).phrase
    editor.note(
      .root, at: root,
      "The root is \(kind), so it is written as the property '\(GraphEditor.rootProperty)' of an "
        + "object.",
      remedy: "\(SwiftAdvice.Declaration.property.text).")
    editor.wrap(root, inProperty: GraphEditor.rootProperty)
  }
}
