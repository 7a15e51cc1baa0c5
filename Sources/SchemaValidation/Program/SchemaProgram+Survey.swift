import SchemaDocuments

/// What is found out of all schemas once they are compiled.
extension SchemaProgram {
  /// Forgets the schemas of parts that allow every value, so that nothing is done for them.
  mutating func dropUnconstrained() {
    let isUnconstrained = schemas.map(\.isUnconstrained)
    func drop(_ schema: inout Int) {
      if schema >= 0, isUnconstrained[schema] { schema = -1 }
    }
    for index in objects.indices {
      for entry in objects[index].entries.indices { drop(&objects[index].entries[entry].schema) }
      drop(&objects[index].additional)
      drop(&objects[index].propertyNames)
    }
    for index in arrays.indices {
      for element in arrays[index].prefix.indices { drop(&arrays[index].prefix[element]) }
      drop(&arrays[index].rest)
    }
  }

  /// Narrows the types that values have to have, through references and alternatives.
  ///
  /// Schemas usually come before those that they refer to, so few rounds find all. What later
  /// rounds would find is left out: nothing depends on it but speed and wording.
  mutating func findPossibleTypes() {
    for round in 0..<4 {
      var hasChanged = false
      for index in schemas.indices.reversed() {
        let types = possibleTypes(of: schemas[index])
        guard types != schemas[index].possibleTypes else { continue }
        schemas[index].possibleTypes = types
        hasChanged = true
      }
      if round > 0, !hasChanged { return }
    }
  }

  private func possibleTypes(of schema: CompiledSchema) -> ValueTypes {
    if schema.isNever { return [] }
    var types = schema.types
    if schema.choices >= 0 { types.formIntersection(choices[schema.choices].types) }
    if schema.constant >= 0 { types.formIntersection(choices[schema.constant].types) }
    for applicator in applicators[schema.applicators] {
      switch applicator {
      case .reference(let target, _): types.formIntersection(schemas[target].possibleTypes)
      case .allOf(let parts):
        for part in parts { types.formIntersection(schemas[part].possibleTypes) }
      case .anyOf(let alternatives), .oneOf(let alternatives):
        types.formIntersection(
          alternatives.schemas.reduce(into: []) { $0.formUnion(schemas[$1].possibleTypes) })
      default: break
      }
    }
    return types
  }

  /// Marks the schemas from which it has to be known what they have evaluated.
  mutating func findTracked() {
    var pending = schemas.indices.filter { index in
      applicators[schemas[index].applicators].contains {
        switch $0 {
        case .unevaluatedProperties, .unevaluatedItems: true
        default: false
        }
      }
    }
    while let index = pending.popLast() {
      guard !schemas[index].isTracked else { continue }
      schemas[index].isTracked = true
      for applicator in applicators[schemas[index].applicators] { pending += applicator.inPlace }
    }
  }

  // MARK: Discriminators

  /// Finds the properties that distinguish the alternatives of unions.
  mutating func findDiscriminators() {
    for index in applicators.indices {
      switch applicators[index] {
      case .anyOf(var alternatives):
        guard let found = discriminator(of: alternatives) else { continue }
        alternatives.discriminator = discriminators.count
        discriminators.append(found)
        applicators[index] = .anyOf(alternatives)
      case .oneOf(var alternatives):
        guard let found = discriminator(of: alternatives) else { continue }
        alternatives.discriminator = discriminators.count
        discriminators.append(found)
        applicators[index] = .oneOf(alternatives)
      default: continue
      }
    }
  }

  private static let discriminatorCandidates = 8

  private func discriminator(of alternatives: Alternatives) -> Discriminator? {
    let objects = alternatives.schemas.compactMap { objectRule(of: $0) }
    guard objects.count > 1, let first = objects.first else { return nil }
    let candidates = zip(first.names.names, first.entries).lazy.filter { _, entry in
      entry.isRequired && strings(allowedBy: entry.schema) != nil
    }
    // Each is compared with all alternatives, so that only a few are tried.
    for (name, _) in candidates.prefix(Self.discriminatorCandidates) {
      if let found = discriminator(name, of: alternatives) { return found }
    }
    return nil
  }

  private func discriminator(_ name: String, of alternatives: Alternatives) -> Discriminator? {
    var found = Discriminator(name: name)
    for (number, schema) in alternatives.schemas.enumerated() {
      guard let object = objectRule(of: schema) else {
        found.others.append(number)
        if schemas[schema].possibleTypes.contains(.object) { found.isDistinct = false }
        continue
      }
      guard let index = object.names.index(of: name),
        let strings = strings(allowedBy: object.entries[index].schema)
      else {
        found.others.append(number)
        found.isDistinct = false
        continue
      }
      if !object.entries[index].isRequired { found.isDistinct = false }
      for string in strings {
        let value = found.values.insert(string)
        if value < found.owners.count { found.isDistinct = false } else { found.owners.append([]) }
        found.owners[value].append(number)
      }
    }
    return found.owners.count > 1 ? found : nil
  }

  /// What a schema says of objects, itself or by reference, if it says something.
  private func objectRule(of schema: Int) -> ObjectRule? {
    var schema = schema
    for _ in 0..<8 {
      let compiled = schemas[schema]
      if compiled.object >= 0 { return objects[compiled.object] }
      guard case .reference(let target, _)? = applicators[compiled.applicators].first else {
        return nil
      }
      schema = target
    }
    return nil
  }

  /// The strings that a schema allows, if it allows nothing else.
  private func strings(allowedBy schema: Int) -> [String]? {
    var schema = schema
    for _ in 0..<8 where schema >= 0 {
      let compiled = schemas[schema]
      let rule = compiled.constant >= 0 ? compiled.constant : compiled.choices
      if rule >= 0 { return choices[rule].types == .string ? choices[rule].strings.names : nil }
      guard case .reference(let target, _)? = applicators[compiled.applicators].first else {
        return nil
      }
      schema = target
    }
    return nil
  }
}
