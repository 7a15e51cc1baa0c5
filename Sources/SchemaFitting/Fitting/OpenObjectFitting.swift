import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What an object may have besides the properties that it names stands in an array of entries.
enum OpenObjectFitting {
  /// The name of the property that has the array: one that no other property has in answers.
  static func name(besides names: [String], by rules: DialectRules) -> String {
    let name = "additionalProperties"
    if rules.propertyNames.allows(name),
      !names.contains(where: { ExactText($0) == ExactText(name) })
    {
      return name
    }
    var taken = TakenNames(names)
    return rules.propertyNames.name(name, besides: &taken)
  }

  /// The array for the properties that an object does not name, if they need one.
  static func plan(
    _ task: FittingTask, _ properties: [SchemaGraph.Property], _ names: [String],
    with fitter: inout GraphFitter
  ) -> (name: String, plan: FittingPlan, beside: AnswerMapping.Beside)? {
    let node = task.node
    guard node.needsBeside(in: fitter.rules) else { return nil }
    let name = name(besides: names, by: fitter.rules)
    let entries = fitter.entries(of: task)
    let named = properties.count { $0.node.kind != .never }
    let required = properties.count { $0.node.kind != .never && !$0.isOptional }
    let counts = node.ownConstraints?.merged
    let plan = FittingPlan.made(
      .array, description: "Further properties, each with its name as the key; often none.",
      constraints: .count(
        minimum: counts?.minimumPropertyCount.map { max(0, $0 - named) },
        maximum: counts?.maximumPropertyCount.map { max(0, $0 - required) }),
      children: [.init(role: .items, plan: entries.plan)])
    fitter.note(
      .openObject, at: node,
      "The object is open to further properties, which are written as entries of '\(name)'.",
      remedy: "Name the properties that you need, and close the object.")
    if named > required,
      counts?.minimumPropertyCount != nil || counts?.maximumPropertyCount != nil
    {
      fitter.warn(
        .openObject, at: node,
        "How many properties the object has together with its entries is not stated.")
    }
    return (
      name, plan,
      AnswerMapping.Beside(
        property: name, names: properties.map(\.name), values: entries.values)
    )
  }
}

extension SchemaGraph.Node {
  /// Whether an object names properties that it may have.
  var namesProperties: Bool {
    let nodes = storage.tables.nodes
    return childIndices.contains { child in
      if case .property = nodes[child].role { nodes[child].kind != .never } else { false }
    }
  }

  /// Whether an object names properties and has others that a dialect cannot state beside them.
  func needsBeside(in rules: DialectRules) -> Bool {
    kind == .object && hasUnstatedProperties(in: rules) && namesProperties
  }

  /// Whether an object has properties without a name that a dialect cannot state.
  func hasUnstatedProperties(in rules: DialectRules) -> Bool {
    let nodes = storage.tables.nodes
    // Those without a name come first.
    for child in childIndices {
      switch nodes[child].role {
      case .additionalProperties where !states(additional: nodes[child], in: rules): return true
      case .patternProperty where nodes[child].kind != .never:
        // Where not all names are allowed, those of an answer can be any only in entries.
        let support = rules.patternProperties ?? rules.additionalProperties
        if support != .written || rules.propertyNames != .any { return true }
      case .property: return false
      default: continue
      }
    }
    return false
  }

  private func states(additional: NodeRecord, in rules: DialectRules) -> Bool {
    guard rules.propertyNames == .any else { return false }
    // Properties that it must not have count as named where the dialect decides this.
    guard additional.kind == .any, additional.constraints < 0, additional.description == nil,
      let last = childIndices.last, case .property = storage.tables.nodes[last].role
    else { return rules.additionalProperties == .written }
    return rules.openObjects == .written
  }
}
