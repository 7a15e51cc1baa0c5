import SchemaEncoding
import SchemaModel

/// The alternatives of a union each get a property around them, whose name says which one it is, if
/// some of them change and an answer could otherwise be one of several.
enum UnionFitting {
  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    let choices = fitter.survey.choices(of: task.node)
    if choices.count == 1, task.node.childIndices.count > 1, let choice = choices.first {
      let mapping = fitter.mapping(of: choice, level: task.level)
      fitter.describe(task.slot, task.node.description)
      fitter.put(.declared(choice.index, mapping: mapping), at: task)
      return .alias(mapping)
    }
    let shapes = choices.map { fitter.survey.fittedShapes(of: $0) }
    let mappings = choices.map { fitter.mapping(of: $0, level: task.level) }
    let isClear = !fitter.survey.taggedUnions.contains(task.node.index)
    let names = isClear ? [] : names(of: choices, in: fitter.rules)
    var plans: [FittingPlan] = []
    var alternatives: [AnswerMapping.Alternative] = []
    for (index, choice) in choices.enumerated() {
      let plan = FittingPlan.declared(choice.index, mapping: mappings[index])
      let schema = fitter.number(ofAlternative: choice)
      if isClear {
        plans.append(plan)
        alternatives.append(
          AnswerMapping.Alternative(
            value: mappings[index], answers: shapes[index], schema: schema))
      } else {
        plans.append(.object([(names[index], plan)]))
        let shape = shape(ofTag: names[index])
        let node = fitter.add(.wrapped(property: names[index], value: mappings[index]))
        alternatives.append(
          AnswerMapping.Alternative(value: node, answers: [shape], schema: schema))
      }
    }
    fitter.put(
      .made(
        .anyOf, description: task.node.description,
        children: plans.map { .init(role: .choice, plan: $0) }),
      at: task)
    if !isClear {
      fitter.note(
        .union, at: task.node,
        "Alternatives of a union that could be taken for each other are written in an object each.",
        remedy: "Give each alternative a property of one choice, another one in each.")
    }
    return .union(alternatives)
  }

  /// The shapes of the values of a union whose alternatives have a property around them.
  static func shapes(
    ofTagged choices: [SchemaGraph.Node], in rules: DialectRules
  ) -> [ValueShape] {
    names(of: choices, in: rules).map { shape(ofTag: $0) }
  }

  private static func shape(ofTag name: String) -> ValueShape {
    var shape = ValueShape(.object)
    shape.required = [name]
    shape.allowed = [name]
    return shape
  }

  /// A name for each alternative: its title, or its place.
  private static func names(of choices: [SchemaGraph.Node], in rules: DialectRules) -> [String] {
    var taken = TakenNames([])
    return choices.enumerated().map { index, choice in
      var name = "option\(index + 1)"
      if case .definition(let definition) = choice.target { name = definition.name }
      return rules.propertyNames.name(name, besides: &taken)
    }
  }
}
