/// Finds the shapes of values that satisfy demands, by looking into schemas one level deep.
///
/// Constraints on the values inside a value become demands, which are not expanded here. Recursion
/// is therefore as deep as the schemas that apply to one value nest, which is bounded.
struct Expander {
  typealias Literal = Demand.Literal

  var reader: SubschemaReader
  var document: SchemaDocument { reader.document }

  /// The shapes of literals that were expanded before.
  private var known: [Literal: [Shape]] = [:]
  /// The literals whose expansion is under way.
  private var isOpen: Set<Literal> = []
  private var depth = 0

  /// How deep schemas that apply to one value may nest.
  static let maximumDepth = 32
  /// The largest number of shapes of one place.
  static let maximumShapes = 96
  /// How many choices of one `oneOf` are made to exclude each other.
  static let maximumChoices = 300

  /// The choices of each `oneOf` that was expanded.
  var exclusions: [Int: [ExclusiveChoice]] = [:]

  init(_ reader: SubschemaReader) {
    self.reader = reader
  }

  // MARK: Demands

  /// The shapes of the values that satisfy a demand.
  ///
  /// - Parameter demand: The demand.
  /// - Returns: The shapes, of which a value may have several; none if no value satisfies it.
  /// - Throws: What is wrong with the schemas.
  mutating func shapes(of demand: Demand) throws(SchemaImportError) -> [Shape] {
    if demand.isNothing { return [] }
    var shapes = [Shape()]
    for literal in demand.order {
      shapes = Self.product(shapes, try self.shapes(of: literal), at: literal.node)
    }
    return demand.order.count > 1 ? try settled(shapes) : shapes
  }

  mutating func shapes(of literal: Literal) throws(SchemaImportError) -> [Shape] {
    if let shapes = known[literal] { return shapes }
    guard isOpen.insert(literal).inserted else {
      throw reader.fault(
        literal.node, .circularReference,
        "The schema refers to itself without a constraint on the value in between.",
        "Remove one of the references of the cycle.")
    }
    depth += 1
    defer {
      depth -= 1
      isOpen.remove(literal)
    }
    guard depth <= Self.maximumDepth else {
      throw reader.fault(
        literal.node, .limitExceeded,
        "More than \(Self.maximumDepth) schemas that apply to one value are nested here.",
        "Nest fewer 'allOf', 'anyOf', 'not' and references.")
    }
    let raw =
      literal.isValue
      ? valueShapes(literal)
      : literal.isNegated
        ? try negation(of: reader.schema(literal.node))
        : try affirmation(of: reader.schema(literal.node))
    let shapes = try settled(raw)
    known[literal] = shapes
    return shapes
  }

  /// The demand that a schema of the document states.
  func demand(_ node: Int) -> Demand {
    switch document.content(node).truth {
    case true?: .anything
    case false?: .nothing
    case nil:
      document.form(node) == .object && document.nodes[node].end == Int32(node + 1)
        ? .anything : Demand(.schema(node))
    }
  }

  /// The demand that a value does not satisfy a schema.
  func opposite(_ node: Int) -> Demand {
    let demand = demand(node)
    if demand.isNothing { return .anything }
    if demand.isAnything { return .nothing }
    return Demand(Literal.schema(node).negated)
  }

  // MARK: Combining

  /// All intersections of two sets of shapes.
  ///
  /// Not a method, so that `self`, with all that is known, is not copied before the arguments of a
  /// call look into further schemas.
  static func product(_ first: [Shape], _ second: [Shape], at node: Int) -> [Shape] {
    if first.count == 1, first[0].isEverything { return second }
    if second.count == 1, second[0].isEverything { return first }
    if first.count * second.count > Self.maximumShapes {
      // Dropping one side allows too much, and is reported as a loss.
      let kept = first.count >= second.count ? first : second
      let loss = Loss(
        node: node, types: .all, keyword: "anyOf",
        problem:
          "\(first.count) and \(second.count) alternatives that hold together are too many to write"
          + " out, so that some of them are dropped.",
        remedy: "Combine fewer alternatives with 'allOf'.")
      return kept.map { shape in
        let copy = shape.copy()
        copy.losses.append(loss)
        return copy
      }
    }
    var result: [Shape] = []
    for shape in first {
      for other in second {
        if let both = shape.intersection(other) { result.append(both) }
      }
    }
    return result
  }

