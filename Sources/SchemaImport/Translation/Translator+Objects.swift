import SchemaDocuments

/// The properties of one or several object schemas, merged.
private struct MergedProperties {
  struct Property {
    let name: String
    var conjuncts: [Place.Conjunct] = []
    var limits: [Place.Limit] = []
    var isRequired = false
    /// `true` if the object must not have the property.
    var isExcluded = false
  }

  private(set) var list: [Property] = []
  /// The indices of the properties by name, used only if there are more than a few properties.
  private var indices: [ExactText: Int] = [:]
  /// The index after the last found property, since names mostly come in the same order.
  private var next = 0

  /// Returns the index of a property, and adds the property if it is new.
  mutating func index(of name: String) -> Int {
    let index = find(name) ?? list.count
    if index == list.count { list.append(Property(name: name)) }
    next = index + 1
    return index
  }

  private mutating func find(_ name: String) -> Int? {
    let key = ExactText(name)
    if next < list.count, ExactText(list[next].name) == key { return next }
    if list.count <= 8 { return list.firstIndex { ExactText($0.name) == key } }
    for index in indices.count..<list.count { indices[ExactText(list[index].name)] = index }
    return indices[key]
  }

  /// Adds a schema to a property.
  ///
  /// `isNew` is `true` if the property is known to be new, so that it is not searched.
  mutating func add(_ schema: Place.Conjunct, to name: String, isNew: Bool) {
    if isNew {
      list.append(Property(name: name, conjuncts: [schema]))
    } else {
      list[index(of: name)].conjuncts.append(schema)
    }
  }

  subscript(index: Int) -> Property {
    get { list[index] }
    _modify { yield &list[index] }
  }
}

/// The statements of one object schema about properties that it does not list.
private struct PropertyRest {
  let schema: SchemaID
  /// The listed names, if the schema constrains other names and another part may list them.
  var names: Set<ExactText> = []
  var patterns: [SchemaPattern] = []
  /// The schemas of the patterns, in their order.
  var patternSchemas: [SchemaID] = []
  /// The schema of the other properties; `nil` if it allows every value.
  var additional: SchemaID?
  var isClosed = false
  /// `true` if the schema allows or excludes properties that it does not list.
  var mentionsOthers = false
}

extension Translator {
  /// An object with the properties of all parts.
  mutating func object(
    _ conjunction: Conjunction, _ place: Place, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    var properties = MergedProperties()
    let isAlone = conjunction.parts.count == 1
    let rests = try conjunction.parts.map { part throws(SchemaImportError) in
      try add(part, to: &properties, isAlone: isAlone)
    }
    // `required` of one part does not change the order in which another part declares its
    // properties.
    for part in conjunction.parts {
      for name in part.names(.required) {
        properties[properties.index(of: name)].isRequired = true
      }
    }
    for case .property(let name, let values, let isRequired) in place.limits {
      let index = properties.index(of: name.text)
      properties[index].isRequired = properties[index].isRequired || isRequired
      properties[index].limits.append(.values(values))
    }
    for case .presence(let presence) in place.limits {
      for name in presence.present { properties[properties.index(of: name.text)].isRequired = true }
      for name in presence.absent { properties[properties.index(of: name.text)].isExcluded = true }
    }
    if let value = place.listedValue { try limit(&properties, toMembersOf: value, at: schema) }
    let isListed = place.listedValue != nil
    try apply(rests, to: &properties, isListed: isListed, at: schema)
    let isClosed = isListed || rests.contains { $0.isClosed }
    let patterns = isListed ? [] : try patterns(rests, at: schema)
    var result: [GenerationSchema.Property] = []
    result.reserveCapacity(properties.list.count)
    for property in properties.list {
      let isFalse = try source.allowsNothing(property.conjuncts)
      if property.isRequired, property.isExcluded || isFalse {
        throw noValue(
          property.conjuncts.first?.schema ?? schema,
          "'\(property.name.excerpt)' is required, and its schemas accept no value.")
      }
      // A closed object excludes the property without a statement.
      if isClosed, patterns.isEmpty, property.isExcluded { continue }
      result.append(
        GenerationSchema.Property(
          name: property.name,
          reference: isFalse || property.isExcluded
            ? constant(.never)
            : reference(
              toAll: property.conjuncts, property.limits, at: schema, hint: property.name),
          isOptional: !property.isRequired))
    }
    result += patterns
    let additional = isClosed ? nil : additional(rests, besides: properties, of: conjunction)
    let kind = GenerationSchema.Kind.object(result, additional: additional)
    return (kind, try propertyCounts(of: conjunction, kind, at: schema))
  }

  // MARK: Parts

