extension SchemaCompiler {
  /// The plans of a shape: one for each kind of value that it allows.
  mutating func plans(of shape: Shape, at node: Int) throws(SchemaImportError) -> [Plan] {
    if shape.types == .all, shape.isUnconstrained { return [.anything] }
    var plans: [Plan] = []
    if shape.types.contains(.string) { plans.append(stringPlan(shape.strings, at: node)) }
    plans += numberPlans(shape, at: node)
    if !shape.types.isDisjoint(with: .boolean) {
      plans.append(.boolean(shape.types.intersection(.boolean)))
    }
    if shape.types.contains(.object) { plans += try objectPlans(shape.objects, at: node) }
    if shape.types.contains(.array) { plans += try arrayPlans(shape.arrays, at: node) }
    if shape.types.contains(.null) { plans.append(.null) }
    return plans
  }

  private mutating func weaken(
    _ types: ValueTypes, _ keyword: String, _ problem: String, _ remedy: String, at node: Int
  ) {
    lose(Loss(node: node, types: types, keyword: keyword, problem: problem, remedy: remedy))
  }

  // MARK: Scalars

  /// Excluded strings are stated by patterns that match all others.
  private mutating func stringPlan(_ strings: StringShape, at node: Int) -> Plan {
    var strings = strings
    var patterns: [SchemaPattern?] = []
    if !strings.excluded.isEmpty {
      patterns.append(SchemaPattern.matchingNone(ofTexts: strings.excluded.map(\.text)))
    }
    for pattern in strings.excludedPatterns {
      patterns.append(SchemaPattern.matchingNone(of: [pattern]))
    }
    strings.excluded = []
    strings.excludedPatterns = []
    for pattern in patterns {
      guard let pattern else {
        weaken(
          .string, "not", "The negation of a pattern is not kept.",
          "State with 'pattern' what is allowed.", at: node)
        continue
      }
      strings.narrow(by: pattern)
    }
    return .string(strings)
  }

  private mutating func numberPlans(_ shape: Shape, at node: Int) -> [Plan] {
    let types = shape.types.intersection(.number)
    if types.isEmpty { return [] }
    if types == .fraction, shape.numbers.choices == nil {
      weaken(
        .number, "not", "The exclusion of integers is not kept.", "Check it after decoding.",
        at: node)
    }
    var numbers = shape.numbers
    let excluded = numbers.excluded.sorted()
    numbers.excluded = []
    let isInteger = types == .integer
    // Each excluded number splits a range in two.
    var plans: [Plan] = []
    for number in excluded {
      var below = numbers
      below.narrow(maximum: .init(value: number, isExclusive: true))
      if !below.settle(types).isEmpty { plans.append(isInteger ? .integer(below) : .number(below)) }
      numbers.narrow(minimum: .init(value: number, isExclusive: true))
    }
    if excluded.isEmpty || !numbers.settle(types).isEmpty {
      plans.append(isInteger ? .integer(numbers) : .number(numbers))
    }
    return plans
  }

  // MARK: Arrays

  private mutating func arrayPlans(
    _ arrays: ArrayShape, at node: Int
  ) throws(SchemaImportError) -> [Plan] {
    if arrays.prefix.isEmpty || isTuple(arrays) {
      return [.array(try arrayPlan(arrays, at: node))]
    }
    if let maximum = arrays.maximum, maximum <= 64, maximum - arrays.minimum <= 8 {
      // A tuple for each length.
      var plans: [Plan] = []
      for length in arrays.minimum...maximum {
        var tuple = ArrayShape()
        tuple.prefix = (0..<length).map { arrays.demand(at: $0) }
        tuple.minimum = length
        tuple.maximum = length
        if length > 0 { tuple.rest = .nothing }
        plans.append(.array(try arrayPlan(tuple, at: node)))
      }
      return plans
    }
    weaken(
      .array, "prefixItems",
      "The order of the first elements of an array of any length is not kept.",
      "State with 'minItems' and 'maxItems' how many elements there are.", at: node)
    var choices: [Int] = []
    for demand in arrays.prefix + (arrays.rest.isNothing ? [] : [arrays.rest]) {
      let entry = try entry(demand, at: node)
      if !choices.contains(entry) { choices.append(entry) }
    }
    let isOpen = arrays.rest.isAnything || arrays.prefix.contains(where: \.isAnything)
    let element =
      isOpen ? try entry(.anything, at: node) : table.append(.union(choices), node: node)
    return [
      .array(Plan.ArrayPlan(rest: element, minimum: arrays.minimum, maximum: arrays.maximum))
    ]
  }

