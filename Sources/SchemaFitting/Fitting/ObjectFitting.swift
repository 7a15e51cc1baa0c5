import SchemaEncoding
import SchemaModel

/// An object stays one: its properties are renamed, made nullable, or put beside the others.
enum ObjectFitting {
  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    let node = task.node
    guard !keepsProperties(node, with: fitter) else {
      return .object(nullableForm(task, with: &fitter))
    }
    let properties = node.properties
    let names = properties.answerNames(in: fitter.rules)
    let beside = OpenObjectFitting.plan(task, properties, names, with: &fitter)
    let isClosed = beside != nil || fitter.rules.openObjects != .written
    var form = AnswerMapping.ObjectForm()
    if let beside { form.beside = fitter.add(.beside(beside.beside)) }
    var children: [FittingPlan.Part] = []
    if beside == nil { children = unnamed(task, &form, with: &fitter) }
    for (property, name) in zip(properties, names) {
      // An object that is closed need not say what it must not have.
      if property.node.kind == .never, isClosed { continue }
      children.append(fit(property, as: name, &form, task, with: &fitter))
    }
    if let beside {
      children.append(
        FittingPlan.Part(
          role: .property(name: beside.name, isOptional: false), plan: beside.plan))
    }
    fitter.put(
      .made(
        .object, description: node.description,
        constraints: beside == nil ? node.ownConstraints?.merged : nil, children: children),
      at: task)
    return .object(form)
  }

  /// The properties that an object does not name, which are written as such.
  private static func unnamed(
    _ task: FittingTask, _ form: inout AnswerMapping.ObjectForm, with fitter: inout GraphFitter
  ) -> [FittingPlan.Part] {
    var parts: [FittingPlan.Part] = []
    for child in task.node.children {
      let value: Int
      switch child.role {
      case .additionalProperties:
        value = fitter.mapping(of: child, level: task.level)
        form.others = value
      case .patternProperty(let pattern):
        value = fitter.mapping(of: child, level: task.level)
        form.patterns.append(.init(pattern: pattern, value: value))
      default: continue
      }
      parts.append(
        FittingPlan.Part(role: child.role, plan: .declared(child.index, mapping: value)))
    }
    // The mapping needs patterns only where the values of some of these properties change.
    if form.others == 0, form.patterns.allSatisfy({ $0.value == 0 }) { form.patterns = [] }
    return parts
  }

  /// Whether no more changes in an object than that properties may be `null`.
  private static func keepsProperties(
    _ node: SchemaGraph.Node, with fitter: borrowing GraphFitter
  ) -> Bool {
    fitter.rules.propertyNames == .any && fitter.request.isEmpty
      && fitter.survey.nullableUnions.isEmpty
      && node.childIndices.allSatisfy { child in
        let nodes = node.storage.tables.nodes
        return if case .property = nodes[child].role { nodes[child].kind != .never } else { false }
      }
  }

  /// Puts an object as it is, with properties that may be `null`.
  private static func nullableForm(
    _ task: FittingTask, with fitter: inout GraphFitter
  ) -> AnswerMapping.ObjectForm {
    var form = AnswerMapping.ObjectForm()
    var mappings: [Int] = []
    for property in task.node.properties {
      let value = fitter.mapping(of: property.node, level: task.level)
      mappings.append(value)
      var mapped = AnswerMapping.Property(
        name: property.name, answerName: property.name, value: value)
      if property.isOptional, fitter.rules.optional == .nullable {
        mapped.absence = fitter.survey.acceptsNull(property.node) ? .keptNull : .null
        OptionalFitting.noteNull(at: property.node, with: &fitter)
      }
      form.properties.append(mapped)
    }
    fitter.copy(task, mappings)
    return form
  }

  private static func fit(
    _ property: SchemaGraph.Property, as name: String, _ form: inout AnswerMapping.ObjectForm,
    _ task: FittingTask, with fitter: inout GraphFitter
  ) -> FittingPlan.Part {
    let node = property.node
    let value = fitter.mapping(of: node, level: task.level)
    var mapped = AnswerMapping.Property(name: property.name, answerName: name, value: value)
    var plan = FittingPlan.declared(node.index, mapping: value)
    var isOptional = property.isOptional
    if isOptional, fitter.request.lists.contains(node.index) {
      mapped.absence = .emptyArray
      isOptional = false
      plan = OptionalFitting.list(of: node, plan, with: &fitter)
    } else if fitter.survey.nullableUnions.contains(node.index) {
      let isOmitted = fitter.rules.optional == .omitted
      mapped.absence = !isOmitted ? .keptNull : isOptional ? .omittedOrNull : .omittedForNull
      isOptional = true
      if isOmitted { OptionalFitting.noteOmission(at: node, with: &fitter) }
    } else if isOptional, node.kind != .never, fitter.rules.optional == .nullable {
      mapped.absence = fitter.survey.acceptsNull(node) ? .keptNull : .null
      OptionalFitting.noteNull(at: node, with: &fitter)
    }
    form.properties.append(mapped)
    return FittingPlan.Part(
      role: .property(name: name, isOptional: isOptional), plan: plan,
      description: NameFitting.describe(property, as: name, with: &fitter))
  }
}