  /// Limits properties to the members of a listed object.
  private func limit(
    _ properties: inout MergedProperties, toMembersOf value: ValueID, at schema: SchemaID
  ) throws(SchemaImportError) {
    var names: Set<ExactText> = []
    for member in document.children(of: value) {
      let name = document.name(of: member)
      names.insert(ExactText(name))
      let index = properties.index(of: name)
      properties[index].isRequired = true
      properties[index].limits.append(.equal(to: member))
    }
    for index in properties.list.indices
    where !names.contains(ExactText(properties[index].name)) {
      guard !properties[index].isRequired else {
        throw noValue(
          schema, "'\(properties[index].name.excerpt)' is required, and the listed value lacks it.")
      }
      properties[index].isExcluded = true
    }
  }

  /// Adds the properties that a part declares.
  ///
  /// Returns the rules of the part for other properties. If `isAlone` is `true`, no other part
  /// describes the object, and the result does not record the names of the properties.
  private func add(
    _ part: SchemaObject, to properties: inout MergedProperties, isAlone: Bool
  ) throws(SchemaImportError) -> PropertyRest {
    // The properties of one part have different names.
    let isFirst = properties.list.isEmpty
    var rest = PropertyRest(schema: part.id)
    rest.mentionsOthers =
      part[.additionalProperties] != nil || !part.schemas(.patternProperties).isEmpty
      || part.schema(.unevaluatedProperties).map { document.boolean($0.node) != false } ?? false
    if let additional = part.schema(.additionalProperties), !source.allowsEverything(additional) {
      rest.additional = additional
      rest.isClosed = try source.allowsNothing(additional)
    }
    for member in part.schemas(.properties) {
      let name = document.name(of: member.node)
      properties.add(Place.Conjunct(member), to: name, isNew: isFirst)
      if rest.additional != nil, !isAlone { rest.names.insert(ExactText(name)) }
    }
    for member in part.schemas(.patternProperties) {
      let text = document.name(of: member.node)
      if let pattern = source.pattern(text, member.node, .patternProperties) {
        rest.patterns.append(pattern)
        rest.patternSchemas.append(member)
      }
    }
    return rest
  }

  /// The patterns of a part that match a name, or cannot be run on the name.
  private func matches(_ name: String, of rest: PropertyRest) -> [PatternSet.Match] {
    source.matches(name, of: rest.patterns, in: rest.schema)
  }

  /// Applies each part's rules for unmentioned properties.
  ///
  /// A listed object has only its listed members, so the schemas of patterns apply to these members
  /// alone.
  private mutating func apply(
    _ rests: [PropertyRest], to properties: inout MergedProperties, isListed: Bool,
    at schema: SchemaID
  ) throws(SchemaImportError) {
    // A name that is required and not listed gets the schemas of the patterns that it matches.
    for index in properties.list.indices
    where isListed && !properties[index].isExcluded || properties[index].conjuncts.isEmpty {
      for number in rests.indices {
        for match in matches(properties[index].name, of: rests[number]) where match.isCertain {
          let described = rests[number].patternSchemas[match.index]
          properties[index].conjuncts.append(Place.Conjunct(described))
        }
      }
    }
    for rest in rests {
      guard let additional = rest.additional else { continue }
      guard rests.count == 1 || allowsComparisons(properties.list.count) else {
        return noteTooMuch(at: schema)
      }
      for index in properties.list.indices {
        let property = properties[index]
        // A single part lists all properties that have a schema.
        if rests.count == 1, !property.conjuncts.isEmpty { continue }
        guard !property.isExcluded, !rest.names.contains(ExactText(property.name)),
          matches(property.name, of: rest).isEmpty
        else { continue }
        guard rest.isClosed else {
          properties[index].conjuncts.append(Place.Conjunct(additional))
          continue
        }
        guard !property.isRequired else {
          throw noValue(
            property.conjuncts.first?.schema ?? schema,
            "'\(property.name.excerpt)' is required, and 'additionalProperties' excludes it.")
        }
        properties[index].isExcluded = true
        source.noteExcluded(
          property.conjuncts.first?.schema ?? schema, .properties, "'\(property.name.excerpt)'",
          because: ImportSource.exclusion)
      }
    }
  }

  private mutating func patterns(
    _ rests: [PropertyRest], at schema: SchemaID
  ) throws(SchemaImportError) -> [GenerationSchema.Property] {
    var order: [SchemaPattern] = []
    var found: [SchemaPattern: [Place.Conjunct]] = [:]
    for rest in rests {
      for (pattern, schema) in zip(rest.patterns, rest.patternSchemas) {
        if found[pattern] == nil { order.append(pattern) }
        found[pattern, default: []].append(Place.Conjunct(schema))
      }
    }
    if !order.isEmpty, rests.count > 1, rests.contains(where: { $0.additional != nil }) {
      source.note(
        .combination, at: schema.node, .patternProperties,
        "'patternProperties' and 'additionalProperties' of schemas that apply to the same object "
          + "are not combined.",
        remedy: "Combine them in the document.")
    }
    var properties: [GenerationSchema.Property] = []
    for pattern in order {
      guard let conjuncts = found[pattern], let first = conjuncts.first else { continue }
      let isFalse = try source.allowsNothing(conjuncts)
      properties.append(
        GenerationSchema.Property(
          matching: pattern,
          reference: isFalse
            ? constant(.never) : reference(to: Place(conjuncts), at: first.schema)))
    }
    return properties
  }

