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

/// A case of one or several conditions.
private struct ConditionCase {
  /// The schemas of `then` and `else` that apply.
  var schemas: [SchemaID] = []
  var limits: [Place.Limit] = []

  static func + (first: Self, second: Self) -> Self {
    Self(schemas: first.schemas + second.schemas, limits: first.limits + second.limits)
  }
}

extension Translator {
  /// The cases of conditions on one property.
  private struct PropertyCases {
    var cases: [ConditionCase] = []
    /// The number of copies of the schemas next to the conditions.
    var copies = 0
    /// `true` if the cases accept no more than the document.
    var isExact = true
  }

  /// A union of the cases of conditions that compare a property with constants, or ask which
  /// properties an object has.
  ///
  /// Stated conditions are removed from the conjunction. The result is `nil` if there are no such
  /// conditions, or if their cases would repeat too much. Conditions on one property have common
  /// cases. Those on further properties multiply the cases, and are stated only if the cases are
  /// exact and the schema stays small. Each case satisfies one of several lists of limits.
  mutating func cases(
    of conjunction: inout Conjunction, _ place: Place, _ limits: [[Place.Limit]],
    at schema: SchemaID
  ) throws(SchemaImportError) -> Content? {
    if conjunction.conditions.isEmpty { return nil }
    var cases = [ConditionCase()]
    /// The number of cases of the conditions that were stated first.
    var least = 0
    var stated: Set<SchemaID> = []
    let groups = try conditionsByProperty(conjunction)
    for group in groups {
      var found = PropertyCases()
      guard least == 0 || allowsComparisons(cases.count * (conjunction.size + 1)) else { break }
      for one in cases {
        var parts = conjunction.parts
        for schema in one.schemas { parts.append(try source.schema(schema)) }
        let own = try self.cases(of: group, beside: parts)
        found.cases += own.cases.map { one + $0 }
        found.copies += own.copies
        found.isExact = found.isExact && own.isExact
      }
      let isSmall =
        least == 0
        || found.isExact
          && allowsGrowth(from: least, to: found.cases.count, times: limits.count, of: conjunction)
      let alternatives = group.count { $0.otherwise != nil }
      guard isSmall,
        allowsCopies(conjunction.size + alternatives, times: found.copies * limits.count)
      else {
        if least == 0 { return nil }
        continue
      }
      // No case means that no value satisfies the schemas next to the conditions.
      if least > 0, found.cases.isEmpty { continue }
      if least == 0 {
        least = found.cases.count
        noteAssumedObject(conjunction, at: schema.node)
      }
      cases = found.cases
      stated.formUnion(group.map(\.schema.id))
      noteCases(group, isExact: found.isExact)
    }
    for object in conjunction.conditions where !stated.contains(object.id) {
      guard let member = object[.if], place.listedValue == nil, isObject(conjunction, place),
        let own = presenceCases(ofConditionOf: object)
      else { continue }
      var found = own.map { ConditionCase(schemas: $0.schemas, limits: [.presence($0.presence)]) }
      if least == 0 {
        var rest = conjunction
        rest.removeConditions { $0.id == object.id }
        guard areSmall(own.map(\.presence), of: rest),
          allowsCopies(conjunction, times: found.count * limits.count)
        else { continue }
        least = found.count
      } else {
        guard allowsComparisons(cases.count * (conjunction.size + 1)) else { break }
        found = try combine(cases, with: found, beside: conjunction.parts)
        guard
          allowsGrowth(from: least, to: found.count, times: limits.count, of: conjunction),
          allowsCopies(conjunction, times: found.count * limits.count)
        else { continue }
      }
      cases = found
      stated.insert(object.id)
      noteCases(of: member)
    }
    guard !stated.isEmpty else { return nil }
    conjunction.removeConditions { stated.contains($0.id) }
    let base = conjunction.parts.map { Place.Conjunct($0.id, .own) }
    var references: [GenerationSchema.Reference] = []
    for one in cases {
      let conjuncts = base + one.schemas.map { Place.Conjunct($0) }
      references += limits.map { limits in
        reference(
          to: Place(conjuncts, limits: limits + one.limits), at: one.schemas.first ?? schema,
          isCounted: groups.isEmpty)
      }
    }
    return (.anyOf(references), [])
  }

