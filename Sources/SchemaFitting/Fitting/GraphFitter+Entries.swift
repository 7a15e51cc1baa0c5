import SchemaEncoding
import SchemaGuides
import SchemaModel

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
      plan = .made(
        .string, description: "The value, of the kind that goes with the key, as JSON text.")
      mapping = add(.text(.json))
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
