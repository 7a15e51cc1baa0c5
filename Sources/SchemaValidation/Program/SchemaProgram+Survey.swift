import SchemaDocuments

/// The steps that need all schemas to be compiled.
extension SchemaProgram {
  /// Forgets the schemas of parts that allow every value, so that nothing is done for them.
  mutating func dropUnconstrained() {
    let isUnconstrained = schemas.map(\.isUnconstrained)
    func drop(_ schema: inout Int?) {
      if let index = schema, isUnconstrained[index] { schema = nil }
    }
    for index in properties.indices {
      guard let schema = properties[index].schema, isUnconstrained[schema.value] else { continue }
      properties[index].schema = nil
    }
    for index in objects.indices {
      drop(&objects[index].additional)
      drop(&objects[index].propertyNames)
    }
    for index in arrays.indices {
      drop(&arrays[index].rest)
    }
  }

  /// Finds the schemas that only refer to others.
  mutating func findTargets() {
    let references = schemas.map { reference(of: $0) }
    // Schemas usually come before those that they refer to.
    for index in schemas.indices.reversed() {
      guard let target = references[index] else { continue }
      schemas[index].target =
        references[target] == nil ? EntryIndex(target) : schemas[target].target
    }
    // A cycle ends at a schema that is shared, so a target is as shared as those that are skipped.
    for schema in schemas where schema.isShared {
      if let target = schema.target { schemas[target].isShared = true }
    }
  }

  /// The target of a schema that is only a reference.
  private func reference(of schema: CompiledSchema) -> Int? {
    guard schema.isUnconstrainedItself, schema.applicators.count == 1,
      case .reference(let target, _) = applicators[schema.applicators.lowerBound]
    else { return nil }
    return target
  }

  /// Narrows the types that values have to have, through references and alternatives.
  ///
  /// Schemas usually come before those that they refer to, so few rounds find all. What later
  /// rounds would find is left out: nothing depends on it but speed and wording.
  mutating func findPossibleTypes() {
    let types = possibleTypes()
    for index in schemas.indices { schemas[index].possibleTypes = types[index] }
  }

  private func possibleTypes() -> [ValueTypes] {
    var possible = Array(repeating: ValueTypes.all, count: schemas.count)
    for round in 0..<4 {
      var hasChanged = false
      for index in schemas.indices.reversed() {
        let types = possibleTypes(of: schemas[index], possible)
        guard types != possible[index] else { continue }
        possible[index] = types
        hasChanged = true
      }
      if round > 0, !hasChanged { break }
    }
    return possible
  }

  private func possibleTypes(of schema: CompiledSchema, _ possible: [ValueTypes]) -> ValueTypes {
    let none = ValueTypes(rawValue: 0)
    var types = schema.isNever ? none : schema.types
    if let index = schema.choices { types.formIntersection(choices[index].types) }
    if let index = schema.constant { types.formIntersection(choices[index].types) }
    for number in schema.applicators {
      switch applicators[number] {
      case .reference(let target, _): types.formIntersection(possible[target])
      case .allOf(let all): for index in all { types.formIntersection(possible[parts[index]]) }
      case .anyOf(let alternatives), .oneOf(let alternatives):
        var union = none
        for index in alternatives.schemas { union.formUnion(possible[parts[index]]) }
        types.formIntersection(union)
      default: break
      }
    }
    return types
  }

  /// Marks the schemas whose evaluated parts have to be known.
  mutating func findTracked() {
    var pending = schemas.indices.filter { index in
      has(.unevaluatedProperties, schemas[index]) || has(.unevaluatedItems, schemas[index])
    }
    while let index = pending.popLast() {
      guard !schemas[index].isTracked else { continue }
      schemas[index].isTracked = true
      for applicator in applicators[schemas[index].applicators] { pending += inPlace(applicator) }
    }
  }

  // MARK: Paradoxes

