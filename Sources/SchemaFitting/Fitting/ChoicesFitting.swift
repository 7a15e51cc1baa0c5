import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Choices that are not all strings become strings: their JSON text, where that is no other choice.
enum ChoicesFitting: NodeFitting {
  static let fitting = SchemaDiagnostic.Fitting.choices

  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool {
    guard node.kind != .string, let choices = node.ownConstraints?.merged.choices else {
      return false
    }
    let constraint = DialectRules.Constraint(choices: choices)
    guard rules[.choices] == .written else { return false }
    return rules[constraint] != .written
  }

  static func shapes(of node: SchemaGraph.Node) -> [ValueShape] {
    [ValueShape(.string, choices: texts(node.constraints.choices ?? []))]
  }

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    let choices = task.node.constraints.choices ?? []
    let texts = texts(choices)
    fitter.put(
      .made(.string, description: task.node.description, constraints: .only(.choices(texts))),
      at: task)
    fitter.note(
      fitting, at: task.node, "Choices that are not all strings are written as strings.",
      remedy: "To use this form in your own type, declare an enum of strings.")
    return .choices(
      zip(texts, choices).map { AnswerMapping.Choice(answer: $0, json: $1.jsonText) })
  }

  /// A text for each choice, distinct from the others.
  private static func texts(_ choices: [SchemaScalar]) -> [String] {
    let strings = Set(choices.compactMap { $0.string.map(ExactText.init) })
    return choices.map { choice in
      if let string = choice.string { return string }
      var text = choice.description
      while strings.contains(ExactText(text)) { text = "(\(text))" }
      return text
    }
  }
}

extension SchemaScalar {
  /// The value as JSON text.
  var jsonText: String {
    guard let string else { return description }
    var text: [UInt8] = []
    text.appendJSON(string)
    return String(decoding: text, as: UTF8.self)
  }
}
