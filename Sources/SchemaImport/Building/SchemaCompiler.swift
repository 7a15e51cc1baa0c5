/// Makes an entry of a schema for each demand of a document.
///
/// Demands on the values inside wait in a queue, so recursion in the document needs no special
/// care.
struct SchemaCompiler {
  var expander: Expander
  var table = EntryTable()
  var losses: [Loss] = []
  private var lossesSeen: Set<Loss> = []

  private var numbers: [Demand: Int] = [:]
  private var queue: [(demand: Demand, number: Int)] = []
  /// The places of demands: those that combine no other schemas, with the names of what they are.
  private var places: [Demand: Place] = [:]
  private var names: [Demand: String] = [:]
  private let maximumEntries: Int

  /// The place of a demand: its resolved demand, and its description there.
  struct Place {
    var demand: Demand
    var summary: String?
  }

  init(_ expander: Expander, maximumEntries: Int) {
    self.expander = expander
    self.maximumEntries = maximumEntries
  }

  var document: SchemaDocument { expander.document }

  /// Makes the entries of the whole document; the first is the root.
  mutating func compile() throws(SchemaImportError) {
    let root = try place(of: expander.demand(0), at: 0)
    let number = try number(of: root.demand, node: 0)
    table[number].summary = root.summary ?? table[number].summary
    var next = 0
    while next < queue.count {
      let (demand, number) = queue[next]
      next += 1
      try compile(demand, number)
      guard table.count <= maximumEntries else {
        throw expander.reader.fault(
          table[number].node, .limitExceeded,
          "The schema consists of more than \(maximumEntries) parts when it is written out.",
          "Combine fewer alternatives, or raise the option maximumParts.")
      }
    }
    for (demand, name) in names {
      if let number = numbers[demand] { table[number].name = name }
    }
    table.removeNothing()
    table.simplify()
  }

  // MARK: Entries

  /// The entry of a part, under the description that it has there.
  mutating func entry(
    _ demand: Demand, at node: Int
  ) throws(SchemaImportError) -> Int {
    let (number, summary) = try part(demand, at: node)
    guard let summary else { return number }
    return table.append(.alias(number), node: node, summary: summary)
  }

  /// The entry of a part, and the description that it has there.
  mutating func part(
    _ demand: Demand, at node: Int
  ) throws(SchemaImportError) -> (number: Int, summary: String?) {
    let place = try place(of: demand, at: node)
    return (try number(of: place.demand, node: node), place.summary)
  }

  private mutating func number(of demand: Demand, node: Int) throws(SchemaImportError) -> Int {
    if let number = numbers[demand] { return number }
    let number = table.append(
      .nothing, node: demand.order.first?.node ?? node, summary: try summary(of: demand))
    numbers[demand] = number
    queue.append((demand, number))
    return number
  }

  private mutating func summary(of demand: Demand) throws(SchemaImportError) -> String? {
    for literal in demand.order where !literal.isNegated && !literal.isValue {
      if let summary = try expander.reader.schema(literal.node).summary { return summary }
    }
    return nil
  }

  mutating func lose(_ loss: Loss) {
    if lossesSeen.insert(loss).inserted { losses.append(loss) }
  }

  // MARK: Places

  /// The demand that remains after references without constraints of their own are followed.
  mutating func place(of demand: Demand, at node: Int) throws(SchemaImportError) -> Place {
    if let known = places[demand] { return known }
    if demand.isNothing { return Place(demand: .nothing) }
    var pending = Array(demand.order.reversed())
    var result = Demand.anything
    var summary: String?
    var passed: Set<Demand.Literal> = []
    // The references passed while nothing else was demanded.
    var targets: [Int] = []
    while let literal = pending.popLast() {
      guard !literal.isNegated, !literal.isValue else {
        result = result.and(Demand(literal))
        continue
      }
      let schema = try expander.reader.schema(literal.node)
      guard schema.isConjunction else {
        result = result.and(Demand(literal))
        continue
      }
      guard passed.insert(literal).inserted else {
        if pending.isEmpty, result.isAnything { throw circularReference(literal.node) }
        continue
      }
      summary = summary ?? schema.summary
      for other in (schema.references + schema.allOf).reversed() {
        let demand = expander.demand(other)
        if demand.isNothing { return Place(demand: .nothing) }
        pending.append(contentsOf: demand.order.reversed())
        if pending.count == 1, result.isAnything, schema.references.first == other {
          targets.append(other)
        }
      }
    }
    let place = Place(demand: result, summary: summary)
    places[demand] = place
    for target in targets.reversed() { nameDemand(result, after: target) }
    return place
  }

