import SchemaGuides

extension Expander {
  /// The shapes of the values that satisfy a schema.
  mutating func affirmation(of schema: Subschema) throws(SchemaImportError) -> [Shape] {
    if schema.allowsNothing { return [] }
    let node = schema.node
    var shapes = [try ownShape(of: schema)]
    if let constant = schema.constant {
      shapes = Self.product(shapes, try self.shapes(of: Literal.value(constant)), at: node)
    }
    if let enumeration = schema.enumeration {
      shapes = Self.product(shapes, try choiceShapes(enumeration), at: node)
    }
    for other in schema.references + schema.allOf {
      shapes = Self.product(shapes, try self.shapes(of: demand(other)), at: node)
    }
    if let choices = schema.anyOf {
      var union: [Shape] = []
      for choice in choices { union += try self.shapes(of: demand(choice)) }
      shapes = Self.product(shapes, try settled(union), at: node)
    }
    if let choices = schema.oneOf {
      var union: [Shape] = []
      for choice in try exclusiveChoices(choices, of: node) {
        union += try self.shapes(of: choice.demand).map { $0.losing(choice.loss) }
      }
      shapes = Self.product(shapes, try settled(union), at: node)
    }
    if let not = schema.not {
      shapes = Self.product(shapes, try self.shapes(of: opposite(not)), at: node)
    }
    if let condition = schema.condition {
      var union = try conditional(demand(condition), schema.consequence)
      union += try conditional(opposite(condition), schema.alternative)
      shapes = Self.product(shapes, union, at: node)
    }
    for (name, required) in schema.dependentRequired {
      let present = Shape(.object)
      for name in [name] + required { present.objects.require(ExactText(name)) }
      shapes = Self.product(shapes, [.lacking(name), present], at: node)
    }
    for (name, other) in schema.dependentSchemas {
      let present = Shape(.object)
      present.objects.require(ExactText(name))
      let dependent = Self.product([present], try self.shapes(of: demand(other)), at: node)
      shapes = Self.product(shapes, [.lacking(name)] + dependent, at: node)
    }
    return shapes
  }

  private mutating func conditional(
    _ condition: Demand, _ consequence: Int?
  ) throws(SchemaImportError) -> [Shape] {
    try shapes(of: condition.and(consequence.map { demand($0) } ?? .anything))
  }

  // MARK: Values

  /// The shapes of the values in a list.
  private mutating func choiceShapes(_ list: Int) throws(SchemaImportError) -> [Shape] {
    let elements = Array(document.children(of: list))
    var result: [Shape] = []
    if let scalars = scalarShape(elements) { result.append(scalars) }
    for element in elements where isContainer(element) {
      result += try shapes(of: Literal.value(element))
    }
    return result
  }

  func isContainer(_ node: Int) -> Bool {
    let form = document.form(node)
    return form == .array || form == .object
  }

  /// The shape of some scalars of the document, or `nil` if there are none.
  private func scalarShape(_ nodes: [Int]) -> Shape? {
    var types: ValueTypes = []
    var texts: [String] = []
    var numbers: [SchemaNumber] = []
    for node in nodes {
      let content = document.content(node)
      switch document.form(node) {
      case .null, .nothing: types.insert(.null)
      case .bool: types.formUnion(content.truth == true ? .true : .false)
      case .string:
        types.insert(.string)
        texts.append(content.text ?? "")
      case .number:
        guard let number = content.exactNumber else { continue }
        types.formUnion(number.isInteger ? .integer : .fraction)
        numbers.append(number)
      case .array, .object: break
      }
    }
    guard !types.isEmpty else { return nil }
    let shape = Shape(types)
    if types.contains(.string) { shape.strings.guides.formIntersection(.choices(texts)) }
    if !types.isDisjoint(with: .number) { shape.numbers.choices = numbers }
    return shape
  }

  /// The shapes of the values that equal one of the document, or do not.
  func valueShapes(_ literal: Literal) -> [Shape] {
    let node = literal.node
    if literal.isNegated { return valueNegation(node) }
    switch document.form(node) {
    case .array:
      let shape = Shape(.array)
      shape.arrays.prefix = document.children(of: node).map { Demand(.value($0)) }
      shape.arrays.minimum = shape.arrays.prefix.count
      shape.arrays.rest = .nothing
      return [shape]
    case .object:
      let shape = Shape(.object)
      for member in document.children(of: node) {
        let name = ExactText(document.name(of: member))
        shape.objects.add(name, Demand(.value(member)))
        shape.objects.require(name)
      }
      shape.objects.additional = .nothing
      return [shape]
    default: return scalarShape([node]).map { [$0] } ?? []
    }
  }

  private func valueNegation(_ node: Int) -> [Shape] {
    let content = document.content(node)
    switch document.form(node) {
    case .null, .nothing: return [Shape(ValueTypes.null.complement)]
    case .bool:
      let types: ValueTypes = content.truth == true ? .true : .false
      return [Shape(types.complement)]
    case .string:
      let shape = Shape()
      shape.strings.excluded = [ExactText(content.text ?? "")]
      return [shape]
    case .number:
      let shape = Shape()
      if let number = content.exactNumber { shape.numbers.excluded = [number] }
      return [shape]
    case .array: return arrayNegation(node)
    case .object: return objectNegation(node)
    }
  }

  private func arrayNegation(_ node: Int) -> [Shape] {
    let elements = Array(document.children(of: node))
    var shapes = [Shape(ValueTypes.array.complement)]
    if !elements.isEmpty {
      let shorter = Shape(.array)
      shorter.arrays.maximum = elements.count - 1
      shapes.append(shorter)
    }
    let longer = Shape(.array)
    longer.arrays.minimum = elements.count + 1
    shapes.append(longer)
    for (index, element) in elements.enumerated() {
      let different = Shape(.array)
      different.arrays.prefix = elements[..<index].map { _ in .anything }
      different.arrays.prefix.append(Demand(Literal.value(element).negated))
      different.arrays.minimum = index + 1
      shapes.append(different)
    }
    return shapes
  }

  private func objectNegation(_ node: Int) -> [Shape] {
    let members = Array(document.children(of: node))
    var shapes = [Shape(ValueTypes.object.complement)]
    for member in members {
      let name = ExactText(document.name(of: member))
      let lacking = Shape(.object)
      lacking.objects.add(name, .nothing)
      let different = Shape(.object)
      different.objects.add(name, Demand(Literal.value(member).negated))
      different.objects.require(name)
      shapes += [lacking, different]
    }
    let larger = Shape(.object)
    larger.objects.minimum = members.count + 1
    shapes.append(larger)
    return shapes
  }
}

extension Shape {
  /// All values but objects that have a property.
  static func lacking(_ name: String) -> Shape {
    let shape = Shape()
    shape.objects.add(ExactText(name), .nothing)
    return shape
  }

  /// The same values with one more loss.
  func losing(_ loss: Loss?) -> Shape {
    guard let loss else { return self }
    let shape = copy()
    shape.losses.append(loss)
    return shape
  }
}
