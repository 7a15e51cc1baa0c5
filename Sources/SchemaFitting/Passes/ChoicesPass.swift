import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces choices that are not all strings by strings, and an empty choice by another text.
///
/// Each string is the JSON text of the choice, unless another choice has this text.
struct ChoicesPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool {
    rules[.choices] == .written
      && (rules[.numberChoices] != .written || rules[.mixedChoices] != .written
        || !rules.constraints.allowsEmptyChoice)
  }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.constraints != nil && $0.kind != .never }.filter { node in
      guard let choices = graph.constraints(of: node)?.choices else { return false }
      return graph.kind(of: node) != .string && graph.form(of: node).choices == .none
        || hasEmptyChoice(choices, in: graph)
    }
  }

  private func hasEmptyChoice(_ choices: [SchemaScalar], in graph: FittingGraph) -> Bool {
    !graph.rules.constraints.allowsEmptyChoice && choices.contains(.string(""))
  }

  private func fit(_ node: NodeID, in editor: inout GraphEditor) {
    let choices = editor.graph.constraints(of: node)?.choices ?? []
    let texts = texts(choices, in: editor.graph)
    if choices.contains(where: { $0.string == nil }) {
      editor.note(
        .choices, at: node, "Choices that are not all strings are written as strings.",
        remedy: "\(SwiftAdvice.Declaration.ownStrings.text).")
    }
    if hasEmptyChoice(choices, in: editor.graph), let index = choices.firstIndex(of: .string("")) {
      editor.note(
        .choices, at: node,
        "The dialect '\(editor.dialect)' accepts no empty choice, so it is written as "
          + "'\(texts[index])'.",
        remedy: "Give the choice a text.")
    }
    editor.replaceByStrings(node, zip(texts, choices).map { ($0, $1) })
  }

  /// A unique text for each choice.
  ///
  /// If the provider may change case, the texts also differ in lower case.
  private func texts(_ choices: [SchemaScalar], in graph: FittingGraph) -> [String] {
    let ignoresCase = graph.rules.constraints.mayChangeCapitals
    func key(_ text: String) -> ExactText { ExactText(ignoresCase ? text.lowercased() : text) }
    let strings = Set(choices.compactMap { $0.string.map(key) })
    return choices.map { choice in
      let isReplaced = choice == .string("") && !graph.rules.constraints.allowsEmptyChoice
      if let string = choice.string, !isReplaced { return string }
      var text = isReplaced ? "empty" : choice.description
      while strings.contains(key(text)) { text = "(\(text))" }
      return text
    }
  }
}
