import SchemaGuides
import SchemaModel

/// What an object may have besides the properties that it names stands in an array of entries.
enum OpenObjectFitting {
  /// The name of the property that has the array: one that no other property has in answers.
  static func name(in node: SchemaGraph.Node, by rules: DialectRules) -> String {
    var taken = Set(node.answerNames(in: rules).map(ExactText.init))
    return rules.propertyNames.name("additionalProperties", besides: &taken)
  }

  /// The array for the properties that an object does not name, if they need one.
  static func plan(
    _ task: FittingTask, with fitter: inout GraphFitter
  ) -> (name: String, plan: FittingPlan, beside: AnswerMapping.Beside)? {
    let node = task.node
    guard node.needsBeside(in: fitter.rules) else { return nil }
    let name = name(in: node, by: fitter.rules)
    let entries = fitter.entries(of: task)
    let named = node.properties.filter { $0.node.kind != .never }
    let required = named.count { !$0.isOptional }
    let constraints = node.constraints
    let counts = GuideConstraintsOfEntries(
      minimum: constraints.minimumPropertyCount.map { max(0, $0 - named.count) },
      maximum: constraints.maximumPropertyCount.map { max(0, $0 - required) })
    let plan = FittingPlan.made(
      .array, description: "Further properties, each with its name as the key; often none.",
      constraints: .count(minimum: counts.minimum, maximum: counts.maximum),
      children: [.init(role: .items, plan: entries.plan)])
    fitter.note(
      .openObject, at: node,
      "The object is open to further properties, which are written as entries of '\(name)'.",
      remedy: "Name the properties that you need, and close the object.")
    if named.count > required,
      constraints.minimumPropertyCount != nil || constraints.maximumPropertyCount != nil
    {
      fitter.warn(
        .openObject, at: node,
        "How many properties the object has together with its entries is not stated.")
    }
    return (
      name, plan,
      AnswerMapping.Beside(
        property: name, names: node.properties.map(\.name), values: entries.values)
    )
  }

  private struct GuideConstraintsOfEntries {
    let minimum: Int?
    let maximum: Int?
  }
}

extension SchemaGraph.Node {
  /// Whether an object names properties and has others that a dialect cannot state beside them.
  func needsBeside(in rules: DialectRules) -> Bool {
    kind == .object && properties.contains { $0.node.kind != .never }
      && hasUnstatedProperties(in: rules)
  }

  /// Whether an object has properties without a name that a dialect cannot state.
  func hasUnstatedProperties(in rules: DialectRules) -> Bool {
    // Where not all names are allowed, those of an answer can be any only in entries.
    let areAllNamesAllowed = rules.propertyNames == .any
    let patterns = patternProperties
    if !patterns.isEmpty, patterns.contains(where: { $0.node.kind != .never }),
      !areAllNamesAllowed
        || (rules.patternProperties ?? rules.additionalProperties) != .written
    {
      return true
    }
    guard let additional = additionalProperties else { return false }
    guard areAllNamesAllowed else { return true }
    // Properties that it must not have count as named where the dialect decides this.
    let isOpen =
      additional.kind == .any && additional.isUnconstrained && additional.description == nil
      && !properties.isEmpty
    return isOpen ? rules.openObjects != .written : rules.additionalProperties != .written
  }
}
