import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A dictionary becomes an array of objects with a key and a value.
///
/// Counts of properties become counts of elements, a pattern of names one of keys.
enum DictionaryFitting: NodeFitting {
  static let fitting = SchemaDiagnostic.Fitting.dictionary

  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool {
    node.kind == .object && node.hasUnstatedProperties(in: rules) && !node.namesProperties
  }

  static func shapes(of node: SchemaGraph.Node) -> [ValueShape] { [ValueShape(.array)] }

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    let entries = fitter.entries(of: task)
    let constraints = task.node.constraints
    fitter.put(
      .made(
        .array, description: task.node.description,
        constraints: .count(
          minimum: constraints.minimumPropertyCount, maximum: constraints.maximumPropertyCount),
        children: [.init(role: .items, plan: entries.plan)]),
      at: task)
    fitter.note(
      fitting, at: task.node,
      "A dictionary is written as an array of entries, each with a 'key' and a 'value'.",
      remedy:
        "To use this form in your own type, declare an array of a struct with a key and a "
        + "value.")
    return .entries(values: entries.values)
  }
}
