import SchemaGuides

extension Expander {
  /// The shapes of the values that do not satisfy a schema: those that fail one of its keywords.
  mutating func negation(of schema: Subschema) throws(SchemaImportError) -> [Shape] {
    if schema.allowsNothing { return [Shape()] }
    let node = schema.node
    var shapes: [Shape] = []
    if let types = schema.types, types != .all { shapes.append(Shape(types.complement)) }
    if let constant = schema.constant {
      shapes += try self.shapes(of: Literal.value(constant).negated)
    }
    if let enumeration = schema.enumeration {
      var others = [Shape()]
      for element in document.children(of: enumeration) {
        others = Self.product(others, try self.shapes(of: Literal.value(element).negated), at: node)
      }
      shapes += others
    }
    shapes += numberFailures(schema) + stringFailures(schema) + arrayFailures(schema)
    shapes += try objectFailures(schema)
    for other in schema.references + schema.allOf {
      shapes += try self.shapes(of: opposite(other))
    }
    if let choices = schema.anyOf { shapes += try none(of: choices, at: node) }
    if let choices = schema.oneOf {
      shapes += try none(of: choices, at: node)
      shapes += try several(of: choices, at: node)
    }
    if let not = schema.not { shapes += try self.shapes(of: demand(not)) }
    if let condition = schema.condition {
      if let consequence = schema.consequence {
        shapes += try self.shapes(of: demand(condition).and(opposite(consequence)))
      }
      if let alternative = schema.alternative {
        shapes += try self.shapes(of: opposite(condition).and(opposite(alternative)))
      }
    }
    for loss in schema.losses {
      shapes.append(
        failure(
          .all,
          Loss(
            node: loss.node, types: .all, keyword: loss.keyword, problem: loss.problem,
            remedy: loss.remedy)))
    }
    return shapes
  }

  private mutating func none(
    of choices: [Int], at node: Int
  ) throws(SchemaImportError) -> [Shape] {
    var shapes = [Shape()]
    for choice in choices {
      shapes = Self.product(shapes, try self.shapes(of: opposite(choice)), at: node)
    }
    return shapes
  }

  /// The values that satisfy two of some schemas or more.
  private mutating func several(
    of choices: [Int], at node: Int
  ) throws(SchemaImportError) -> [Shape] {
    var shapes: [Shape] = []
    for (index, choice) in choices.enumerated() {
      for other in choices[(index + 1)...] {
        shapes += try self.shapes(of: demand(choice).and(demand(other)))
        if shapes.count > Self.maximumShapes {
          return [failure(.all, Self.loss(node, .all, "oneOf"))]
        }
      }
    }
    return shapes
  }

  // MARK: Keywords

  /// Values of some kinds that fail a keyword, which cannot be expressed.
  private func failure(_ types: ValueTypes, _ loss: Loss) -> Shape {
    let shape = Shape(types)
    shape.losses = [loss]
    return shape
  }

  private static func loss(_ node: Int, _ types: ValueTypes, _ keyword: String) -> Loss {
    Loss(
      node: node, types: types, keyword: keyword,
      problem: "The negation of '\(keyword)' cannot be expressed, so it is not kept.",
      remedy: "State what is allowed instead of what is not.")
  }

  private func numberFailures(_ schema: Subschema) -> [Shape] {
    var shapes: [Shape] = []
    func append(_ change: (inout NumberShape) -> Void) {
      let shape = Shape(.number)
      change(&shape.numbers)
      shapes.append(shape)
    }
    if let bound = schema.minimum {
      append { $0.maximum = .init(value: bound, isExclusive: true) }
    }
    if let bound = schema.exclusiveMinimum {
      append { $0.maximum = .init(value: bound, isExclusive: false) }
    }
    if let bound = schema.maximum {
      append { $0.minimum = .init(value: bound, isExclusive: true) }
    }
    if let bound = schema.exclusiveMaximum {
      append { $0.minimum = .init(value: bound, isExclusive: false) }
    }
    if let multiple = schema.multipleOf {
      if multiple == SchemaNumber(1) {
        shapes.append(Shape(.fraction))
      } else {
        shapes.append(failure(.number, Self.loss(schema.node, .number, "multipleOf")))
      }
    }
    return shapes
  }

