import SchemaEncoding
import SchemaModel

/// An array of fixed length becomes an object with a property for each element.
enum TupleFitting: NodeFitting {
  static let fitting = SchemaDiagnostic.Fitting.tuple

  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool {
    node.kind == .tuple && rules.tuples != .written
  }

  static func shapes(of node: SchemaGraph.Node) -> [ValueShape] {
    var shape = ValueShape(.object)
    shape.required = node.prefixItems.indices.map(name)
    shape.allowed = shape.required
    return [shape]
  }

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    var properties: [(name: String, plan: FittingPlan)] = []
    var elements: [AnswerMapping.Element] = []
    for (index, item) in task.node.prefixItems.enumerated() {
      let mapping = fitter.mapping(of: item, level: task.level)
      properties.append((name(index), .declared(item.index, mapping: mapping)))
      elements.append(AnswerMapping.Element(property: name(index), value: mapping))
    }
    fitter.put(.object(properties, description: task.node.description), at: task)
    fitter.note(
      fitting, at: task.node,
      "An array of \(elements.count) elements with a schema each is written as an object.",
      remedy: "To use this form in your own type, declare a struct.")
    return .elements(elements)
  }

  private static func name(_ index: Int) -> String { "item\(index + 1)" }
}
