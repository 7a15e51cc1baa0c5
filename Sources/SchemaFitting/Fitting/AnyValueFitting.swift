import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A value of any kind becomes JSON text.
enum AnyValueFitting: NodeFitting {
  static let fitting = SchemaDiagnostic.Fitting.anyValue

  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool {
    guard node.kind == .any, rules.anyValue != .written else { return false }
    if let choices = node.ownConstraints?.merged.choices {
      return ![.choices, DialectRules.Constraint(choices: choices)]
        .contains { rules[$0] == .written }
    }
    return !(rules.openObjects == .written && node.leavesObjectOpen)
  }

  static func shapes(of node: SchemaGraph.Node) -> [ValueShape] { [ValueShape(.string)] }

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    guard task.node.isUnconstrained else {
      fitter.putText(task)
      fitter.warn(
        fitting, at: task.node,
        "A value of one of several kinds is written as JSON text, and its constraints are only"
          + " described."
      )
      return .text(.any)
    }
    let note = "Any JSON value, written as JSON text."
    let description = task.node.description.map { "\($0) \(note)" } ?? note
    fitter.put(.made(.string, description: description), at: task)
    fitter.note(
      fitting, at: task.node, "A value of any kind is written as JSON text.",
      remedy: "Describe the value with a type of its own.")
    return .text(.any)
  }
}

extension SchemaGraph.Node {
  /// Whether it is what an object with named properties has beside them, without any constraint.
  fileprivate var leavesObjectOpen: Bool {
    guard case .additionalProperties = role, let parent else { return false }
    return isUnconstrained && description == nil && !parent.properties.isEmpty
  }
}
