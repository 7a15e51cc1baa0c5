import SchemaModel

/// An object stays one: its properties are renamed, made nullable, or put beside the others.
enum ObjectFitting {
  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    let node = task.node
    let beside = OpenObjectFitting.plan(task, with: &fitter)
    let isClosed = beside != nil || fitter.rules.openObjects != .written
    var form = AnswerMapping.ObjectForm()
    form.beside = beside?.beside
    if beside == nil, let form = nullableForm(task, with: &fitter) { return .object(form) }
    var children: [FittingPlan.Part] = []
    if beside == nil {
      for child in node.children {
        switch child.role {
        case .additionalProperties:
          form.others = fitter.mapping(of: child, level: task.level)
          children.append(
            FittingPlan.Part(
              role: child.role, plan: .declared(child.index, mapping: form.others)))
        case .patternProperty(let pattern):
          let value = fitter.mapping(of: child, level: task.level)
          if value != 0 { form.patterns.append(.init(pattern: pattern, value: value)) }
          children.append(
            FittingPlan.Part(role: child.role, plan: .declared(child.index, mapping: value)))
        default: break
        }
      }
    }
    let names = node.answerNames(in: fitter.rules)
    for (property, name) in zip(node.properties, names) {
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

  /// Puts an object as it is, if no more changes than that properties may be `null`.
  ///
  /// - Returns: What becomes of its values; `nil` if more changes.
  private static func nullableForm(
    _ task: FittingTask, with fitter: inout GraphFitter
  ) -> AnswerMapping.ObjectForm? {
    let rules = fitter.rules
    guard rules.propertyNames == .any, fitter.request.isEmpty,
      fitter.survey.nullableUnions.isEmpty
    else { return nil }
    var form = AnswerMapping.ObjectForm()
    var mappings: [Int] = []
    for child in task.node.children {
      guard case .property(let name, let isOptional) = child.role, child.kind != .never else {
        return nil
      }
      let value = fitter.mapping(of: child, level: task.level)
      mappings.append(value)
      var property = AnswerMapping.Property(name: name, answerName: name, value: value)
      if isOptional, rules.optional == .nullable {
        property.absence = fitter.survey.acceptsNull(child) ? .keptNull : .null
        OptionalFitting.noteNull(at: child, with: &fitter)
      }
      if value != 0 || property.absence != .omitted { form.properties.append(property) }
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
    if name != property.name {
      fitter.note(
        .name, at: node, "The property '\(property.name)' is named '\(name)'.",
        remedy: "Give it a name that the dialect '\(fitter.dialect)' takes.")
    }
    if value != 0 || mapped.absence != .omitted || name != property.name {
      form.properties.append(mapped)
    } else if form.others != 0 || !form.patterns.isEmpty {
      form.properties.append(mapped)
    }
    return FittingPlan.Part(role: .property(name: name, isOptional: isOptional), plan: plan)
  }
}

/// An optional property is one that may be `null`, or an array of one element or none.
enum OptionalFitting {
  static func noteNull(at node: SchemaGraph.Node, with fitter: inout GraphFitter) {
    fitter.note(
      .optional, at: node, "The property is optional: null says that it is absent.", remedy: nil)
  }

  static func noteOmission(at node: SchemaGraph.Node, with fitter: inout GraphFitter) {
    fitter.note(
      .null, at: node, "The value may be null: then the property is absent.",
      remedy: "Make the property optional instead.")
  }

  /// An array of at most one value.
  static func list(
    of node: SchemaGraph.Node, _ plan: FittingPlan, with fitter: inout GraphFitter
  ) -> FittingPlan {
    fitter.note(
      .optional, at: node,
      "The property is optional, and the dialect '\(fitter.dialect)' allows no more of these: an"
        + " array of one element or none says whether it is absent.",
      remedy: "Make it required.")
    return .made(
      .array, description: "One value, or none if it is absent.",
      constraints: .count(minimum: nil, maximum: 1), children: [.init(role: .items, plan: plan)])
  }
}

extension SchemaGraph.Node {
  /// The names that the properties of an object have in answers.
  func answerNames(in rules: DialectRules) -> [String] {
    let names = properties.map(\.name)
    guard names.contains(where: { !rules.propertyNames.allows($0) }) else { return names }
    let kept = names.filter { rules.propertyNames.allows($0) }
    var taken = Set(kept.map(ExactText.init))
    return names.map { name in
      if rules.propertyNames.allows(name) { return name }
      let short = rules.propertyNames.applied(to: name)
      var result = short
      var number = 2
      while !taken.insert(ExactText(result)).inserted {
        let suffix = "\(rules.propertyNames.replacement)\(number)"
        let length = rules.propertyNames.maximumLength ?? .max
        result = String(
          String.UnicodeScalarView(short.unicodeScalars.prefix(max(1, length - suffix.count))))
        result += suffix
        number += 1
      }
      return result
    }
  }
}
