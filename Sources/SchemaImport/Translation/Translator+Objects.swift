import SchemaContent
import SchemaDocuments
import SchemaEncoding
import SchemaPatterns
import SchemaText

/// The properties of one or several object schemas, merged.
private struct MergedProperties {
  struct Property {
    let name: String
    var conjuncts: [Place.Conjunct] = []
    var limits: [Place.Limit] = []
    var isRequired = false
    /// Whether the object does not have it.
    var isExcluded = false
  }

  private(set) var list: [Property] = []
  /// The indices by name, once there are more than a few.
  private var indices: [ExactText: Int] = [:]

  /// The index of a property, which is entered if it is new.
  mutating func index(of name: String) -> Int {
    let key = ExactText(name)
    let isSmall = list.count <= 8
    let known = isSmall ? list.firstIndex { ExactText($0.name) == key } : indices[key]
    if let known { return known }
    list.append(Property(name: name))
    if list.count == 9 {
      for (index, property) in list.enumerated() { indices[ExactText(property.name)] = index }
    } else if !isSmall {
      indices[key] = list.count - 1
    }
    return list.count - 1
  }

  subscript(index: Int) -> Property {
    get { list[index] }
    set { list[index] = newValue }
  }
}

/// What one object schema says of properties that it does not list.
private struct PropertyRest {
  /// The listed names, if there is something to say of others in other parts.
  let names: Set<ExactText>
  let patterns: [(pattern: SchemaPattern, node: Int)]
  /// `nil` where they may be anything.
  let additional: Int?
  let isClosed: Bool
  /// The patterns, prepared when they are first needed.
  private var set: PatternSet?

  init(
    names: Set<ExactText>, patterns: [(pattern: SchemaPattern, node: Int)], additional: Int?,
    isClosed: Bool
  ) {
    (self.names, self.patterns) = (names, patterns)
    (self.additional, self.isClosed) = (additional, isClosed)
  }

  /// Whether it says something of a name, or may do so.
  mutating func mentions(_ name: String) -> Bool {
    names.contains(ExactText(name)) || !matches(name).isEmpty
  }

  /// The schemas of the patterns that match a name.
  mutating func schemas(matching name: String) -> [Int] {
    matches(name).filter(\.isCertain).map { patterns[$0.index].node }
  }

  /// The patterns that match a name, or cannot be run on it.
  private mutating func matches(_ name: String) -> [PatternSet.Match] {
    if patterns.isEmpty { return [] }
    if set == nil { set = PatternSet(patterns.map(\.pattern)) }
    return set?.matches(name) ?? []
  }
}

extension Translator {
  /// An object with the properties of all parts.
  mutating func object(
    _ conjunction: Conjunction, _ place: Place, at node: Int
  ) throws(SchemaImportError) -> Content {
    var properties = MergedProperties()
    var rests: [PropertyRest] = []
    for part in conjunction.parts {
      rests.append(try add(part, to: &properties, isAlone: conjunction.parts.count == 1))
    }
    for case .property(let name, let values, let isRequired) in place.limits {
      let index = properties.index(of: name.text)
      properties[index].isExcluded = properties[index].isExcluded || values == nil
      properties[index].isRequired = properties[index].isRequired || isRequired
      if let values { properties[index].limits.append(.values(values)) }
    }
    try apply(&rests, to: &properties, at: node)
    let isClosed = rests.contains { $0.isClosed }
    let patterns = try patterns(rests, at: node)
    var result: [GenerationSchema.Property] = []
    for property in properties.list {
      let isFalse = try reader.allowsNothing(property.conjuncts)
      if property.isRequired, property.isExcluded || isFalse {
        throw noValue(
          property.conjuncts.first?.node ?? node,
          "'\(property.name)' is required, and no value satisfies 'false'.")
      }
      // A closed object need not say that it does not have a property.
      if isClosed, patterns.isEmpty, property.isExcluded { continue }
      result.append(
        GenerationSchema.Property(
          name: property.name,
          reference: isFalse || property.isExcluded
            ? constant(.never) : reference(to: property, at: node),
          isOptional: !property.isRequired))
    }
    result += patterns
    let additional = isClosed ? nil : additional(rests, at: node)
    let kind = GenerationSchema.Kind.object(result, additional: additional)
    return (kind, try propertyCounts(of: conjunction, kind, at: node))
  }

  // MARK: Parts

  /// Adds what a part says of named properties.
  ///
  /// - Returns: What it says of others.
  private mutating func add(
    _ part: Subschema, to properties: inout MergedProperties, isAlone: Bool
  ) throws(SchemaImportError) -> PropertyRest {
    let additional = part[.additionalProperties].flatMap { reader.allowsEverything($0) ? nil : $0 }
    var names: Set<ExactText> = []
    if let node = part[.properties] {
      for (name, member) in try reader.members(node, .properties) {
        properties[properties.index(of: name)].conjuncts.append(Place.Conjunct(member))
        if additional != nil, !isAlone { names.insert(ExactText(name)) }
      }
    }
    if let node = part[.required] {
      for name in try reader.texts(node, .required) {
        properties[properties.index(of: name)].isRequired = true
      }
    }
    var patterns: [(SchemaPattern, Int)] = []
    if let node = part[.patternProperties] {
      for (source, member) in try reader.members(node, .patternProperties) {
        if let pattern = reader.pattern(source, member, .patternProperties) {
          patterns.append((pattern, member))
        }
      }
    }
    let isClosed = try additional.map { node throws(SchemaImportError) in
      try reader.allowsNothing(node)
    }
    return PropertyRest(
      names: names, patterns: patterns, additional: additional, isClosed: isClosed ?? false)
  }

