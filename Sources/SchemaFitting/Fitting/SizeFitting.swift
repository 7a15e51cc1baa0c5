import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What makes a document too large becomes JSON text.
enum SizeFitting: NodeFitting {
  static let fitting = SchemaDiagnostic.Fitting.size

  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool { false }

  static func shapes(of node: SchemaGraph.Node) -> [ValueShape] { [ValueShape(.string)] }

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    let phrase = fitter.phrase(of: fitter.source.resolving(task.node))
    fitter.putText(task)
    fitter.warn(
      fitting, at: task.node,
      "\(phrase.capitalizedFirst) makes the document larger than the dialect '\(fitter.dialect)'"
        + " allows, so it is written as JSON text.")
    return .text(.json)
  }
}

extension SizeFitting {
  /// Puts a node whose choices are too many, with what there is room for in its description.
  static func describeChoices(of task: FittingTask, with fitter: inout GraphFitter) {
    let choices = (task.node.constraints.choices ?? []).map(\.description)
    let shown = choices.prefix(100).joined(separator: ", ")
    let phrase = "One of: \(shown)\(choices.count > 100 ? " …" : "")"
    let description = task.node.description.map { "\($0) \(phrase)" } ?? phrase
    fitter.put(.made(task.node.kind, description: description), at: task)
    fitter.warn(
      fitting, at: task.node,
      "The \(choices.count) choices make the document larger than the dialect '\(fitter.dialect)'"
        + " allows, so they are moved into the description and not enforced.")
  }
}

extension String {
  /// The text as the beginning of a sentence.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