  private mutating func nameDemand(_ demand: Demand, after target: Int) {
    guard target > 0, names[demand] == nil else { return }
    switch document.nodes[target].key {
    case .name(let name): names[demand] = name
    case .position(let position):
      let parent = document.name(of: Int(document.nodes[target].parent))
      names[demand] = "\(parent)_\(position)"
    case .root: break
    }
  }

  private func circularReference(_ node: Int) -> SchemaImportError {
    expander.reader.fault(
      node, .circularReference,
      "The references form a cycle, and none of the schemas describes a value.",
      "Describe a value in one of the schemas of the cycle.")
  }

  // MARK: Compiling

  private mutating func compile(
    _ demand: Demand, _ number: Int
  ) throws(SchemaImportError) {
    let node = table[number].node
    if demand.isNothing { return }
    if demand.isAnything {
      table[number].plan = .anything
      return
    }
    if let literal = demand.single, !literal.isNegated, !literal.isValue,
      try compileUnion(expander.reader.schema(literal.node), number)
    {
      return
    }
    let shapes = try expander.shapes(of: demand)
    var plans: [Plan] = []
    for shape in shapes {
      for loss in shape.relevantLosses { lose(loss) }
      plans += try self.plans(of: shape, at: node)
    }
    table[number].plan = union(of: plans, at: node)
  }

  /// One plan for several.
  private mutating func union(of plans: [Plan], at node: Int) -> Plan {
    switch plans.count {
    case 0: .nothing
    case 1: plans[0]
    default: .union(plans.map { table.append($0, node: node) })
    }
  }

  /// Makes the entry of a schema that only lists alternatives, which then keep their names.
  ///
  /// - Returns: Whether it is such a schema.
  private mutating func compileUnion(
    _ schema: Subschema, _ number: Int
  ) throws(SchemaImportError) -> Bool {
    guard schema.isUnion else { return false }
    var choices: [ExclusiveChoice] = []
    if let schemas = schema.anyOf {
      choices = schemas.map { ExclusiveChoice(demand: expander.demand($0), loss: nil) }
    } else if let schemas = schema.oneOf {
      choices = try expander.exclusiveChoices(schemas, of: schema.node)
    }
    var allowed: [(choice: ExclusiveChoice, isEverything: Bool)] = []
    for choice in choices {
      let shapes = try expander.shapes(of: choice.demand)
      if shapes.isEmpty { continue }
      if let types = schema.types {
        // Alternatives that go beyond the type have to be written out.
        guard shapes.allSatisfy({ types.isSuperset(of: $0.types) }) else { return false }
      }
      allowed.append((choice, shapes.contains(where: \.isEverything)))
    }
    if let everything = allowed.first(where: \.isEverything) {
      table[number].plan = .anything
      if let loss = everything.choice.loss { lose(loss) }
      return true
    }
    let parts = schema.anyOf ?? schema.oneOf ?? []
    var entries: [Int] = []
    for (index, item) in allowed.enumerated() {
      if let loss = item.choice.loss { lose(loss) }
      let node = index < parts.count ? parts[index] : schema.node
      entries.append(try entry(item.choice.demand, at: node))
    }
    if entries.count == 1 {
      table[number].plan = .alias(entries[0])
    } else {
      table[number].plan = entries.isEmpty ? .nothing : .union(entries)
    }
    return true
  }
}