  /// The conditions that compare one property with constants, by their property.
  private func conditionsByProperty(
    _ conjunction: Conjunction
  ) throws(SchemaImportError) -> [[Condition]] {
    var groups: [[Condition]] = []
    var indices: [ExactText: Int] = [:]
    for object in conjunction.conditions {
      guard let condition = try condition(object) else { continue }
      if let index = indices[condition.property] {
        groups[index].append(condition)
      } else {
        indices[condition.property] = groups.count
        groups.append([condition])
      }
    }
    return groups
  }

  /// The cases of conditions that compare one property with constants.
  private func cases(
    of conditions: [Condition], beside parts: [SchemaObject]
  ) throws(SchemaImportError) -> PropertyCases {
    guard let property = conditions.first?.property else { return PropertyCases() }
    let known = facts(of: parts)
    let possible = try facts(of: known.members[property] ?? []).scalars
    let isRequired = known.facts.required.contains(property)
    let groups = Self.groups(of: conditions, possible)
    let alternatives = conditions.indices.filter { conditions[$0].otherwise != nil }
    var result = PropertyCases(copies: groups.count + 1)
    for group in groups {
      let failing = alternatives.filter { !group.conditions.contains($0) }
      let schemas =
        group.conditions.sorted().compactMap { conditions[$0].then }
        + failing.compactMap { conditions[$0].otherwise }
      let limit = Place.Limit.property(property, values: group.values, isRequired: true)
      result.cases.append(ConditionCase(schemas: schemas, limits: [limit]))
    }
    let mentioned = Set(groups.flatMap(\.values))
    let rest = possible?.filter { !mentioned.contains($0) }
    // If the property is missing, each condition that does not require it holds.
    let others = conditions.filter { isRequired || $0.isRequired }.compactMap(\.otherwise)
    if rest?.isEmpty != true {
      let limit = rest.map { rest in
        Place.Limit.property(property, values: rest, isRequired: isRequired)
      }
      result.cases.append(ConditionCase(schemas: others, limits: limit.map { [$0] } ?? []))
    } else if !isRequired {
      result.cases.append(
        ConditionCase(
          schemas: others, limits: [.presence(PropertyPresence(without: property))]))
    }
    result.isExact = rest != nil && (isRequired || conditions.allSatisfy(\.isRequired))
    return result
  }

  /// The combinations of cases with those of a condition on the presence of properties, without the
  /// combinations that contradict `required`; all of them if each does.
  private func combine(
    _ cases: [ConditionCase], with others: [ConditionCase], beside parts: [SchemaObject]
  ) throws(SchemaImportError) -> [ConditionCase] {
    let required = PropertyPresence(parts.flatMap { $0.names(.required) })
    var result: [ConditionCase] = []
    for one in cases {
      var names: [String] = []
      for schema in one.schemas { names += try source.schema(schema).names(.required) }
      for case .property(let name, _, true) in one.limits { names.append(name.text) }
      for other in others {
        var presence = required.intersection(PropertyPresence(names))
        for case .presence(let limit) in one.limits + other.limits {
          presence = presence?.intersection(limit)
        }
        if presence != nil { result.append(one + other) }
      }
    }
    if result.isEmpty { return cases.flatMap { one in others.map { one + $0 } } }
    return result
  }

  /// Notes that the cases assume an object, unless the schema accepts only objects.
  private func noteAssumedObject(_ conjunction: Conjunction, at node: ValueID) {
    if conjunction.parts.contains(where: { $0.types == [.object] }) { return }
    source.note(
      .inferredType, at: node, .if,
      "'if' compares a property, so the schema is read as a schema of an object.",
      remedy: "Add 'type'.")
  }

  /// Notes the conditions on one property that become cases, and tells a few in words too if the
  /// cases accept more.
  private mutating func noteCases(_ conditions: [Condition], isExact: Bool) {
    for condition in conditions {
      guard let member = condition.schema[.if] else { continue }
      let name = condition.property.text.excerpt
      if isExact {
        source.note(
          .discriminator, at: member.node, .if,
          "'if' compares '\(name)' with constants, and becomes a union.")
      } else {
        source.note(
          .condition, at: member.node, .if,
          "'if' becomes a union of the values of '\(name)', whose last alternative accepts more "
            + "than the document.",
          remedy: "Make '\(name)' required, and give it an 'enum'.")
        if conditions.count <= ConstraintWords.mostParts { tell(member, of: condition.schema) }
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
