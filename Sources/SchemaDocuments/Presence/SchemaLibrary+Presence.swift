package import IndexedTables

/// The rules for properties that occur together, as the keywords of a schema state them.
extension SchemaLibrary {
  /// The deepest nesting of `not`, `allOf` and others in a rule.
  private static let deepestRule = 8

  /// Reads the rule that a keyword of an object schema states.
  ///
  /// - Parameters:
  ///   - member: The keyword.
  ///   - budget: The limit of the work, since many places may share a schema.
  /// - Returns: The rule; `nil` if the keyword constrains more than the presence of properties.
  package mutating func presenceRule(
    of member: SchemaObject.Member, within budget: inout WorkBudget
  ) -> PresenceRule? {
    rule(of: member, Self.deepestRule, &budget)
  }

  /// Reads the rule of an object schema; `nil` if the schema constrains more than the presence of
  /// properties.
  package mutating func presenceRule(
    ofSchema schema: SchemaID, within budget: inout WorkBudget
  ) -> PresenceRule? {
    rule(of: schema, Self.deepestRule, &budget)
  }

  /// Reads the rule that the `if` of an object schema states with `then` and `else`.
  ///
  /// - Parameters:
  ///   - schema: The schema with the keywords.
  ///   - budget: The limit of the work, since many places may share a schema.
  /// - Returns: The rule; `nil` if a keyword constrains more than the presence of properties.
  package mutating func presenceRule(
    ofConditionOf schema: SchemaObject, within budget: inout WorkBudget
  ) -> PresenceRule? {
    guard let condition = schema.schema(.if),
      let holds = rule(of: condition, Self.deepestRule, &budget),
      let fails = holds.complement(),
      let then = rule(ofBranch: .then, of: schema, &budget),
      let otherwise = rule(ofBranch: .else, of: schema, &budget),
      let first = holds.intersection(then), let second = fails.intersection(otherwise)
    else { return nil }
    return second.union(first)
  }

  private mutating func rule(
    ofBranch keyword: Keyword, of schema: SchemaObject, _ budget: inout WorkBudget
  ) -> PresenceRule? {
    guard let branch = schema.schema(keyword) else { return .all }
    return rule(of: branch, Self.deepestRule, &budget)
  }

  /// The rule of a schema; `nil` if the schema constrains more than the presence of properties.
  private mutating func rule(
    of id: SchemaID, _ depth: Int, _ budget: inout WorkBudget
  ) -> PresenceRule? {
    guard budget.take() else { return nil }
    let schema = object(at: id)
    switch schema.form {
    case .always: return .all
    case .never: return PresenceRule.none
    case .notSchema: return nil
    case .keywords: break
    }
    guard schema.faults.isEmpty else { return nil }
    var result = PresenceRule.all
    for member in schema.members where member.keyword.rule.purpose.restricts {
      guard let rule = rule(of: member, depth, &budget), let both = result.intersection(rule) else {
        return nil
      }
      result = both
    }
    return result
  }

  private mutating func rule(
    of member: SchemaObject.Member, _ depth: Int, _ budget: inout WorkBudget
  ) -> PresenceRule? {
    guard depth > 0 else { return nil }
    switch (member.keyword, member.value) {
    case (.required, .names(let names)): return PresenceRule(requiring: names)
    case (.type, .types(let types)):
      return ValueTypes(types).contains(.object) ? .all : PresenceRule.none
    case (.not, .schema(let schema)): return rule(of: schema, depth - 1, &budget)?.complement()
    case (.properties, .schemas(let list)): return rule(excluding: list, &budget)
    case (let keyword, .schemas(let list)): return rule(of: keyword, list, depth, &budget)
    case (_, .dependents(let dependents)): return rule(of: dependents, depth, &budget)
    default: return nil
    }
  }

  private mutating func rule(
    of keyword: Keyword, _ list: SchemaList, _ depth: Int, _ budget: inout WorkBudget
  ) -> PresenceRule? {
    guard [.allOf, .anyOf, .oneOf].contains(keyword), !list.isEmpty,
      list.count <= PresenceRule.maximumRules, budget.take(list.count)
    else { return nil }
    var rules: [PresenceRule] = []
    for schema in list {
      guard let rule = rule(of: schema, depth - 1, &budget) else { return nil }
      rules.append(rule)
    }
    switch keyword {
    case .oneOf: return PresenceRule.exactlyOne(of: rules)
    case .anyOf: return rules.reduce(PresenceRule.none) { $0?.union($1) }
    default: return rules.reduce(.all) { $0?.intersection($1) }
    }
  }

  private mutating func rule(
    of dependents: [SchemaObject.Dependent], _ depth: Int, _ budget: inout WorkBudget
  ) -> PresenceRule? {
    var result: PresenceRule? = .all
    for dependent in dependents {
      let required: PresenceRule?
      switch dependent.requirement {
      case .names(let names): required = PresenceRule(requiring: names)
      case .schema(let schema): required = rule(of: schema, depth - 1, &budget)
      }
      guard let required, let rule = PresenceRule(without: dependent.name).union(required) else {
        return nil
      }
      result = result?.intersection(rule)
    }
    return result
  }

  /// The rule of `properties` that only excludes properties.
  private mutating func rule(excluding list: SchemaList, _ budget: inout WorkBudget)
    -> PresenceRule?
  {
    guard list.count <= PresenceRule.maximumRules, budget.take(list.count) else { return nil }
    var result: PresenceRule? = .all
    for schema in list where !tree.allowsEverything(schema.node) {
      let object = object(at: schema)
      let isFalse =
        object.form == .never
        || object.schema(.not).map { tree.allowsEverything($0.node) } ?? false
      guard isFalse else { return nil }
      result = result?.intersection(PresenceRule(without: tree.name(of: schema.node)))
    }
    return result
  }
}
