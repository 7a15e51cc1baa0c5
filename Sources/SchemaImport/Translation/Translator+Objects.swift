import IndexedTables
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
    /// `true` if a schema of names excludes the property.
    var isOutside = false
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
  /// The keyword that constrains the other properties.
  var keyword = Keyword.additionalProperties

  init(schema: SchemaID) { self.schema = schema }

  /// Creates the rule for properties that no keyword evaluates.
  init(_ unevaluated: UnevaluatedProperties) {
    schema = unevaluated.schema
    names = unevaluated.names
    patterns = unevaluated.patterns
    additional = unevaluated.schema
    isClosed = unevaluated.isClosed
    keyword = .unevaluatedProperties
  }
}

/// The effect of schemas of names on the properties that no part lists.
private struct NameEffect {
  /// `true` if no further properties are allowed, apart from those of ``pattern``.
  var isClosed = false
  /// `true` if all properties that patterns match are listed.
  var listsMatches = false
  /// A pattern for all further properties.
  var pattern: SchemaPattern?
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
    let closing = try unevaluatedProperties(of: place, conjunction).map(PropertyRest.init)
    let names = try applyNames(
      of: conjunction.parts, rests, to: &properties, isListed: isListed, at: schema)
    // Appending an empty array would copy the other.
    let all = closing.isEmpty ? rests : rests + closing
    try apply(rests, all, to: &properties, isListed: isListed, at: schema)
    let isClosed = isListed || names.isClosed || all.contains { $0.isClosed }
    let additional = isListed ? [] : all.compactMap(\.additional)
    var patterns =
      isListed || names.listsMatches ? [] : try patterns(rests, at: schema)
    if let pattern = names.pattern {
      patterns.append(
        GenerationSchema.Property(
          matching: pattern, reference: self.additional(additional)))
    }
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
      if isClosed, property.isExcluded, patterns.isEmpty || property.isOutside { continue }
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
    // An object without named properties stays a dictionary.
    let isMentioned =
      result.isEmpty || !additional.isEmpty || !patterns.isEmpty
      || mentionsOthers(rests, than: properties, of: conjunction)
    let others = others(additional, isClosed: isClosed, isMentioned: isMentioned)
    let kind = GenerationSchema.Kind.object(result, additional: others)
    return (kind, try propertyCounts(of: conjunction, kind, at: schema))
  }

  /// The object of a plain schema that stands alone; `nil` if the schema has rules for names, or
  /// does not list the required properties in their order.
  mutating func object(
    ofPlain schema: SchemaObject, _ conjunction: Conjunction
  ) throws(SchemaImportError) -> Content? {
    guard schema[.patternProperties] == nil, schema[.propertyNames] == nil else { return nil }
    let (members, required) = (schema.schemas(.properties), schema.names(.required))
    var names: [(text: String, isRequired: Bool)] = []
    names.reserveCapacity(members.count)
    var next = 0
    for member in members {
      let name = document.name(of: member.node)
      let isRequired = next < required.count && ExactText(required[next]) == ExactText(name)
      if isRequired { next += 1 }
      names.append((name, isRequired))
    }
    guard next == required.count else { return nil }
    let rest = try rest(of: schema)
    var properties: [GenerationSchema.Property] = []
    properties.reserveCapacity(members.count)
    for (member, name) in zip(members, names) {
      let isFalse = try source.allowsNothing(member)
      if name.isRequired, isFalse {
        throw noValue(
          member, "'\(name.text.excerpt)' is required, and its schemas accept no value.")
      }
      properties.append(
        GenerationSchema.Property(
          name: name.text,
          reference: isFalse ? constant(.never) : reference(to: member, hint: name.text),
          isOptional: !name.isRequired))
    }
    let others = others(
      rest.additional.map { [$0] } ?? [], isClosed: rest.isClosed,
      isMentioned: properties.isEmpty || rest.mentionsOthers)
    let kind = GenerationSchema.Kind.object(properties, additional: others)
    return (kind, try propertyCounts(of: conjunction, kind, at: schema.id))
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
    var rest = try rest(of: part)
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

  /// The statements of a part about properties that it does not list, without its patterns.
  private func rest(of part: SchemaObject) throws(SchemaImportError) -> PropertyRest {
    var rest = PropertyRest(schema: part.id)
    rest.mentionsOthers =
      part[.additionalProperties] != nil || !part.schemas(.patternProperties).isEmpty
      || part.schema(.unevaluatedProperties).map { document.boolean($0.node) != false } ?? false
    if let additional = part.schema(.additionalProperties), !source.allowsEverything(additional) {
      rest.additional = additional
      rest.isClosed = try source.allowsNothing(additional)
    }
    return rest
  }

  /// The patterns of a part that match a name, or cannot be run on the name.
  private func matches(_ name: String, of rest: PropertyRest) -> [PatternSet.Match] {
    source.matches(name, of: rest.patterns, in: rest.schema)
  }

  /// Returns `true` if a pattern of a rule matches a name, or cannot be run on the name.
  private func mentions(_ name: String, _ rest: PropertyRest) -> Bool {
    guard rest.keyword != .unevaluatedProperties else {
      // These patterns are from several schemas.
      return rest.patterns.contains { source.mayMatch($0, name) }
    }
    return !matches(name, of: rest).isEmpty
  }

  /// Applies each part's rules for unmentioned properties.
  ///
  /// `all` has these rules, and those for properties that no keyword evaluates. A listed object has
  /// only its listed members, so the schemas of patterns apply to these members alone.
  private mutating func apply(
    _ rests: [PropertyRest], _ all: [PropertyRest], to properties: inout MergedProperties,
    isListed: Bool, at schema: SchemaID
  ) throws(SchemaImportError) {
    // A name that is required and not listed gets the schemas of the patterns that it matches.
    let patterned = rests.filter { !$0.patterns.isEmpty }
    for index in properties.list.indices where !patterned.isEmpty {
      guard isListed && !properties[index].isExcluded || properties[index].conjuncts.isEmpty else {
        continue
      }
      guard patterned.count == 1 || comparisons.take(patterned.count) else {
        source.noteTooMuch(at: schema)
        break
      }
      for rest in patterned {
        for match in matches(properties[index].name, of: rest) where match.isCertain {
          properties[index].conjuncts.append(Place.Conjunct(rest.patternSchemas[match.index]))
        }
      }
    }
    for rest in all {
      guard let additional = rest.additional else { continue }
      guard all.count == 1 || allowsComparisons(properties.list.count) else {
        return source.noteTooMuch(at: schema)
      }
      for index in properties.list.indices {
        let property = properties[index]
        // A single part lists all properties that have a schema.
        if all.count == 1, !property.conjuncts.isEmpty { continue }
        guard !property.isExcluded, !rest.names.contains(ExactText(property.name)),
          !mentions(property.name, rest)
        else { continue }
        guard rest.isClosed else {
          properties[index].conjuncts.append(Place.Conjunct(additional))
          continue
        }
        guard !property.isRequired else {
          throw noValue(
            property.conjuncts.first?.schema ?? schema,
            "'\(property.name.excerpt)' is required, and '\(rest.keyword.rawValue)' excludes it.")
        }
        properties[index].isExcluded = true
        source.noteExcluded(
          property.conjuncts.first?.schema ?? schema, .properties, "'\(property.name.excerpt)'",
          because: ImportSource.exclusion)
      }
    }
  }

  // MARK: Names

  /// The largest number of names that become properties.
  private static let mostNames = 256

  /// Applies the schemas of names of all parts.
  private mutating func applyNames(
    of parts: [SchemaObject], _ rests: [PropertyRest], to properties: inout MergedProperties,
    isListed: Bool, at schema: SchemaID
  ) throws(SchemaImportError) -> NameEffect {
    var effect = NameEffect()
    let naming = parts.filter { $0[.propertyNames] != nil }
    if naming.isEmpty { return effect }
    // Most parts say nothing about properties that they do not list.
    let rests = rests.filter { $0.additional != nil || !$0.patterns.isEmpty }
    for part in naming {
      guard let member = part[.propertyNames], case .schema(let rule) = member.value else {
        continue
      }
      let names = try names(allowedBy: rule)
      if names.hasFormat { tell(member, of: part) }
      var isStated = !names.isPartial
      let comparisons =
        properties.list.count + rests.count * (1 + min(names.names.count, Self.mostNames))
      if naming.count > 1, !allowsComparisons(comparisons) {
        isStated = false
      } else if !names.allowsAll {
        try exclude(outside: names, from: &properties, at: schema)
        if !isListed, try !apply(names, rests, to: &properties, &effect) { isStated = false }
      }
      if !isStated {
        source.noteUnstated(member, of: part)
        tell(member, of: part)
      }
    }
    return effect
  }

  /// Excludes the listed properties whose names a schema of names does not allow.
  private func exclude(
    outside names: NameSet, from properties: inout MergedProperties, at schema: SchemaID
  ) throws(SchemaImportError) {
    for index in properties.list.indices where !properties[index].isExcluded {
      let property = properties[index]
      guard !names.lists(property.name),
        !names.patterns.contains(where: { source.mayMatch($0, property.name) })
      else { continue }
      let place = property.conjuncts.first?.schema ?? schema
      guard !property.isRequired else {
        throw noValue(
          place, "'\(property.name.excerpt)' is required, and 'propertyNames' excludes it.")
      }
      properties[index].isExcluded = true
      properties[index].isOutside = true
      source.noteExcluded(
        place, .properties, "'\(property.name.excerpt)'", because: "'propertyNames' excludes it")
    }
  }

  /// Applies a schema of names to the properties that no part lists.
  ///
  /// Returns `false` if the translation cannot state the effect.
  private mutating func apply(
    _ names: NameSet, _ rests: [PropertyRest], to properties: inout MergedProperties,
    _ effect: inout NameEffect
  ) throws(SchemaImportError) -> Bool {
    let isClosed = effect.isClosed || rests.contains(where: \.isClosed)
    let patterns = rests.flatMap(\.patterns) + [effect.pattern].compactMap(\.self)
    if isClosed, patterns.isEmpty { return true }
    if names.patterns.isEmpty, names.names.count <= Self.mostNames, effect.pattern == nil,
      allowsCopies(names.names.count)
    {
      for name in names.names {
        let isMatched = rests.contains { !matches(name, of: $0).isEmpty }
        if isMatched || !isClosed { _ = properties.index(of: name) }
      }
      (effect.isClosed, effect.listsMatches) = (true, true)
      return true
    }
    let listed = names.names.isEmpty ? nil : SchemaPattern(texts: names.names)
    guard names.names.isEmpty || listed != nil,
      let pattern = SchemaPattern(anyOf: names.patterns + [listed].compactMap(\.self))
    else { return false }
    let areAllowed = patterns.allSatisfy { source.relation(of: $0, to: pattern)?.isSubset == true }
    guard areAllowed else { return false }
    if isClosed { return true }
    // The schema of a pattern would also apply to listed properties and to other patterns.
    let isFree = rests.allSatisfy { $0.additional == nil }
    let applies = properties.list.contains {
      !$0.isExcluded && !$0.conjuncts.isEmpty && source.mayMatch(pattern, $0.name)
    }
    guard isFree || patterns.isEmpty && !applies else { return false }
    (effect.isClosed, effect.pattern) = (true, pattern)
    return true
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

  /// Returns `true` if an object is a dictionary, since it lists no properties, or if its schemas
  /// allow or may require properties that they do not list.
  private func mentionsOthers(
    _ rests: [PropertyRest], than properties: MergedProperties, of conjunction: Conjunction
  ) -> Bool {
    let listsOwn = conjunction.parts.contains {
      $0[.properties] != nil || !$0.names(.required).isEmpty
    }
    return !listsOwn || rests.contains(where: \.mentionsOthers)
      || mayRequireOthers(than: properties, by: conjunction)
  }

  /// The largest number of schemas in which required properties are searched.
  private static let searchedRules = 100

  /// Returns `true` if a rule that the translation does not state may require properties that an
  /// object does not list.
  private func mayRequireOthers(
    than properties: MergedProperties, by conjunction: Conjunction
  ) -> Bool {
    // A property that the object cannot have requires no others.
    let excluded = Set(properties.list.filter(\.isExcluded).map { ExactText($0.name) })
    var required: [String] = []
    var pending = conjunction.unions.flatMap { Array($0.alternatives) }
    for condition in conjunction.conditions { pending += condition.conditionalSchemas }
    for part in conjunction.parts { part.addDependents(besides: excluded, &required, &pending) }
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
      schema.addDependents(besides: excluded, &required, &pending)
    }
    let listed = Set(properties.list.map { ExactText($0.name) })
    return required.contains { !listed.contains(ExactText($0)) }
  }

  /// The schema of the properties that no part lists; `nil` if there are none.
  private mutating func others(
    _ schemas: [SchemaID], isClosed: Bool, isMentioned: Bool
  ) -> GenerationSchema.Reference? {
    isClosed ? nil : isMentioned ? additional(schemas) : .unmentioned
  }

  /// The combined schemas of all parts for properties that no part mentions.
  private mutating func additional(_ schemas: [SchemaID]) -> GenerationSchema.Reference {
    guard let first = schemas.first else { return constant(.any) }
    return reference(to: Place(schemas.map { Place.Conjunct($0) }), at: first)
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
  fileprivate func addDependents(
    besides excluded: Set<ExactText>, _ names: inout [String], _ schemas: inout [SchemaID]
  ) {
    for keyword in [Keyword.dependencies, .dependentRequired, .dependentSchemas] {
      for dependent in dependents(keyword) where !excluded.contains(ExactText(dependent.name)) {
        switch dependent.requirement {
        case .names(let required): names += required
        case .schema(let schema): schemas.append(schema)
        }
      }
    }
  }
}
