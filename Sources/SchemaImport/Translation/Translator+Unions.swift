import SchemaAlternatives
import SchemaDocuments

extension Translator {
  /// A union whose alternatives are combined with the schemas next to it, and with one of several
  /// lists of limits.
  ///
  /// The result is `nil` if the copies would be out of proportion to the document.
  mutating func distribute(
    _ conjunction: Conjunction, over union: Conjunction.Union, _ place: Place,
    _ limits: [[Place.Limit]], _ acceptsNull: Bool
  ) throws(SchemaImportError) -> Content? {
    let isCombined = !conjunction.parts.isEmpty || limits != [[]]
    let isLarge = union.alternatives.count >= DocumentUnionIndex.least
    // Many places may share a large union.
    let isRead = isCombined && isLarge && allowsComparisons(union.alternatives.count)
    let base =
      isRead || isCombined && union.keyword == .oneOf
      ? try traits(of: conjunction.parts, place.limits) : Traits()
    let possible = isRead ? try alternatives(of: union, beside: base) : nil
    // A place that only refers to a union also repeats its alternatives.
    let size = isCombined ? conjunction.size : try states(union, place) ? 0 : 1
    let count = possible?.count ?? union.alternatives.count
    guard allowsCopies(size, times: count * limits.count) else {
      source.note(
        .combination, at: union.node, UnstatedConstraint(union.keyword, .tooManyAlternatives),
        remedy: "Put the common part of the alternatives into a property of its own.")
      return nil
    }
    let alternatives = possible ?? Array(union.alternatives.indices)
    for skipped in firstSkipped(of: union.node, keeping: alternatives) {
      source.noteContradiction(in: union.alternatives[skipped], of: union.keyword)
    }
    if union.keyword == .oneOf, alternatives.count > 1 {
      try noteOneOf(union, alternatives, beside: base)
    }
    var references: [GenerationSchema.Reference] = []
    for index in alternatives {
      let schema = union.alternatives[index]
      // An alternative that is `false` adds no values by intention, so it is left out without a
      // note.
      if try source.allowsNothing(schema) { continue }
      var conjuncts: [Place.Conjunct] = []
      for part in conjunction.parts where try !isImplied(part, by: schema) {
        conjuncts.append(Place.Conjunct(part.id, .own))
      }
      conjuncts.append(Place.Conjunct(schema))
      for limits in limits {
        references.append(reference(to: Place(conjuncts, limits: limits), at: schema))
      }
    }
    if acceptsNull { references.append(constant(.null)) }
    guard let first = references.first else { throw noValue(SchemaID(union.node)) }
    if references.count == 1, isCombined { return (.alias(of: first), []) }
    return (.anyOf(references), [])
  }

  /// Returns `true` if a place is the schema that has a union.
  private func states(
    _ union: Conjunction.Union, _ place: Place
  ) throws(SchemaImportError) -> Bool {
    guard place.conjuncts.count == 1, let only = place.conjuncts.first else { return false }
    return try source.schema(only.schema)[union.keyword]?.node == union.node
  }

  /// The indices of a large union's alternatives that do not contradict the schemas next to it;
  /// `nil` for all.
  ///
  /// Each alternative of a small union is combined with these schemas, and left out later if it
  /// contradicts them. At least one alternative stays, to explain why none is possible.
  private mutating func alternatives(
    of union: Conjunction.Union, beside base: Traits
  ) throws(SchemaImportError) -> [Int]? {
    let index: DocumentUnionIndex
    if let known = unionIndex(of: union.node) {
      index = known
    } else {
      index = try self.index(of: union)
      keep(index, of: union.node)
    }
    var list = index.property.flatMap { base.properties[$0] }
    if list == nil, let members = index.property.flatMap({ base.members[$0] }) {
      list = try values(of: members)
    }
    let possible = index.alternatives(beside: base, list)
    return possible?.isEmpty == true ? [0] : possible
  }

  private mutating func index(
    of union: Conjunction.Union
  ) throws(SchemaImportError) -> DocumentUnionIndex {
    var traits: [Traits] = []
    for schema in union.alternatives {
      traits.append(try self.comparedTraits(of: schema) ?? Traits())
    }
    var listed: [[ExactText: [SchemaScalar]]] = []
    for other in traits {
      var values: [ExactText: [SchemaScalar]] = [:]
      for name in other.names {
        guard let list = try self.values(of: other.members[name] ?? []) else { continue }
        values[name] = list.values
      }
      listed.append(values)
    }
    let property = AlternativeIndex.property(of: listed)
    return DocumentUnionIndex(
      traits, by: property, property.map { name in listed.map { $0[name] } } ?? [])
  }

  /// The traits of an alternative; `nil` if the allowance of comparisons is used up.
  ///
  /// Many alternatives that refer to one schema repeat its properties.
  private mutating func comparedTraits(of schema: SchemaID) throws(SchemaImportError) -> Traits? {
    guard allowsComparisons(1) else { return nil }
    let traits = try traits(of: schema)
    return allowsComparisons(traits.names.count) ? traits : nil
  }

  // MARK: Exclusive alternatives

  private mutating func noteOneOf(
    _ union: Conjunction.Union, _ alternatives: [Int], beside base: Traits
  ) throws(SchemaImportError) {
    if try excludeEachOther(alternatives.map { union.alternatives[$0] }, beside: base) {
      source.note(
        .exclusiveOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf', which means the same: the alternatives exclude each other.")
    } else {
      source.note(
        .overlappingOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf': the alternatives may overlap, and the document rejects values "
          + "that match several.",
        remedy: "Give each alternative a required property with a different 'const'.")
    }
  }

  /// Returns `true` if no value matches two of several schemas, by their types or by constants.
  ///
  /// - Complexity: Linear in the sizes of the schemas, within the limit of
  ///   ``allowsComparisons(_:)``.
  private mutating func excludeEachOther(
    _ schemas: [SchemaID], beside base: Traits
  ) throws(SchemaImportError) -> Bool {
    var traits: [Traits] = []
    for schema in schemas {
      guard let other = try comparedTraits(of: schema) else { return false }
      traits.append(try combine(other, with: base))
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
    for list in traits.map(\.values) {
      guard let list else { return false }
      for value in Set(list.values) where type.contains(ValueTypes(value)) {
        guard seen.insert(value).inserted else { return false }
      }
    }
    return true
  }

  /// Returns `true` if all schemas list values of one property, and no two lists share a value.
  private static func areDiscriminated(_ traits: [Traits], _ base: Traits) -> Bool {
    // Candidates are the first schema's properties with listed values.
    let names = traits.first.map { $0.properties.keys.sorted() } ?? []
    return names.prefix(8).contains { name in
      var seen: Set<SchemaScalar> = []
      return traits.allSatisfy { other in
        guard let list = other.properties[name] ?? base.properties[name] else { return false }
        return Set(list.values).allSatisfy { seen.insert($0).inserted }
      }
    }
  }
}