  /// The combined schemas of all parts for properties that no part lists.
  private mutating func additional(
    _ rests: [PropertyRest], besides properties: MergedProperties, of conjunction: Conjunction
  ) -> GenerationSchema.Reference {
    let schemas = rests.compactMap(\.additional)
    if let first = schemas.first {
      return reference(to: Place(schemas.map { Place.Conjunct($0) }), at: first)
    }
    // An object that lists no properties is a dictionary.
    let listsOwn = conjunction.parts.contains {
      $0[.properties] != nil || !$0.names(.required).isEmpty
    }
    let mentionsOthers =
      rests.contains(where: \.mentionsOthers)
      || mayRequireOthers(than: properties, by: conjunction)
    return listsOwn && !mentionsOthers ? .unmentioned : constant(.any)
  }

  /// The largest number of schemas in which required properties are searched.
  private static let searchedRules = 100

  /// Returns `true` if a rule that the translation does not state may require properties that an
  /// object does not list.
  private func mayRequireOthers(
    than properties: MergedProperties, by conjunction: Conjunction
  ) -> Bool {
    var required: [String] = []
    var pending = conjunction.unions.flatMap { Array($0.alternatives) }
    for condition in conjunction.conditions { pending += condition.conditionalSchemas }
    for part in conjunction.parts { part.addDependents(&required, &pending) }
    if required.isEmpty, pending.isEmpty { return false }
    var visited: Set<SchemaID> = []
    while let id = pending.popLast() {
      guard visited.insert(id).inserted else { continue }
      guard visited.count <= Self.searchedRules else { return true }
      let schema = source.unchecked(id)
      required += schema.names(.required)
      for reference in schema.references {
        guard case .value(let target, _) = reference.target else { return true }
        pending.append(SchemaID(target))
      }
      pending += Array(schema.schemas(.allOf))
      pending += Array(schema.schemas(.anyOf)) + Array(schema.schemas(.oneOf))
      pending += schema.conditionalSchemas
      schema.addDependents(&required, &pending)
    }
    let listed = Set(properties.list.map { ExactText($0.name) })
    return required.contains { !listed.contains(ExactText($0)) }
  }

  private func propertyCounts(
    of conjunction: Conjunction, _ kind: GenerationSchema.Kind, at schema: SchemaID
  ) throws(SchemaImportError) -> [GuideValue] {
    var guides: [GuideValue] = []
    var least = 0
    var most = Int.max
    for part in conjunction.parts {
      guard let counts = Self.range(.minProperties, .maxProperties, of: part) else { continue }
      least = max(least, counts.minimum ?? 0)
      most = min(most, counts.maximum ?? .max)
      guides.append(
        GuideValue(.propertyCount(minimum: counts.minimum, maximum: counts.maximum)))
    }
    guard !guides.isEmpty, case .object(let properties, let additional) = kind else { return [] }
    let required = properties.count { !$0.isOptional }
    let allowed = properties.filter { !isForbidden($0) }
    let isOpen = additional != nil || allowed.contains { $0.isPattern }
    if least > most {
      throw noValue(schema, "'minProperties' is \(least), and 'maxProperties' is \(most).")
    }
    if required > most {
      throw noValue(
        schema,
        "The number of required properties is \(required), and 'maxProperties' is \(most).")
    }
    if !isOpen, least > allowed.count {
      throw noValue(
        schema,
        "'minProperties' is \(least), and the number of properties that the object may have is "
          + "\(allowed.count).")
    }
    return guides
  }

  /// Returns `true` if no value of the object has the property.
  private func isForbidden(_ property: GenerationSchema.Property) -> Bool {
    property.reference.entry.map { table[$0].kind == .never } ?? false
  }
}

extension SchemaObject {
  /// The schemas of `then` and `else`.
  fileprivate var conditionalSchemas: [SchemaID] {
    [Keyword.then, .else].compactMap { schema($0) }
  }

  /// Adds the names and the schemas that apply to objects with certain properties.
  fileprivate func addDependents(_ names: inout [String], _ schemas: inout [SchemaID]) {
    for keyword in [Keyword.dependencies, .dependentRequired, .dependentSchemas] {
      for dependent in dependents(keyword) {
        switch dependent.requirement {
        case .names(let required): names += required
        case .schema(let schema): schemas.append(schema)
        }
      }
    }
  }
}
