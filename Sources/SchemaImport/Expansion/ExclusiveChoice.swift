/// One of the schemas under `oneOf`, with what excludes the others.
struct ExclusiveChoice {
  /// What a value of this choice has to satisfy, the exclusion of others included where needed.
  let demand: Demand

  /// The loss, if the others cannot be excluded.
  let loss: Loss?
}

extension Expander {
  /// The schemas under a `oneOf`, each so that a value of it is of no other, as far as can be said.
  ///
  /// - Parameters:
  ///   - choices: The schemas.
  ///   - node: The schema that contains the `oneOf`.
  /// - Returns: The choices, in order.
  /// - Throws: What is wrong with the schemas.
  mutating func exclusiveChoices(
    _ choices: [Int], of node: Int
  ) throws(SchemaImportError) -> [ExclusiveChoice] {
    if let known = exclusions[node] { return known }
    let demands = choices.map { demand($0) }
    var result: [ExclusiveChoice] = []
    guard choices.count <= Self.maximumChoices else {
      let loss = Loss(
        node: node, types: .all, keyword: "oneOf",
        problem: "'oneOf' has too many choices to decide whether a value can satisfy several.",
        remedy: "Use 'anyOf'.")
      return demands.map { ExclusiveChoice(demand: $0, loss: loss) }
    }
    var overlaps = [[Int]](repeating: [], count: choices.count)
    for index in choices.indices {
      for other in choices.indices where other > index {
        guard try !areDisjoint(demands[index], demands[other]) else { continue }
        overlaps[index].append(other)
        overlaps[other].append(index)
      }
    }
    for (index, others) in overlaps.enumerated() {
      result.append(
        try exclusiveChoice(demands[index], without: others.map { choices[$0] }, of: node))
    }
    exclusions[node] = result
    return result
  }

  private mutating func exclusiveChoice(
    _ demand: Demand, without others: [Int], of node: Int
  ) throws(SchemaImportError) -> ExclusiveChoice {
    if others.isEmpty { return ExclusiveChoice(demand: demand, loss: nil) }
    var exclusive = demand
    for other in others { exclusive = exclusive.and(opposite(other)) }
    let plain = try shapes(of: demand)
    let shapes = try self.shapes(of: exclusive)
    let known = Set(plain.flatMap(\.losses))
    let isLossless = shapes.allSatisfy { $0.losses.allSatisfy(known.contains) }
    if isLossless, shapes.count <= plain.count + 8 {
      return ExclusiveChoice(demand: exclusive, loss: nil)
    }
    let types = plain.reduce(into: ValueTypes()) { $0.formUnion($1.types) }
    return ExclusiveChoice(
      demand: demand,
      loss: Loss(
        node: node, types: types, keyword: "oneOf",
        problem:
          "Some values satisfy several choices of this 'oneOf', which forbids them; they are"
          + " allowed now, as under 'anyOf'.",
        remedy: "Give each choice a required property with a different 'const'."))
  }
}
