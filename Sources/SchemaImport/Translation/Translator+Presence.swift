import IndexedTables
import SchemaDocuments

/// Rules for properties that occur together, as unions of the cases that they allow.
extension Translator {
  /// The keywords of a schema that may be such rules, with the schema.
  func caseRules(of schema: SchemaObject) -> [Conjunction.Rule] {
    schema.members.filter(\.keyword.isCaseRule).map { ($0, schema) }
  }

  /// The limits of a place for each case that the rules of its schemas allow; `nil` if there are no
  /// rules, or if they do not become cases.
  ///
  /// Stated rules are removed from the conjunction, and so are unions whose alternatives constrain
  /// only the presence of properties. Rules that contradict each other or `required` stay, so that
  /// they are reported as not stated. Rules whose cases would repeat too much of a schema for a
  /// model are described in words.
  mutating func presenceCases(
    of conjunction: inout Conjunction, _ place: Place
  ) -> [[Place.Limit]]? {
    guard place.listedValue == nil, isObject(conjunction, place), conjunction.mayHaveCases else {
      return nil
    }
    var rest = conjunction
    var result = PresenceRule.all
    var stated: [(rule: Conjunction.Rule, presence: PresenceRule)] = []
    // Returns `false`, and changes nothing, if the rule is `nil` or gives too many cases.
    func add(_ rule: Conjunction.Rule, _ presence: PresenceRule?) -> Bool {
      guard let presence, comparisons.take(result.size * presence.size),
        let both = result.intersection(presence)
      else { return false }
      result = both
      stated.append((rule, presence))
      return true
    }
    rest.removeRules { add($0, presenceRule(of: $0.member)) }
    rest.removeUnions { add(($0.member, $0.schema), presenceRule(of: $0.member)) }
    rest.removeConditions { schema in
      guard let member = schema[.if] else { return false }
      return add((member, schema), presenceRule(ofConditionOf: schema))
    }
    guard !stated.isEmpty else { return nil }
    // `required` excludes the cases that lack one of its properties. Names in no case are skipped.
    let names = Set(result.names)
    for part in conjunction.parts {
      let required = part.names(.required).filter { names.contains(ExactText($0)) }
      guard !required.isEmpty, comparisons.take(result.size * required.count) else { continue }
      result = PresenceRule(requiring: required).flatMap(result.intersection) ?? result
    }
    guard !result.cases.isEmpty else { return nil }
    conjunction = rest
    guard comparisons.take(result.size * result.cases.count),
      let cases = result.disjoint()?.cases, areSmall(cases, of: rest),
      allowsCopies(conjunction, times: cases.count)
    else {
      for (rule, presence) in stated where presence != .all { describe(rule, as: presence) }
      return nil
    }
    for (rule, _) in stated { noteCases(of: rule.member) }
    return cases.map { place.limits + [.presence($0)] }
  }

  /// Notes a union or a condition that becomes cases.
  func noteCases(of member: SchemaObject.Member) {
    switch member.keyword {
    case .anyOf, .oneOf:
      source.note(
        .exclusiveOneOf, at: member.node, member.keyword,
        "'\(member.keyword.rawValue)' of required properties becomes a union of the objects that "
          + "have them.")
    case .if:
      source.note(
        .discriminator, at: member.node, .if,
        "'if' asks which properties an object has, and becomes a union.")
    default: break
    }
  }

  /// Tells in the description which properties occur together.
  private mutating func describe(_ rule: Conjunction.Rule, as presence: PresenceRule) {
    let (member, schema) = rule
    if case .dependents = member.value {
      // One sentence for each property is shorter than the cases of all together.
      tell(member, of: schema)
    } else {
      tell(member, of: schema, by: presence.instruction)
    }
    let note: ImportRule? =
      switch member.keyword {
      case .anyOf, .oneOf: .combination
      case .if: .condition
      default: source.exclusionRule(of: member, in: schema)
      }
    source.note(
      note ?? .combination, at: member.node, UnstatedConstraint(member.keyword, .manyCases),
      remedy: "Validate answers against the document.")
  }

  /// The cases of a condition on the presence of properties.
  ///
  /// Each has the schema that `then` or `else` adds. Without such a condition the result is `nil`.
  mutating func presenceCases(
    ofConditionOf object: SchemaObject
  ) -> [(presence: PropertyPresence, schemas: [SchemaID])]? {
    guard let member = object[.if],
      let holds = source.presenceRule(ofSchema: SchemaID(member.node), within: &comparisons),
      let failing = holds.complement()?.disjoint()?.cases,
      let holding = holds.disjoint()?.cases, !failing.isEmpty, !holding.isEmpty
    else { return nil }
    let then = object.schema(.then).map { [$0] } ?? []
    let otherwise = object.schema(.else).map { [$0] } ?? []
    return holding.map { ($0, then) } + failing.map { ($0, otherwise) }
  }

