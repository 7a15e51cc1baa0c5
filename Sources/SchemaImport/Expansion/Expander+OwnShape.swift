import SchemaGuides

extension Expander {
  /// The shape of the values that satisfy the keywords of a schema itself, without the schemas that
  /// it combines.
  mutating func ownShape(of schema: Subschema) throws(SchemaImportError) -> Shape {
    let shape = Shape(schema.types ?? .all)
    shape.numbers = schema.numbers
    schema.narrow(&shape.strings)
    shape.losses = schema.losses.map { loss in
      Loss(
        node: loss.node, types: .all, keyword: loss.keyword, problem: loss.problem,
        remedy: loss.remedy)
    }
    readArrays(schema, into: shape)
    readObjects(schema, into: shape)
    try readUnevaluated(schema, into: shape)
    return shape
  }

  private func readArrays(_ schema: Subschema, into shape: Shape) {
    shape.arrays.prefix = schema.prefixItems.map { demand($0) }
    if let items = schema.items { shape.arrays.rest = demand(items) }
    shape.arrays.minimum = schema.minimumItems ?? 0
    shape.arrays.maximum = schema.maximumItems
    if schema.hasUniqueItems, shape.arrays.maximum ?? 2 > 1 {
      shape.losses.append(
        Loss(
          node: schema.node, types: .array, keyword: "uniqueItems",
          problem: "'uniqueItems' is not kept: equal elements are allowed.",
          remedy: "Check it after decoding."))
    }
    guard let contains = schema.contains else { return }
    let minimum = schema.minimumContains ?? 1
    if demand(contains).isAnything {
      shape.arrays.minimum = max(shape.arrays.minimum, minimum)
      if let maximum = schema.maximumContains {
        shape.arrays.maximum = min(shape.arrays.maximum ?? maximum, maximum)
      }
    } else if schema.maximumContains == 0, minimum == 0 {
      shape.arrays.rest = shape.arrays.rest.and(opposite(contains))
      shape.arrays.prefix = shape.arrays.prefix.map { $0.and(opposite(contains)) }
    } else if minimum > 0 || schema.maximumContains != nil {
      shape.arrays.minimum = max(shape.arrays.minimum, minimum)
      if demand(contains).isNothing, minimum > 0 {
        shape.types.remove(.array)
        return
      }
      shape.losses.append(
        Loss(
          node: contains, types: .array, keyword: "contains",
          problem: "'contains' is not kept: the number of such elements is not checked.",
          remedy: "Check it after decoding."))
    }
  }

  private func readObjects(_ schema: Subschema, into shape: Shape) {
    for (name, property) in schema.properties {
      shape.objects.add(ExactText(name), demand(property))
    }
    shape.objects.patterns = schema.patternProperties.map { ($0.pattern, demand($0.schema)) }
    shape.objects.applyPatternsToMembers()
    if let additional = schema.additionalProperties {
      shape.objects.additional = demand(additional)
    }
    if let names = schema.propertyNames { shape.objects.names = demand(names) }
    for name in schema.required { shape.objects.require(ExactText(name)) }
    shape.objects.minimum = schema.minimumProperties ?? 0
    shape.objects.maximum = schema.maximumProperties
  }

  // MARK: Unevaluated

  /// The properties and elements that schemas which apply together constrain.
  private struct Evaluation {
    var names: [String] = []
    var patterns: [SchemaPattern] = []
    var hasAllProperties = false
    var count = 0
    var hasAllItems = false
    var isCertain = true
  }

  /// Collects what is evaluated by schemas that hold whatever the value is.
  private mutating func evaluate(
    _ node: Int, into evaluation: inout Evaluation, _ depth: Int
  ) throws(SchemaImportError) {
    guard depth < Self.maximumDepth, document.form(node) == .object else {
      evaluation.isCertain = document.form(node) != .object && evaluation.isCertain
      return
    }
    let schema = try reader.schema(node)
    evaluation.names += schema.properties.map(\.name)
    evaluation.patterns += schema.patternProperties.map(\.pattern)
    if schema.additionalProperties != nil { evaluation.hasAllProperties = true }
    evaluation.count = max(evaluation.count, schema.prefixItems.count)
    if schema.items != nil { evaluation.hasAllItems = true }
    if depth > 0 {
      if schema.unevaluatedProperties != nil { evaluation.hasAllProperties = true }
      if schema.unevaluatedItems != nil { evaluation.hasAllItems = true }
    }
    if schema.anyOf != nil || schema.oneOf != nil || schema.hasCondition
      || !schema.dependentSchemas.isEmpty || schema.contains != nil || !schema.losses.isEmpty
    {
      evaluation.isCertain = false
    }
    for other in schema.references + schema.allOf {
      try evaluate(other, into: &evaluation, depth + 1)
    }
  }

  private mutating func readUnevaluated(
    _ schema: Subschema, into shape: Shape
  ) throws(SchemaImportError) {
    guard schema.unevaluatedProperties != nil || schema.unevaluatedItems != nil else { return }
    var evaluation = Evaluation()
    try evaluate(schema.node, into: &evaluation, 0)
    if let properties = schema.unevaluatedProperties, !demand(properties).isAnything {
      if evaluation.hasAllProperties {
        // No properties or elements are left.
      } else if evaluation.isCertain {
        var objects = ObjectShape()
        for name in evaluation.names { objects.add(ExactText(name), .anything) }
        objects.patterns = evaluation.patterns.map { ($0, .anything) }
        objects.additional = demand(properties)
        shape.objects.narrow(by: objects)
      } else {
        lose("unevaluatedProperties", properties, .object, shape)
      }
    }
    if let items = schema.unevaluatedItems, !demand(items).isAnything {
      if evaluation.hasAllItems {
        // No properties or elements are left.
      } else if evaluation.isCertain {
        var arrays = ArrayShape()
        arrays.prefix = [Demand](repeating: .anything, count: evaluation.count)
        arrays.rest = demand(items)
        shape.arrays.narrow(by: arrays)
      } else {
        lose("unevaluatedItems", items, .array, shape)
      }
    }
  }

  private func lose(_ keyword: String, _ node: Int, _ types: ValueTypes, _ shape: Shape) {
    shape.losses.append(
      Loss(
        node: node, types: types, keyword: keyword,
        problem: "Which values '\(keyword)' applies to depends on the value, so it is not kept.",
        remedy: "Use 'additionalProperties' or 'items' in each alternative."))
  }
}

extension Subschema {
  /// The constraints on numbers.
  var numbers: NumberShape {
    var numbers = NumberShape()
    numbers.narrow(minimum: minimum.map { .init(value: $0, isExclusive: false) })
    numbers.narrow(minimum: exclusiveMinimum.map { .init(value: $0, isExclusive: true) })
    numbers.narrow(maximum: maximum.map { .init(value: $0, isExclusive: false) })
    numbers.narrow(maximum: exclusiveMaximum.map { .init(value: $0, isExclusive: true) })
    if let multipleOf { numbers.multiples = [multipleOf] }
    return numbers
  }

  /// Adds the constraints on strings.
  func narrow(_ strings: inout StringShape) {
    if let pattern { strings.guides.formIntersection(.pattern(pattern)) }
    if let format { strings.guides.formIntersection(.format(format)) }
    let minimum = minimumLength == 0 ? nil : minimumLength
    if minimum != nil || maximumLength != nil {
      strings.guides.formIntersection(.length(minimum: minimum, maximum: maximumLength))
    }
  }
}
