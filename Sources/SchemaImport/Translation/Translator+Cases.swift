import SchemaAlternatives
import SchemaDocuments

/// An `if` that compares one property with constants.
private struct Condition {
  let schema: SchemaObject
  let property: ExactText
  let values: [SchemaScalar]
  /// `true` if the condition holds only for objects that have the property.
  let isRequired: Bool
  let then: SchemaID?
  let otherwise: SchemaID?
}

extension Translator {
  /// A union of the cases of conditions that compare one property with constants.
  ///
  /// Stated conditions are removed from the conjunction. The result is `nil` if there are no such
  /// conditions, or if their cases would repeat too much. Each case satisfies one of several lists
  /// of limits.
  mutating func cases(
    of conjunction: inout Conjunction, _ place: Place, _ limits: [[Place.Limit]],
    at schema: SchemaID
  ) throws(SchemaImportError) -> Content? {
    var conditions: [Condition] = []
    for object in conjunction.conditions {
      guard let condition = try condition(object) else { continue }
      if conditions.isEmpty || conditions[0].property == condition.property {
        conditions.append(condition)
      }
    }
    guard let property = conditions.first?.property else {
      return presenceConditionCases(of: &conjunction, place, limits, at: schema)
    }
    let known = facts(of: conjunction.parts)
    let possible = try facts(of: known.members[property] ?? []).scalars
    let isRequired = known.facts.required.contains(property)
    let groups = Self.groups(of: conditions, possible)
    let alternatives = conditions.indices.filter { conditions[$0].otherwise != nil }
    let copies = (groups.count + 1) * limits.count
    guard allowsCopies(conjunction.size + alternatives.count, times: copies) else { return nil }
    noteAssumedObject(conjunction, at: schema.node)
    let stated = Set(conditions.map(\.schema.id))
    conjunction.removeConditions { stated.contains($0.id) }

    let base = conjunction.parts.map { Place.Conjunct($0.id, .own) }
    var references: [GenerationSchema.Reference] = []
    func add(_ schemas: [SchemaID], _ limit: Place.Limit?) {
      let conjuncts = base + schemas.map { Place.Conjunct($0) }
      for limits in limits {
        let limits = limits + (limit.map { [$0] } ?? [])
        references.append(
          reference(to: Place(conjuncts, limits: limits), at: schemas.first ?? schema))
      }
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
    // If the property is missing, each condition that does not require it holds.
    let others = conditions.filter { isRequired || $0.isRequired }.compactMap(\.otherwise)
    if rest?.isEmpty != true {
      let limit = rest.map { rest in
        Place.Limit.property(property, values: rest, isRequired: isRequired)
      }
      add(others, limit)
    } else if !isRequired {
      add(others, .presence(PropertyPresence(without: property)))
    }
    let isExact = rest != nil && (isRequired || conditions.allSatisfy(\.isRequired))
    noteCases(conditions, isExact: isExact)
    return (.anyOf(references), [])
  }

  /// Notes that the cases assume an object, unless the schema accepts only objects.
  private func noteAssumedObject(_ conjunction: Conjunction, at node: ValueID) {
    if conjunction.parts.contains(where: { $0.types == [.object] }) { return }
    source.note(
      .inferredType, at: node, .if,
      "'if' compares a property, so the schema is read as a schema of an object.",
      remedy: "Add 'type'.")
  }

  private func noteCases(_ conditions: [Condition], isExact: Bool) {
    for condition in conditions {
      guard let member = condition.schema[.if] else { continue }
      if isExact {
        source.note(
          .discriminator, at: member.node, .if,
          "'if' compares '\(condition.property.text.excerpt)' with constants, and becomes a union.")
      } else {
        source.note(
          .condition, at: member.node, .if,
          "'if' becomes a union of the values of '\(condition.property.text.excerpt)', whose last "
            + "alternative accepts more than the document.",
          remedy: "Make '\(condition.property.text.excerpt)' required, and give it an 'enum'.")
      }
    }
  }

  /// The condition of a schema, if it compares one property with constants and nothing else.
  private func condition(
    _ schema: SchemaObject
  ) throws(SchemaImportError) -> Condition? {
    guard
      let condition = try schema.schema(.if).map({ id throws(SchemaImportError) in
        try source.schema(id)
      })
    else { return nil }
    let properties = condition.schemas(.properties)
    guard condition.hasOnly([.type, .properties, .required]), properties.count == 1,
      let property = properties.first, condition.types ?? [.object] == [.object]
    else { return nil }
    let name = ExactText(document.name(of: property.node))
    let isRequired = condition[.required] != nil
    if isRequired, condition.names(.required).map(ExactText.init) != [name] { return nil }
    let compared = try source.schema(property)
    guard compared.form == .keywords, compared.hasOnly([.const, .enum, .type, .title]),
      let values = try facts(of: [property]).scalars
    else { return nil }
    return Condition(
      schema: schema, property: name, values: values, isRequired: isRequired,
      then: schema.schema(.then), otherwise: schema.schema(.else))
  }

  /// Returns the values that conditions mention, grouped by the conditions that hold for them.
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

extension SchemaObject {
  /// Returns `true` if the schema has no other keywords than the given ones.
  fileprivate func hasOnly(_ keywords: [Keyword]) -> Bool {
    form == .keywords && unknown.isEmpty && ignored.isEmpty && faults.isEmpty
      && members.allSatisfy { keywords.contains($0.keyword) }
  }
}
