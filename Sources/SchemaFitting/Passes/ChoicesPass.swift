import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces choices that are not all strings by strings.
///
/// Each string is the JSON text of the choice, unless another choice has this text.
struct ChoicesPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool {
    rules[.choices] == .written
      && (rules[.numberChoices] != .written || rules[.mixedChoices] != .written)
  }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.constraints != nil && $0.kind != .string && $0.kind != .never }.filter {
      graph.constraints(of: $0)?.choices != nil && graph.form(of: $0).choices == .none
    }
  }

  private func fit(_ node: NodeID, in editor: inout GraphEditor) {
    let choices = editor.graph.constraints(of: node)?.choices ?? []
    editor.note(
      .choices, at: node, "Choices that are not all strings are written as strings.",
      remedy: "\(SwiftAdvice.Declaration.ownStrings.text).")
    let texts = texts(choices, ignoresCase: editor.graph.rules.constraints.mayChangeCapitals)
    editor.replaceByStrings(node, zip(texts, choices).map { ($0, $1) })
  }

  /// A unique text for each choice.
  ///
  /// If the provider may change case, the texts also differ in lower case.
  private func texts(_ choices: [SchemaScalar], ignoresCase: Bool) -> [String] {
    func key(_ text: String) -> ExactText { ExactText(ignoresCase ? text.lowercased() : text) }
    let strings = Set(choices.compactMap { $0.string.map(key) })
    return choices.map { choice in
      if let string = choice.string { return string }
      var text = choice.description
      while strings.contains(key(text)) { text = "(\(text))" }
      return text
    }
  }
}