  private func isTuple(_ arrays: ArrayShape) -> Bool {
    arrays.minimum == arrays.prefix.count && arrays.maximum == arrays.prefix.count
  }

  private mutating func arrayPlan(
    _ arrays: ArrayShape, at node: Int
  ) throws(SchemaImportError) -> Plan.ArrayPlan {
    var plan = Plan.ArrayPlan(minimum: arrays.minimum, maximum: arrays.maximum)
    for demand in arrays.prefix { plan.prefix.append(try entry(demand, at: node)) }
    if !arrays.rest.isNothing { plan.rest = try entry(arrays.rest, at: node) }
    return plan
  }

  // MARK: Objects

  private mutating func objectPlans(
    _ objects: ObjectShape, at node: Int
  ) throws(SchemaImportError) -> [Plan] {
    var objects = objects
    if objects.isUncertain {
      weaken(
        .object, "patternProperties",
        "Whether a pattern matches the name of a property is not known here, so it is taken not"
          + " to.",
        "Use an expression without lookbehind.", at: node)
    }
    try applyNames(&objects, at: node)
    var plan = Plan.ObjectPlan(minimum: objects.minimum, maximum: objects.maximum)
    for (name, demand) in objects.members {
      let (number, summary) = try part(demand, at: node)
      plan.members.append(
        Plan.Member(
          name: name.text, entry: number, summary: summary,
          isRequired: objects.isRequired(name)))
    }
    for (pattern, demand) in objects.patterns {
      plan.patterns.append((pattern, try entry(demand, at: node)))
    }
    if !objects.additional.isNothing {
      plan.additional = try entry(objects.additional, at: node)
    }
    return [.object(plan)]
  }

  /// Applies the demand on names to the properties.
  private mutating func applyNames(
    _ objects: inout ObjectShape, at node: Int
  ) throws(SchemaImportError) {
    let demand = objects.names
    objects.names = .anything
    if demand.isAnything { return }
    let shapes = try expander.shapes(of: demand.and(.anything)).filter {
      $0.types.contains(.string)
    }
    for loss in shapes.flatMap(\.relevantLosses) { lose(loss) }
    if shapes.contains(where: { $0.strings.isEmpty }) { return }
    var isCertain = true
    for (name, _) in objects.members {
      let verdicts = shapes.map { $0.strings.allows(name.text) }
      if verdicts.contains(true) { continue }
      if verdicts.contains(nil) { isCertain = false } else { objects.add(name, .nothing) }
    }
    if !isCertain {
      weaken(
        .object, "propertyNames", "Whether some names are allowed is not known here.",
        "List the properties, and close the object.", at: node)
    }
    if shapes.isEmpty {
      objects.additional = .nothing
      objects.patterns = []
      return
    }
    if objects.additional.isNothing, objects.patterns.isEmpty { return }
    if shapes.allSatisfy({ $0.strings.texts != nil }) {
      // A finite set of names: they are the properties.
      for name in shapes.flatMap({ $0.strings.texts ?? [] }) {
        let name = ExactText(name)
        objects.add(name, objects.demand(of: name))
      }
      objects.additional = .nothing
      objects.patterns = []
      return
    }
    try restrictNames(&objects, to: shapes, at: node)
  }

  /// Restricts the names of further properties to an infinite set.
  private mutating func restrictNames(
    _ objects: inout ObjectShape, to shapes: [Shape], at node: Int
  ) throws(SchemaImportError) {
    guard shapes.count == 1, let pattern = shapes[0].strings.singlePattern,
      objects.patterns.isEmpty
    else {
      weaken(
        .object, "propertyNames", "The constraints on the names of properties are not kept.",
        "List the properties, or use one pattern.", at: node)
      return
    }
    objects.patterns = [(pattern, objects.additional)]
    objects.additional = .nothing
  }
}
