import SchemaContent
import SchemaDocuments
import SchemaEncoding
import SchemaText

/// An `if` that compares one property with constants.
private struct Condition {
  let schema: Subschema
  let property: ExactText
  let values: [SchemaScalar]
  /// Whether it holds only for objects that have the property.
  let isRequired: Bool
  let then: Int?
  let otherwise: Int?
}

extension Translator {
  /// A union of the cases of conditions that compare one property with constants.
  ///
  /// The conditions that are stated are removed from the conjunction. The result is `nil` if there
  /// are none, or they would repeat too much.
  mutating func cases(
    of conjunction: inout Conjunction, _ place: Place, at node: Int
  ) throws(SchemaImportError) -> Content? {
    var conditions: [Condition] = []
    for schema in conjunction.conditions {
      guard let condition = try condition(schema) else { continue }
      if conditions.isEmpty || conditions[0].property == condition.property {
        conditions.append(condition)
      }
    }
    guard let property = conditions.first?.property else { return nil }
    let (possible, isRequired) = try values(of: property, in: conjunction)
    let groups = Self.groups(of: conditions, possible)
    let alternatives = conditions.indices.filter { conditions[$0].otherwise != nil }
    guard allowsCopies((conjunction.size + alternatives.count) * (groups.count + 1)) else {
      return nil
    }
    try noteAssumedObject(conjunction, at: node)
    let stated = Set(conditions.map(\.schema.node))
    conjunction.conditions.removeAll { stated.contains($0.node) }

    let base = conjunction.parts.map { Place.Conjunct($0.node, .own) }
    var references: [GenerationSchema.Reference] = []
    func add(_ schemas: [Int], _ limit: Place.Limit?) {
      let conjuncts = base + schemas.map { Place.Conjunct($0) }
      let limits = place.limits + (limit.map { [$0] } ?? [])
      references.append(
        reference(to: Place(conjuncts, limits: limits), at: schemas.first ?? node))
    }
    for group in groups {
      let failing = alternatives.filter { !group.conditions.contains($0) }
      let schemas =
        group.conditions.sorted().compactMap { conditions[$0].then }
        + failing.compactMap { conditions[$0].otherwise }
      add(schemas, .property(property, values: group.values, isRequired: true))
    }
    let mentioned = Set(groups.flatMap(\.values))
    let rest = possible?.filter { !mentioned.contains($0) }
    // Where the property is missing, a condition that does not require it holds.
    let others = conditions.filter { isRequired || $0.isRequired }.compactMap(\.otherwise)
    if rest?.isEmpty != true {
      let limit = rest.map { rest in
        Place.Limit.property(property, values: rest, isRequired: isRequired)
      }
      add(others, limit)
    } else if !isRequired {
      add(others, .property(property, values: nil, isRequired: false))
    }
    let isExact = rest != nil && (isRequired || conditions.allSatisfy(\.isRequired))
    noteCases(conditions, isExact: isExact)
    return (.anyOf(references), [])
  }

  /// Notes that the cases are those of objects, unless nothing else is accepted.
  private mutating func noteAssumedObject(
    _ conjunction: Conjunction, at node: Int
  ) throws(SchemaImportError) {
    for part in conjunction.parts {
      if let type = part[.type], try reader.types(type) == [.object] { return }
    }
    reader.log.add(
      .inferredType, at: node, "if",
      "'if' compares a property, so the schema is read as that of an object.",
      remedy: "Add 'type'.")
  }

  private mutating func noteCases(_ conditions: [Condition], isExact: Bool) {
    for condition in conditions {
      guard let node = condition.schema[.if] else { continue }
      if isExact {
        reader.log.add(
          .discriminator, at: node, "if",
          "'if' compares '\(condition.property.text)' with constants, and becomes a union.")
      } else {
        reader.log.add(
          .condition, at: node, "if",
          "'if' becomes a union of the values of '\(condition.property.text)', whose last alternative "
            + "accepts more than the document.",
          remedy: "Make '\(condition.property.text)' required, and give it an 'enum'.")
      }
    }
  }

  /// The condition of a schema, if it compares one property with constants and nothing else.
  private mutating func condition(_ schema: Subschema) throws(SchemaImportError) -> Condition? {
    guard let node = schema[.if] else { return nil }
    let condition = try reader.schema(node)
    guard document.shape(node) == .object,
      condition.members.allSatisfy({ [.type, .properties, .required].contains($0.keyword) }),
      document.children(of: node).count == condition.members.count,
      let properties = condition[.properties]
    else { return nil }
    let members = try reader.members(properties, .properties)
    let required = try condition[.required].map { node throws(SchemaImportError) in
      try reader.texts(node, .required)
    }
    if let type = condition[.type], try reader.types(type) != [.object] { return nil }
    guard members.count == 1, let (name, member) = members.first,
      required.map({ $0.map(ExactText.init) == [ExactText(name)] }) ?? true,
      document.shape(member) == .object
    else { return nil }
    let compared = try reader.schema(member)
    guard document.children(of: member).count == compared.members.count,
      compared.members.allSatisfy({ [.const, .enum, .type, .title].contains($0.keyword) }),
      let values = try listedValues(of: member)
    else { return nil }
    return Condition(
      schema: schema, property: ExactText(name), values: values, isRequired: required != nil,
      then: schema[.then], otherwise: schema[.else])
  }

  /// The values that a property may have, if they are listed, and whether it is required.
  private mutating func values(
    of property: ExactText, in conjunction: Conjunction
  ) throws(SchemaImportError) -> (possible: [SchemaScalar]?, isRequired: Bool) {
    var possible: [SchemaScalar]?
    var isRequired = false
    for part in conjunction.parts {
      if let node = part[.required] {
        let names = try reader.texts(node, .required)
        isRequired = isRequired || names.contains { ExactText($0) == property }
      }
      guard possible == nil, let node = part[.properties] else { continue }
      for (name, member) in try reader.members(node, .properties)
      where ExactText(name) == property {
        possible = try listedValues(of: member)
      }
    }
    return (possible, isRequired)
  }

  /// The values that conditions mention, those together for which the same conditions hold.
  private static func groups(
    of conditions: [Condition], _ possible: [SchemaScalar]?
  ) -> [(values: [SchemaScalar], conditions: Set<Int>)] {
    var order: [SchemaScalar] = []
    var holding: [SchemaScalar: Set<Int>] = [:]
    let allowed = possible.map(Set.init)
    for (index, condition) in conditions.enumerated() {
      for value in condition.values where allowed?.contains(value) != false {
        if holding[value] == nil { order.append(value) }
        holding[value, default: []].insert(index)
      }
    }
    var groups: [(values: [SchemaScalar], conditions: Set<Int>)] = []
    var positions: [Set<Int>: Int] = [:]
    for value in order {
      let set = holding[value] ?? []
      if let position = positions[set] {
        groups[position].values.append(value)
      } else {
        positions[set] = groups.count
        groups.append(([value], set))
      }
    }
    return groups
  }
}