  /// Applies what each part says of the properties that it does not mention.
  private mutating func apply(
    _ rests: inout [PropertyRest], to properties: inout MergedProperties, at node: Int
  ) throws(SchemaImportError) {
    // A name that is required and not listed has the schemas of the patterns that it matches.
    for index in properties.list.indices where properties[index].conjuncts.isEmpty {
      for number in rests.indices {
        let schemas = rests[number].schemas(matching: properties[index].name)
        properties[index].conjuncts += schemas.map { Place.Conjunct($0) }
      }
    }
    for number in rests.indices {
      let rest = rests[number]
      guard let additional = rest.additional else { continue }
      for index in properties.list.indices {
        let property = properties[index]
        // Of a part alone, the schemas of properties are those that it lists.
        if rests.count == 1, !property.conjuncts.isEmpty { continue }
        guard !property.isExcluded, !rests[number].mentions(property.name) else { continue }
        guard rest.isClosed else {
          properties[index].conjuncts.append(Place.Conjunct(additional))
          continue
        }
        guard !property.isRequired else {
          throw noValue(
            property.conjuncts.first?.node ?? node,
            "'\(property.name)' is required, and 'additionalProperties' excludes it.")
        }
        properties[index].isExcluded = true
        noteExcluded(property.conjuncts.first?.node ?? node, property.name)
      }
    }
  }

  /// Notes a property that one schema lists and another excludes.
  mutating func noteExcluded(_ node: Int, _ name: String) {
    reader.log.add(
      .excluded, at: node, "properties",
      "'\(name)' is left out, because schemas that apply to the same object exclude each other.")
  }

  private mutating func reference(
    to property: MergedProperties.Property, at node: Int
  ) -> GenerationSchema.Reference {
    var conjuncts = property.conjuncts
    if conjuncts.count > 1 {
      var known: Set<Place.Conjunct> = []
      conjuncts = conjuncts.filter {
        !reader.allowsEverything($0.node) && known.insert($0).inserted
      }
    }
    if conjuncts.isEmpty, property.limits.isEmpty { return constant(.any) }
    return reference(
      to: Place(conjuncts, limits: property.limits), at: conjuncts.first?.node ?? node,
      hint: property.name)
  }

  private mutating func patterns(
    _ rests: [PropertyRest], at node: Int
  ) throws(SchemaImportError) -> [GenerationSchema.Property] {
    var order: [SchemaPattern] = []
    var found: [SchemaPattern: [Place.Conjunct]] = [:]
    for (pattern, node) in rests.flatMap(\.patterns) {
      if found[pattern] == nil { order.append(pattern) }
      found[pattern, default: []].append(Place.Conjunct(node))
    }
    if !order.isEmpty, rests.count > 1, rests.contains(where: { $0.additional != nil }) {
      reader.log.add(
        .combination, at: node, "patternProperties",
        "'patternProperties' and 'additionalProperties' of schemas that apply to the same object are "
          + "not combined.",
        remedy: "Combine them in the document.")
    }
    var properties: [GenerationSchema.Property] = []
    for pattern in order {
      guard let conjuncts = found[pattern], let first = conjuncts.first else { continue }
      let isFalse = try reader.allowsNothing(conjuncts)
      properties.append(
        GenerationSchema.Property(
          matching: pattern,
          reference: isFalse
            ? constant(.never) : reference(to: Place(conjuncts), at: first.node)))
    }
    return properties
  }

  /// What all parts together say of properties that are not mentioned.
  private mutating func additional(
    _ rests: [PropertyRest], at node: Int
  ) -> GenerationSchema.Reference {
    let nodes = rests.compactMap(\.additional)
    guard let first = nodes.first else { return constant(.any) }
    return reference(to: Place(nodes.map { Place.Conjunct($0) }), at: first)
  }

  private func propertyCounts(
    of conjunction: Conjunction, _ kind: GenerationSchema.Kind, at node: Int
  ) throws(SchemaImportError) -> [GuideValue] {
    var guides: [GuideValue] = []
    var least = 0
    var most = Int.max
    for part in conjunction.parts {
      guard let counts = try range(.minProperties, .maxProperties, of: part) else { continue }
      least = max(least, counts.minimum ?? 0)
      most = min(most, counts.maximum ?? .max)
      guides.append(
        GuideValue(.propertyCount(minimum: counts.minimum, maximum: counts.maximum)))
    }
    guard !guides.isEmpty, case .object(let properties, let additional) = kind else { return [] }
    let required = properties.count { !$0.isOptional }
    let isOpen = additional != nil || properties.contains { $0.isPattern }
    if required > most || least > most || (!isOpen && least > properties.count) {
      throw noValue(
        node, "The number of properties contradicts those that are required or possible.")
    }
    return guides
  }
}
