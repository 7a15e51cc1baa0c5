import SchemaEncoding
import SchemaGuides
import SchemaModel

/// The value `null` becomes the string "null".
enum NullFitting: NodeFitting {
  static let fitting = SchemaDiagnostic.Fitting.null

  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool {
    node.kind == .null && rules.null != .written
  }

  static func shapes(of node: SchemaGraph.Node) -> [ValueShape] {
    [ValueShape(.string, choices: ["null"])]
  }

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    fitter.put(
      .made(.string, description: task.node.description, constraints: .only(.choices(["null"]))),
      at: task)
    fitter.note(
      fitting, at: task.node, "The value null is written as the string \"null\".",
      remedy: "Make the property optional instead.")
    return .choices([AnswerMapping.Choice(answer: "null", json: "null")])
  }
}
