import SchemaContent
import SchemaDocuments
import SchemaEncoding
import SchemaText

extension Translator {
  /// A union whose alternatives also satisfy what stands beside it.
  ///
  /// The result is `nil` if that would repeat too much.
  mutating func distribute(
    _ conjunction: Conjunction, over union: (keyword: Keyword, node: Int), _ place: Place,
    _ acceptsNull: Bool
  ) throws(SchemaImportError) -> Content? {
    let schemas = try reader.schemas(union.node, union.keyword)
    let isCombined = !conjunction.parts.isEmpty || !place.limits.isEmpty
    guard !isCombined || allowsCopies(conjunction.size * schemas.count) else {
      reader.log.add(
        .combination, at: union.node, union.keyword.rawValue,
        "'\(union.keyword.rawValue)' has too many alternatives to repeat for each what stands beside "
          + "it; it is checked by the validator, not stated to the model.",
        remedy: "Put what the alternatives share into a property of its own.")
      return nil
    }
    if union.keyword == .oneOf, schemas.count > 1 {
      try noteOneOf(union.node, schemas, beside: conjunction.parts)
    }
    var references: [GenerationSchema.Reference] = []
    for schema in schemas {
      if try reader.allowsNothing(schema) { continue }
      var conjuncts: [Place.Conjunct] = []
      for part in conjunction.parts where try !isImplied(part, by: schema) {
        conjuncts.append(Place.Conjunct(part.node, .own))
      }
      conjuncts.append(Place.Conjunct(schema))
      references.append(reference(to: Place(conjuncts, limits: place.limits), at: schema))
    }
    if acceptsNull { references.append(constant(.null)) }
    guard let first = references.first else { throw noValue(union.node) }
    if references.count == 1, isCombined { return (.alias(of: first), []) }
    return (.anyOf(references), [])
  }

  // MARK: Exclusive alternatives

  private mutating func noteOneOf(
    _ node: Int, _ schemas: [Int], beside parts: [Subschema]
  ) throws(SchemaImportError) {
    if try excludeEachOther(schemas, beside: parts) {
      reader.log.add(
        .exclusiveOneOf, at: node, "oneOf",
        "'oneOf' becomes 'anyOf', which means the same: the alternatives exclude each other.")
    } else {
      reader.log.add(
        .overlappingOneOf, at: node, "oneOf",
        "'oneOf' becomes 'anyOf': the alternatives may overlap, and the document rejects values that "
          + "match several.",
        remedy: "Give each alternative a required property with a different 'const'.")
    }
  }

  /// What is known of the values of an alternative, or of what stands beside all of them.
  private struct Traits {
    var types = ValueTypes.all
    /// The values, if they are listed.
    var values: [SchemaScalar]?
    var required: Set<ExactText> = []
    /// The schemas of the properties.
    var members: [ExactText: [Int]] = [:]
    /// The values of the properties that an object always has, where they are listed.
    var properties: [ExactText: [SchemaScalar]] = [:]
  }

  /// Whether no value matches two of several schemas, by their types, or by constants.
  ///
  /// - Complexity: Linear in the sizes of the schemas.
  private mutating func excludeEachOther(
    _ schemas: [Int], beside parts: [Subschema]
  ) throws(SchemaImportError) -> Bool {
    var base = try traits(of: parts)
    for (name, members) in base.members where base.required.contains(name) {
      base.properties[name] = try values(of: members)
    }
    var traits: [Traits] = []
    for schema in schemas {
      let own = try self.traits(of: conjunction(of: Place(schema)).parts)
      traits.append(try combine(own, with: base))
    }
    for type in [ValueTypes.null, .boolean, .number, .string, .array, .object] {
      let sharing = traits.filter { !$0.types.isDisjoint(with: type) }
      guard sharing.count > 1 else { continue }
      if type == .object
        ? Self.areDiscriminated(sharing, base) : Self.areListed(sharing, of: type)
      {
        continue
      }
      return false
    }
    return true
  }

