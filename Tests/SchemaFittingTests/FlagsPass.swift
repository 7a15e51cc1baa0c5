import SchemaEncoding
import SchemaGuides
import SchemaModel

@testable import SchemaFitting

/// An array that may have all of its choices once becomes an object with a boolean for each.
struct FlagsPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules[.choices] == .written }

  func run(on editor: inout GraphEditor) { editor.change(sets(in: editor.graph), by: fit) }

  private func sets(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .array }.filter { array in
      guard let choices = choices(of: array, in: graph),
        let constraints = graph.constraints(of: array)
      else { return false }
      return constraints.maximumCount == choices.count && constraints.minimumCount == nil
    }
  }

  private func fit(_ array: NodeID, in editor: inout GraphEditor) {
    let choices = choices(of: array, in: editor.graph) ?? []
    editor.note(.choices, at: array, "A set is written as an object of flags.", remedy: nil)
    editor.replace(
      array,
      by: .object(
        choices.map { NewNode.Property(name: $0, node: .made(.boolean)) },
        description: editor.graph[array].description,
        inverse: Inverse(FlagsForm(choices: choices))))
  }

  private func choices(of array: NodeID, in graph: FittingGraph) -> [String]? {
    let choices = graph.children(of: array).first.flatMap { graph.constraints(of: $0)?.choices }
    guard let choices, choices.allSatisfy({ $0.string != nil }) else { return nil }
    return choices.compactMap(\.string)
  }
}
