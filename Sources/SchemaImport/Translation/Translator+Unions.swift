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
    let base = parts.map { Place.Conjunct($0.node, .own) }
    if try excludeEachOther(schemas.map { Place(base + [Place.Conjunct($0)]) }) {
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

  /// What is known of the values of an alternative.
  private struct Traits {
    var types = ValueTypes.all
    /// The values, if they are listed.
    var values: [SchemaScalar]?
    /// The values of the properties that an object always has, where they are listed.
    var properties: [ExactText: [SchemaScalar]] = [:]
  }

  /// Whether no value matches two of several schemas, by their types, or by constants.
  private mutating func excludeEachOther(_ places: [Place]) throws(SchemaImportError) -> Bool {
    var traits: [Traits] = []
    for place in places { traits.append(try self.traits(of: place)) }
    for type in [ValueTypes.null, .boolean, .number, .string, .array, .object] {
      let sharing = traits.filter { !$0.types.isDisjoint(with: type) }
      guard sharing.count > 1 else { continue }
      if type == .object ? Self.areDiscriminated(sharing) : Self.areListed(sharing, of: type) {
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
  private static func areDiscriminated(_ traits: [Traits]) -> Bool {
    let names = traits.first.map { $0.properties.keys.sorted() } ?? []
    return names.prefix(8).contains { name in
      var seen: Set<SchemaScalar> = []
      return traits.allSatisfy { other in
        guard let values = other.properties[name] else { return false }
        return Set(values).allSatisfy { seen.insert($0).inserted }
      }
    }
  }

  private mutating func traits(of place: Place) throws(SchemaImportError) -> Traits {
    let conjunction = try conjunction(of: place)
    var traits = Traits()
    var required: Set<ExactText> = []
    for part in conjunction.parts {
      if let type = part[.type] {
        traits.types.formIntersection(ValueTypes(try reader.types(type)))
        if try isNullable(part) { traits.types.formUnion(.null) }
      }
      if traits.values == nil { traits.values = try values(of: part) }
      if let node = part[.required] {
        required.formUnion(try reader.texts(node, .required).map(ExactText.init))
      }
    }
    if let values = traits.values {
      traits.types.formIntersection(ValueTypes(values.map { ValueTypes($0) }))
    }
    guard traits.types.contains(.object), !required.isEmpty else { return traits }
    for part in conjunction.parts {
      guard let node = part[.properties] else { continue }
      for (name, member) in try reader.members(node, .properties) {
        let key = ExactText(name)
        guard required.contains(key), let values = try listedValues(of: member) else { continue }
        guard let other = traits.properties[key] else {
          traits.properties[key] = values
          continue
        }
        let allowed = Set(values)
        traits.properties[key] = other.filter(allowed.contains)
      }
    }
    return traits
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
