import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Choices that are not all strings become strings: their JSON text, where that is no other choice.
struct ChoicesPass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.choices

  func isNeeded(for rules: DialectRules) -> Bool {
    rules[.choices] == .written
      && (rules[.numberChoices] != .written || rules[.mixedChoices] != .written)
  }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.constraints >= 0 && $0.kind != .string && $0.kind != .never }.filter {
      guard let choices = graph.constraints(of: $0)?.choices else { return false }
      return graph.rules[DialectRules.Constraint(choices: choices)] != .written
    }
  }

  func fit(_ node: NodeID, in graph: inout FittingGraph) {
    let choices = graph.constraints(of: node)?.choices ?? []
    graph.note(
      fitting, at: node, "Choices that are not all strings are written as strings.",
      remedy: "To use this form in your own type, declare an enum of strings.")
    graph.replaceByStrings(
      node, zip(texts(choices), choices).map { ($0, $1.jsonText) })
  }

  /// A text for each choice, distinct from the others.
  private func texts(_ choices: [SchemaScalar]) -> [String] {
    let strings = Set(choices.compactMap { $0.string.map(ExactText.init) })
    return choices.map { choice in
      if let string = choice.string { return string }
      var text = choice.description
      while strings.contains(ExactText(text)) { text = "(\(text))" }
      return text
    }
  }
}

extension FittingGraph {
  /// Puts a string in place of a node, each value of which has a text of its own.
  mutating func replaceByStrings(_ node: NodeID, _ choices: [(text: String, json: String)]) {
    replace(
      node,
      by: .made(
        .string, description: self[node].description,
        constraints: .only(.choices(choices.map(\.text)))
      ) { _ in
        .choices(choices.map { AnswerMapping.Choice(answer: $0.text, json: $0.json) })
      })
  }
}

extension SchemaScalar {
  /// The value as JSON text.
  fileprivate var jsonText: String {
    guard let string else { return description }
    var text: [UInt8] = []
    text.appendJSON(string)
    return String(decoding: text, as: UTF8.self)
  }
}