  /// Removes what no value has from shapes, and then the shapes that are empty.
  mutating func settled(_ shapes: [Shape]) throws(SchemaImportError) -> [Shape] {
    var result: [Shape] = []
    for shape in shapes {
      let shape = shape.copy()
      try settle(shape)
      if shape.types.isEmpty { continue }
      // Other shapes add nothing to the set of all values.
      if shape.isEverything { return [shape] }
      result.append(shape)
    }
    return result
  }

  private mutating func settle(_ shape: Shape) throws(SchemaImportError) {
    if shape.types.contains(.string), !shape.strings.isEmpty, !shape.strings.settle() {
      shape.types.remove(.string)
    }
    if !shape.types.isDisjoint(with: .number), !shape.numbers.isEmpty {
      let numbers = shape.numbers.settle(shape.types)
      shape.types = shape.types.subtracting(.number).union(numbers)
    }
    if shape.types.contains(.array), !shape.arrays.isEmpty, !shape.arrays.settle() {
      shape.types.remove(.array)
    }
    if shape.types.contains(.object), !shape.objects.isEmpty, try !settle(&shape.objects) {
      shape.types.remove(.object)
    }
    if !shape.types.contains(.string) { shape.strings = StringShape() }
    if shape.types.isDisjoint(with: .number) { shape.numbers = NumberShape() }
    if !shape.types.contains(.array) { shape.arrays = ArrayShape() }
    if !shape.types.contains(.object) { shape.objects = ObjectShape() }
    shape.losses = shape.relevantLosses
  }

  /// Normalizes the constraints on objects.
  ///
  /// - Returns: Whether an object is left, as far as two levels show.
  private mutating func settle(_ objects: inout ObjectShape) throws(SchemaImportError) -> Bool {
    for name in objects.required {
      let demand = objects.demand(of: name)
      objects.add(name, demand)
      if try isEmpty(demand) { return false }
    }
    if let maximum = objects.maximum {
      if objects.minimum > maximum || objects.required.count > maximum { return false }
    }
    if objects.minimum <= objects.required.count { objects.minimum = 0 }
    guard objects.additional.isNothing, objects.patterns.allSatisfy({ $0.demand.isNothing }) else {
      return true
    }
    objects.patterns = []
    let count = objects.members.count { !$0.demand.isNothing }
    if let maximum = objects.maximum, maximum >= count { objects.maximum = nil }
    return objects.minimum <= count
  }

  // MARK: Emptiness

  /// Whether it is known that no value satisfies a demand.
  mutating func isEmpty(_ demand: Demand) throws(SchemaImportError) -> Bool {
    guard let literals = demand.literals else { return true }
    // A single schema that no value satisfies is a fault of the document, and is found elsewhere.
    guard literals.count > 1, depth < Self.maximumDepth / 2,
      !literals.contains(where: isOpen.contains)
    else { return false }
    if let known = emptiness[demand] { return known }
    emptiness[demand] = false
    let isEmpty = try shapes(of: demand).isEmpty
    emptiness[demand] = isEmpty
    return isEmpty
  }

  private var emptiness: [Demand: Bool] = [:]

  /// Whether it is known that no value satisfies both demands.
  mutating func areDisjoint(_ first: Demand, _ second: Demand) throws(SchemaImportError) -> Bool {
    let shapes = try self.shapes(of: first)
    let others = try self.shapes(of: second)
    for shape in shapes {
      for other in others where try !areDisjoint(shape, other) { return false }
    }
    return true
  }

  private mutating func areDisjoint(
    _ first: Shape, _ second: Shape
  ) throws(SchemaImportError) -> Bool {
    let shared = first.types.intersection(second.types)
    if shared.isEmpty { return true }
    if shared == .object {
      // Finding a property that distinguishes the two is cheaper than merging them.
      for name in first.objects.required {
        guard let demand = first.objects.memberDemand(name),
          let other = second.objects.memberDemand(name)
        else { continue }
        if try isEmpty(demand.and(other)) { return true }
      }
    }
    guard let both = first.intersection(second) else { return true }
    return try settled([both]).isEmpty
  }
}
