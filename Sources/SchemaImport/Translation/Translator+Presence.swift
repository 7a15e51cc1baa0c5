import SchemaDocuments

/// Rules for properties that occur together, as unions of the cases that they allow.
extension Translator {
  /// The deepest nesting of `not`, `allOf` and others in a rule.
  private static let deepestRule = 8

  /// The keywords of a schema that may be such rules, with the schema.
  func caseRules(of schema: SchemaObject) -> [Conjunction.Rule] {
    schema.members.filter(\.keyword.isCaseRule).map { ($0, schema) }
  }

  /// The limits of a place for each case that the rules of its schemas allow; `nil` if there are no
  /// rules.
  ///
  /// Stated rules are removed from the conjunction, and so are unions whose alternatives constrain
  /// only the presence of properties. Rules that contradict each other or `required` stay, so that
  /// they are reported as not stated.
  mutating func presenceCases(
    of conjunction: inout Conjunction, _ place: Place
  ) -> [[Place.Limit]]? {
    guard place.listedValue == nil, isObject(conjunction, place) else { return nil }
    var rest = conjunction
    var result = PresenceRule.all
    var isNew = false
    // Returns `false`, and changes nothing, if the rule is `nil` or gives too many cases.
    func add(_ rule: PresenceRule?) -> Bool {
      guard let rule, let both = result.intersection(rule) else { return false }
      result = both
      isNew = true
      return true
    }
    rest.removeRules { add(rule(of: $0.member, depth: Self.deepestRule)) }
    // An `anyOf` by itself is a union already.
    let isAlone = !isNew && rest.unions.count == 1
    rest.removeUnions { union in
      guard !isAlone || union.keyword == .oneOf else { return false }
      return add(rule(of: union.keyword, union.alternatives, depth: Self.deepestRule))
    }
    guard isNew else { return nil }
    // `required` excludes the cases that lack one of its properties. Names in no case are skipped.
    let names = result.names
    for part in conjunction.parts {
      let required = part.names(.required).filter { names.contains(ExactText($0)) }
      result = PresenceRule(requiring: required).flatMap(result.intersection) ?? result
    }
    guard !result.cases.isEmpty, allowsCopies(conjunction, times: result.cases.count) else {
      return nil
    }
    conjunction = rest
    return result.cases.map { place.limits + [.presence($0)] }
  }

  private func isObject(_ conjunction: Conjunction, _ place: Place) -> Bool {
    for limit in place.limits {
      switch limit {
      case .property, .presence: return true
      case .values, .equal, .unevaluated: continue
      }
    }
    for part in conjunction.parts {
      if let types = types(of: part), ValueTypes(types) == .object { return true }
    }
    return false
  }

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

  // MARK: Reading rules

  // Each place reads the rules of its schemas, even if many places share a schema. Reading reduces
  // the allowance of comparisons, so that the work is in proportion to the document.

  /// The rule of an object schema; `nil` if the schema constrains more than the presence of
  /// properties.
  private mutating func rule(of id: SchemaID, depth: Int) -> PresenceRule? {
    guard allowsComparisons(1) else { return nil }
    let schema = source.unchecked(id)
    switch schema.form {
    case .always: return .all
    case .never: return PresenceRule.none
    case .notSchema: return nil
    case .keywords: break
    }
    guard schema.faults.isEmpty else { return nil }
    var result = PresenceRule.all
    for member in schema.members where member.keyword.rule.purpose.restricts {
      guard let rule = rule(of: member, depth: depth), let both = result.intersection(rule) else {
        return nil
      }
      result = both
    }
    return result
  }

  private mutating func rule(of member: SchemaObject.Member, depth: Int) -> PresenceRule? {
    guard depth > 0 else { return nil }
    switch (member.keyword, member.value) {
    case (.required, .names(let names)): return PresenceRule(requiring: names)
    case (.type, .types(let types)):
      return ValueTypes(types).contains(.object) ? .all : PresenceRule.none
    case (.not, .schema(let schema)): return rule(of: schema, depth: depth - 1)?.complement()
    case (let keyword, .schemas(let list)): return rule(of: keyword, list, depth: depth)
    case (_, .dependents(let dependents)):
      var result: PresenceRule? = .all
      for dependent in dependents {
        let required: PresenceRule?
        switch dependent.requirement {
        case .names(let names): required = PresenceRule(requiring: names)
        case .schema(let schema): required = rule(of: schema, depth: depth - 1)
        }
        let missing = PresenceRule(requiring: [dependent.name])?.complement()
        guard let required, let rule = missing?.union(required) else { return nil }
        result = result?.intersection(rule)
      }
      return result
    default: return nil
    }
  }

  private mutating func rule(
    of keyword: Keyword, _ list: SchemaList, depth: Int
  ) -> PresenceRule? {
    guard [.allOf, .anyOf, .oneOf].contains(keyword), !list.isEmpty,
      list.count <= PresenceRule.maximumRules, allowsComparisons(list.count)
    else { return nil }
    var rules: [PresenceRule] = []
    for schema in list {
      guard let rule = rule(of: schema, depth: depth - 1) else { return nil }
      rules.append(rule)
    }
    switch keyword {
    case .oneOf: return PresenceRule.exactlyOne(of: rules)
    case .anyOf: return rules.reduce(PresenceRule.none) { $0?.union($1) }
    default: return rules.reduce(.all) { $0?.intersection($1) }
    }
  }
}

extension Keyword {
  /// `true` if the keyword may be a rule for properties that occur together.
  var isCaseRule: Bool {
    switch self {
    case .not, .dependencies, .dependentRequired: true
    default: false
    }
  }
}