  /// Drops the keywords that ask whether a schema does not hold while it is evaluated for the same
  /// value, such as `{"not": {"$ref": "#"}}`.
  ///
  /// Such a keyword has no meaning: neither that it holds nor that it fails is consistent.
  ///
  /// - Returns: The schemas and their keywords.
  /// - Complexity: Linear in the number of schemas and their references. Nothing recurses.
  mutating func dropParadoxes() -> [(schema: Int, keyword: Keyword)] {
    guard applicators.contains(where: { !asked(by: $0).isEmpty }) else { return [] }
    let groups = ComponentSearch.components(among: schemas.count) { [self] schema in
      applicators[schemas[schema].applicators].flatMap { inPlace($0) }
    }
    var dropped: [(schema: Int, keyword: Keyword)] = []
    for schema in schemas.indices {
      for number in schemas[schema].applicators
      where asked(by: applicators[number]).contains(where: { groups[$0] == groups[schema] }) {
        dropped.append((schema, applicators[number].keyword))
        applicators[number] = .allOf(0..<0)
      }
    }
    return dropped
  }

  /// The schemas of a keyword that may have to fail for it to hold.
  private func asked(by applicator: Applicator) -> [Int] {
    switch applicator {
    case .not(let target), .conditional(let target, _, _): [target]
    case .oneOf(let alternatives): Array(parts[alternatives.schemas])
    default: []
    }
  }

  // MARK: Discriminators

  /// Finds the properties that distinguish the alternatives of unions.
  mutating func findDiscriminators() {
    // Unions that share alternatives each look at them again.
    var budget = 65_536 + 16 * (schemas.count + properties.count + parts.count)
    for index in applicators.indices where budget > 0 {
      guard let alternatives = applicators[index].alternatives,
        let found = discriminator(of: alternatives, &budget)
      else { continue }
      applicators[index].alternatives?.discriminator = discriminators.count
      discriminators.append(found)
    }
  }

  private static let discriminatorCandidates = 8

  private func discriminator(
    of alternatives: Alternatives, _ budget: inout Int
  ) -> Discriminator? {
    let objects = parts[alternatives.schemas].map { schema in
      conjuncts(of: schema, limit: Self.objectParts).compactMap { index in
        schemas[index].object.map { self.objects[$0] }
      }
    }
    guard objects.count(where: { !$0.isEmpty }) > 1,
      let first = objects.first(where: { !$0.isEmpty })
    else { return nil }
    var tried: Set<ExactText> = []
    for rule in first {
      for index in rule.properties {
        budget -= 1
        guard budget > 0 else { return nil }
        let name = propertyNames.name(index)
        guard isRequired(name, in: first), values(allowedBy: properties[index].schema) != nil,
          tried.insert(ExactText(name)).inserted
        else { continue }
        if let found = discriminator(name, of: alternatives, objects, &budget) { return found }
        // Each is compared with all alternatives, so that only a few are tried.
        if tried.count == Self.discriminatorCandidates { return nil }
      }
    }
    return nil
  }

  private func isRequired(_ name: String, in rules: [ObjectRule]) -> Bool {
    rules.contains { rule in
      propertyNames.index(of: name, among: rule.properties).map { properties[$0].isRequired }
        ?? false
    }
  }

  private func discriminator(
    _ name: String, of alternatives: Alternatives, _ objects: [[ObjectRule]],
    _ budget: inout Int
  ) -> Discriminator? {
    var found = Discriminator(name: name)
    for (number, schema) in parts[alternatives.schemas].enumerated() {
      let rules = objects[number]
      guard !rules.isEmpty else {
        found.others.append(number)
        if schemas[schema].possibleTypes.contains(.object) { found.isDistinct = false }
        continue
      }
      let lists = rules.lazy.compactMap { rule in
        propertyNames.index(of: name, among: rule.properties)
          .flatMap { values(allowedBy: properties[$0].schema) }
      }
      guard let values = lists.first else {
        found.others.append(number)
        found.isDistinct = false
        continue
      }
      budget -= values.count
      guard budget > 0 else { return nil }
      if !isRequired(name, in: rules) { found.isDistinct = false }
      for value in values { found.add(value, to: number) }
    }
    found.seal()
    return found.owners.count > 1 ? found : nil
  }

  /// The largest number of schemas that are searched for the rules of one on objects.
  private static let objectParts = 8

  /// The scalars that a schema allows, if it allows nothing else.
  private func values(allowedBy schema: EntryIndex<CompiledSchema>?) -> [SchemaScalar]? {
    guard var schema = schema?.value else { return nil }
    for _ in 0..<8 {
      let compiled = schemas[schema]
      if let rule = compiled.constant ?? compiled.choices {
        return choices[rule].scalarValues
      }
      guard case .reference(let target, _)? = applicators[compiled.applicators].first else {
        return nil
      }
      schema = target
    }
    return nil
  }
}