  private func stringFailures(_ schema: Subschema) -> [Shape] {
    var shapes: [Shape] = []
    func append(_ change: (inout StringShape) -> Void) {
      let shape = Shape(.string)
      change(&shape.strings)
      shapes.append(shape)
    }
    if let length = schema.minimumLength, length > 0 {
      append { $0.guides.formIntersection(.length(minimum: nil, maximum: length - 1)) }
    }
    if let length = schema.maximumLength, length < .max {
      append { $0.guides.formIntersection(.length(minimum: length + 1, maximum: nil)) }
    }
    if let pattern = schema.pattern { append { $0.excludedPatterns = [pattern] } }
    return shapes
  }

  private func arrayFailures(_ schema: Subschema) -> [Shape] {
    var shapes: [Shape] = []
    func append(_ change: (inout ArrayShape) -> Void) {
      let shape = Shape(.array)
      change(&shape.arrays)
      shapes.append(shape)
    }
    if let count = schema.minimumItems, count > 0 { append { $0.maximum = count - 1 } }
    if let count = schema.maximumItems, count < .max { append { $0.minimum = count + 1 } }
    for (index, item) in schema.prefixItems.enumerated() where !demand(item).isAnything {
      append {
        $0.prefix = [Demand](repeating: .anything, count: index) + [opposite(item)]
        $0.minimum = index + 1
      }
    }
    if let items = schema.items, !demand(items).isAnything {
      let count = schema.prefixItems.count
      if demand(items).isNothing {
        append { $0.minimum = count + 1 }
      } else {
        let shape = failure(.array, Self.loss(items, .array, "items"))
        shape.arrays.minimum = count + 1
        shapes.append(shape)
      }
    }
    if schema.hasUniqueItems {
      let shape = failure(.array, Self.loss(schema.node, .array, "uniqueItems"))
      shape.arrays.minimum = 2
      shapes.append(shape)
    }
    if let contains = schema.contains {
      if schema.minimumContains ?? 1 == 1 {
        append { $0.rest = opposite(contains) }
      } else if schema.minimumContains ?? 1 > 0 {
        shapes.append(failure(.array, Self.loss(contains, .array, "minContains")))
      }
      if schema.maximumContains != nil {
        shapes.append(failure(.array, Self.loss(contains, .array, "maxContains")))
      }
    }
    if let items = schema.unevaluatedItems, !demand(items).isAnything {
      shapes.append(failure(.array, Self.loss(items, .array, "unevaluatedItems")))
    }
    return shapes
  }

  private mutating func objectFailures(
    _ schema: Subschema
  ) throws(SchemaImportError) -> [Shape] {
    var shapes: [Shape] = []
    func append(_ change: (inout ObjectShape) -> Void) {
      let shape = Shape(.object)
      change(&shape.objects)
      shapes.append(shape)
    }
    for (name, property) in schema.properties where !demand(property).isAnything {
      append {
        $0.add(ExactText(name), opposite(property))
        $0.require(ExactText(name))
      }
    }
    for name in schema.required { append { $0.add(ExactText(name), .nothing) } }
    if let count = schema.minimumProperties, count > 0 { append { $0.maximum = count - 1 } }
    if let count = schema.maximumProperties, count < .max { append { $0.minimum = count + 1 } }
    let inner: [(String, Int)] =
      schema.patternProperties.map { ("patternProperties", $0.schema) }
      + (schema.additionalProperties.map { [("additionalProperties", $0)] } ?? [])
      + (schema.propertyNames.map { [("propertyNames", $0)] } ?? [])
      + (schema.unevaluatedProperties.map { [("unevaluatedProperties", $0)] } ?? [])
    for (keyword, node) in inner where !demand(node).isAnything {
      let shape = failure(.object, Self.loss(node, .object, keyword))
      shape.objects.minimum = 1
      shapes.append(shape)
    }
    for (name, required) in schema.dependentRequired {
      for other in required {
        append {
          $0.require(ExactText(name))
          $0.add(ExactText(other), .nothing)
        }
      }
    }
    for (name, other) in schema.dependentSchemas {
      let present = Shape(.object)
      present.objects.require(ExactText(name))
      shapes += Self.product([present], try self.shapes(of: opposite(other)), at: schema.node)
    }
    return shapes
  }
}