  private static func areListed(_ traits: [Traits], of type: ValueTypes) -> Bool {
    var seen: Set<SchemaScalar> = []
    for values in traits.map(\.values) {
      guard let values else { return false }
      for value in values where type.contains(ValueTypes(value)) {
        guard seen.insert(value).inserted else { return false }
      }
    }
    return true
  }

  /// Whether there is a property that each has with other values.
  private static func areDiscriminated(_ traits: [Traits], _ base: Traits) -> Bool {
    // A property that all have in common does not tell them apart.
    let names = traits.first.map { $0.properties.keys.sorted() } ?? []
    return names.prefix(8).contains { name in
      var seen: Set<SchemaScalar> = []
      return traits.allSatisfy { other in
        guard let values = other.properties[name] ?? base.properties[name] else { return false }
        return Set(values).allSatisfy { seen.insert($0).inserted }
      }
    }
  }

  /// What the schemas of a value say together.
  private mutating func traits(of parts: [Subschema]) throws(SchemaImportError) -> Traits {
    var traits = Traits()
    for part in parts {
      if let type = part[.type] {
        traits.types.formIntersection(ValueTypes(try reader.types(type)))
        if try isNullable(part) { traits.types.formUnion(.null) }
      }
      if traits.values == nil { traits.values = try values(of: part) }
      if let node = part[.required] {
        traits.required.formUnion(try reader.texts(node, .required).map(ExactText.init))
      }
      guard let node = part[.properties] else { continue }
      for (name, member) in try reader.members(node, .properties) {
        traits.members[ExactText(name), default: []].append(member)
      }
    }
    return traits
  }

  /// What an alternative says together with what stands beside it; of properties, only those of
  /// which the alternative says something.
  private mutating func combine(
    _ own: Traits, with base: Traits
  ) throws(SchemaImportError) -> Traits {
    var traits = own
    traits.types.formIntersection(base.types)
    traits.values = base.values ?? own.values
    if let values = traits.values {
      traits.types.formIntersection(ValueTypes(values.map { ValueTypes($0) }))
    }
    guard traits.types.contains(.object) else { return traits }
    for (name, members) in own.members
    where own.required.contains(name) || base.required.contains(name) {
      traits.properties[name] = try values(of: (base.members[name] ?? []) + members)
    }
    for name in own.required where own.members[name] == nil {
      traits.properties[name] = try base.members[name].flatMap {
        members throws(SchemaImportError) in
        try values(of: members)
      }
    }
    return traits
  }

  /// The values that schemas of one value list together; `nil` if they list none.
  private mutating func values(of schemas: [Int]) throws(SchemaImportError) -> [SchemaScalar]? {
    var values: [SchemaScalar]?
    for schema in schemas {
      guard let listed = try listedValues(of: schema) else { continue }
      let allowed = Set(listed)
      values = values?.filter(allowed.contains) ?? listed
    }
    return values
  }

  /// The values that a schema lists itself; `nil` if it lists none, or not only scalars.
  private mutating func values(of schema: Subschema) throws(SchemaImportError) -> [SchemaScalar]? {
    guard let list = try reader.choices(of: schema).first else { return nil }
    let scalars = list.values.compactMap { reader.scalar($0) }
    return scalars.count == list.values.count ? scalars : nil
  }

  /// The values that a schema lists, or the one that it refers to.
  mutating func listedValues(of start: Int) throws(SchemaImportError) -> [SchemaScalar]? {
    var node = start
    for _ in 0..<16 {
      let schema = try reader.schema(node)
      if let values = try values(of: schema) { return values }
      let parts = try schema[.allOf].map { node throws(SchemaImportError) in
        try reader.schemas(node, .allOf)
      }
      guard let next = try targets(of: schema).first ?? parts?.first else { return nil }
      node = next
    }
    return nil
  }
}