  func isObject(_ conjunction: Conjunction, _ place: Place) -> Bool {
    for limit in place.limits {
      switch limit {
      case .property, .presence: return true
      case .values, .equal, .unevaluated: continue
      }
    }
    var constrained = ValueTypes()
    for part in conjunction.parts {
      if let types = types(of: part, in: conjunction) { return ValueTypes(types) == .object }
      constrained.formUnion(part.constrainedTypes ?? [])
    }
    return constrained == .object
  }

  // MARK: Sizes

  /// The number of a document's values that cases may always add to a schema for a model.
  private static let smallGrowth = 48

  /// Returns `true` if a schema for a model may repeat an object for each case.
  ///
  /// The copies add at most half of the object to it, or a small number of values.
  mutating func areSmall(_ cases: [PropertyPresence], of rest: Conjunction) -> Bool {
    if cases.count == 1 { return true }
    let sizes = propertySizes(of: rest)
    let size = sizes.values.reduce(1, +)
    guard allowsComparisons(size) else { return false }
    let copies = cases.reduce(0) { sum, presence in
      sum + presence.absent.reduce(size) { $0 - (sizes[$1] ?? 0) }
    }
    // Each alternative of another union, or case of conditions, repeats the object in any case.
    let repetitions = rest.unions.first?.alternatives.count ?? rest.conditions.count + 1
    return (copies - size) * repetitions <= max(Self.smallGrowth, size * repetitions / 2)
  }

  /// Returns `true` if a schema for a model may repeat an object for more cases than some that it
  /// is repeated for anyway.
  ///
  /// The object is repeated a number of times for each case. The growth has the limit of
  /// ``areSmall(_:of:)``.
  mutating func allowsGrowth(
    from least: Int, to count: Int, times repetitions: Int, of conjunction: Conjunction
  ) -> Bool {
    let size = propertySizes(of: conjunction).values.reduce(1, +)
    guard allowsComparisons(size) else { return false }
    return (count - least) * size * repetitions
      <= max(Self.smallGrowth, least * size * repetitions / 2)
  }

  /// The number of a document's values in the schemas of each property of an object.
  private func propertySizes(of conjunction: Conjunction) -> [ExactText: Int] {
    var sizes: [ExactText: Int] = [:]
    for part in conjunction.parts {
      for property in part.schemas(.properties) {
        let name = ExactText(document.name(of: property.node))
        sizes[name, default: 0] += size(of: property)
      }
    }
    return sizes
  }

  /// The number of a document's values in a schema, up to a limit.
  private func size(of schema: SchemaID) -> Int {
    var count = 0
    var pending = [schema.node]
    while let node = pending.popLast(), count < 1_000 {
      count += 1
      pending += document.children(of: node)
    }
    return count
  }

  // MARK: Copies

  /// Counts copies of the schemas of a place.
  ///
  /// Returns `false` if the copies are out of proportion to the document.
  mutating func allowsCopies(_ conjunction: Conjunction, times count: Int) -> Bool {
    allowsCopies(conjunction.size + conjunction.parts.count, times: count)
  }

  /// A union of the parts under each of several lists of limits.
  ///
  /// The caller has counted the copies.
  mutating func union(
    of parts: [SchemaObject], _ limits: [[Place.Limit]], at schema: SchemaID
  ) -> Content {
    let conjuncts = parts.map { Place.Conjunct($0.id, .own) }
    let references = limits.map {
      reference(to: Place(conjuncts, limits: $0), at: schema, isCounted: true)
    }
    if references.count == 1 { return (.alias(of: references[0]), []) }
    return (.anyOf(references), [])
  }

  /// The rule that a keyword states, if it constrains only the presence of properties.
  ///
  /// Each place reads the rules of its schemas, even if many places share a schema. Reading reduces
  /// the allowance of comparisons, so that the work is in proportion to the document.
  mutating func presenceRule(of member: SchemaObject.Member) -> PresenceRule? {
    source.presenceRule(of: member, within: &comparisons)
  }

  /// The rule that `if` states with `then` and `else`, if they concern only the presence of
  /// properties.
  private mutating func presenceRule(ofConditionOf schema: SchemaObject) -> PresenceRule? {
    source.presenceRule(ofConditionOf: schema, within: &comparisons)
  }
}

extension Keyword {
  /// `true` if the keyword may be a rule for properties that occur together.
  var isCaseRule: Bool {
    switch self {
    case .not, .dependencies, .dependentRequired, .dependentSchemas: true
    default: false
    }
  }
}
