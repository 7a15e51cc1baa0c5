import SchemaGuides
import SchemaModel

/// A dictionary becomes an array of objects with a key and a value.
///
/// Counts of properties become counts of elements, a pattern of names one of keys.
enum DictionaryFitting: NodeFitting {
  static let fitting = SchemaFitting.dictionary

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
        "Declare an array of a struct with a key and a value, if it should look so to you too.")
    return .entries(values: entries.values)
  }
}

extension GraphFitter {
  /// The entries for the properties that an object does not name.
  mutating func entries(
    of task: FittingTask
  ) -> (plan: FittingPlan, values: Int) {
    let patterns = task.node.patternProperties.filter { $0.node.kind != .never }
    let values = patterns.map(\.node) + [task.node.additionalProperties].compactMap { $0 }
    let plan: FittingPlan
    let mapping: Int
    if values.count == 1, let value = values.first {
      mapping = self.mapping(of: value, level: task.level)
      plan = .declared(value.index, mapping: mapping)
    } else {
      (plan, mapping) = textPlan(
        description: "The value, of the kind that goes with the key, as JSON text.")
      warn(
        .dictionary, at: task.node,
        "Which values go with which names of properties is not stated, so the values are written"
          + " as JSON text.")
    }
    var key: GuideConstraints?
    if patterns.count == 1, values.count == 1,
      let pattern = try? SchemaPattern(ecma: patterns[0].name)
    {
      key = .pattern(pattern)
    }
    if task.node.children.contains(where: { $0.kind == .never && $0.role != .additionalProperties })
    {
      warn(
        .dictionary, at: task.node,
        "Which properties the object must not have is not stated where these are entries.")
    }
    let entry = FittingPlan.object([
      (
        AnswerMapping.Entry.key,
        .made(.string, description: "The key, which no other entry has.", constraints: key)
      ),
      (AnswerMapping.Entry.value, plan),
    ])
    return (entry, mapping)
  }
}

extension GuideConstraints {
  /// Constraints of one.
  static func only(_ constraint: GuideValue.Constraint) -> GuideConstraints {
    var constraints = GuideConstraints()
    constraints.formIntersection(constraint)
    return constraints
  }

  /// A constraint on the number of elements; `nil` if both ends are open.
  static func count(minimum: Int?, maximum: Int?) -> GuideConstraints? {
    guard minimum ?? 0 > 0 || maximum != nil else { return nil }
    return only(.count(minimum: minimum, maximum: maximum))
  }

  static func pattern(_ pattern: SchemaPattern) -> GuideConstraints { only(.pattern(pattern)) }
}
