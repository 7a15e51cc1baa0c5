import IndexedTables
import SchemaAlternatives
import SchemaDocuments

extension Translator {
  /// A union whose alternatives are combined with the schemas next to it, and with one of several
  /// lists of limits.
  ///
  /// The result is `nil` if the copies would be out of proportion to the document.
  mutating func distribute(
    _ conjunction: Conjunction, over union: Conjunction.Union, _ place: Place,
    _ limits: [[Place.Limit]]
  ) throws(SchemaImportError) -> Content? {
    let isCombined = !conjunction.parts.isEmpty || limits != [[]]
    let isLarge = union.alternatives.count >= DocumentUnionIndex.least
    // Many places may share a large union, and the schemas next to it.
    let isRead =
      isCombined && (isLarge || union.keyword == .oneOf)
      && allowsComparisons(conjunction.size + (isLarge ? union.alternatives.count : 0))
    let base = isRead ? try facts(of: conjunction.parts, place.limits) : DocumentFacts()
    let possible = isRead && isLarge ? try alternatives(of: union, beside: base) : nil
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
    let discriminator = source.discriminator(of: union.schema, over: union.alternatives)
    if union.keyword == .oneOf, alternatives.count > 1 {
      try noteOneOf(union, alternatives, discriminator, beside: base)
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
      let named = discriminator?.limit(ofAlternative: index)
      for limits in limits {
        let limits = limits + (named.map { [$0] } ?? [])
        references.append(reference(to: Place(conjuncts, limits: limits), at: schema))
      }
    }
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
    of union: Conjunction.Union, beside base: DocumentFacts
  ) throws(SchemaImportError) -> [Int]? {
    let index: DocumentUnionIndex
    if let known = unionIndex(of: union.node) {
      index = known
    } else {
      index = try self.index(of: union)
      keep(index, of: union.node)
    }
    var facts = base.facts
    if let name = index.index.property?.name, facts.members[name] == nil,
      let members = base.members[name]
    {
      facts.set(try self.facts(of: members), of: name)
    }
    let possible = index.index.candidates(for: facts)
    return possible?.isEmpty == true ? [0] : possible
  }

  private mutating func index(
    of union: Conjunction.Union
  ) throws(SchemaImportError) -> DocumentUnionIndex {
    var alternatives: [ValueFacts] = []
    for schema in union.alternatives {
      alternatives.append(try comparedFacts(of: schema)?.facts ?? ValueFacts())
    }
    let index = AlternativeIndex(alternatives, within: &comparisons)
    return DocumentUnionIndex(index, count: alternatives.count)
  }

  /// The facts of an alternative; `nil` if the limit of comparisons is reached, or if not all
  /// schemas are known that the alternative combines.
  ///
  /// Many alternatives that refer to one schema repeat its properties.
  private mutating func comparedFacts(
    of schema: SchemaID
  ) throws(SchemaImportError) -> DocumentFacts? {
    guard allowsComparisons(1) else { return nil }
    return try comparedFacts(of: conjunction(of: Place(schema)))
  }

  private mutating func comparedFacts(
    of conjunction: Conjunction
  ) throws(SchemaImportError) -> DocumentFacts? {
    guard !conjunction.isIncomplete else { return nil }
    let facts = try facts(of: conjunction)
    return allowsComparisons(facts.facts.size) ? facts : nil
  }

  // MARK: Exclusive alternatives

  /// Notes what becomes of a `oneOf`, and tells it in words if the alternatives may overlap.
  private mutating func noteOneOf(
    _ union: Conjunction.Union, _ alternatives: [Int], _ discriminator: UnionDiscriminator?,
    beside base: DocumentFacts
  ) throws(SchemaImportError) {
    let found = try shapes(of: alternatives, in: union, discriminator, beside: base)
    let result = found.map { OverlapSearch($0).result(within: &comparisons) } ?? .notCompared
    if result != .none { tell(union.member, of: union.schema) }
    switch result {
    case .none:
      source.note(
        .exclusiveOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf', which means the same: the alternatives exclude each other.")
    case .possible:
      source.note(
        .overlappingOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf': the alternatives may overlap, and the document rejects values "
          + "that match several.",
        remedy: Self.remedy(for: found ?? []))
    case .notCompared:
      source.note(
        .overlappingOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf': not all alternatives were compared, because "
          + "\(WorkBudget.reason), and the document rejects values that match several.",
        remedy: Self.remedy(for: found ?? []))
    }
  }

  /// The remedy for alternatives that may overlap, by the kinds of values that several have.
  private static func remedy(for alternatives: [[ValueFacts]]) -> String {
    func isShared(_ kind: ValueTypes) -> Bool {
      alternatives.count { $0.contains { !$0.types.isDisjoint(with: kind) } } > 1
    }
    if isShared(.object) || alternatives.isEmpty {
      return "Give each alternative a required property with a different 'const'."
    }
    if isShared(.array) {
      return "Give the alternatives numbers of elements that differ, by 'minItems' and 'maxItems'."
    }
    if isShared(.string) {
      return "Give each alternative an 'enum' of its own, or a range of lengths."
    }
    if isShared(.number) {
      return "Give the alternatives ranges that do not overlap, by 'minimum' and 'maximum'."
    }
    return "Give each alternative a 'type' of its own."
  }

  /// The facts of some alternatives of a union next to other schemas, one for each shape of values;
  /// `nil` if the limit of comparisons is reached.
  private mutating func shapes(
    of indices: [Int], in union: Conjunction.Union, _ discriminator: UnionDiscriminator?,
    beside base: DocumentFacts
  ) throws(SchemaImportError) -> [[ValueFacts]]? {
    var alternatives: [[ValueFacts]] = []
    for index in indices {
      var shapes: [ValueFacts] = []
      guard let known = try comparedFacts(ofShapesOf: union.alternatives[index]) else { return nil }
      for own in known {
        var facts = try combine(own, with: base)
        if let limit = discriminator?.limit(ofAlternative: index) { facts.narrow(to: limit) }
        shapes.append(facts)
      }
      alternatives.append(shapes)
    }
    return alternatives
  }

  /// The largest number of alternatives of an alternative that are compared one by one.
  private static let mostInnerAlternatives = 32

  /// The facts of an alternative, or of each alternative of an alternative that is only a union;
  /// `nil` if the limit of comparisons is reached.
  private mutating func comparedFacts(
    ofShapesOf schema: SchemaID
  ) throws(SchemaImportError) -> [DocumentFacts]? {
    guard allowsComparisons(1) else { return nil }
    let conjunction = try conjunction(of: Place(schema))
    guard !conjunction.isIncomplete, conjunction.parts.isEmpty, conjunction.unions.count == 1,
      let union = conjunction.unions.first
    else { return try comparedFacts(of: conjunction).map { [$0] } }
    var shapes: [DocumentFacts] = []
    if union.alternatives.count > Self.mostInnerAlternatives {
      guard let types = try types(of: union) else { return nil }
      shapes.append(DocumentFacts(types))
    } else {
      for schema in union.alternatives {
        guard let facts = try comparedFacts(of: schema) else { return nil }
        shapes.append(facts)
      }
    }
    if conjunction.isNullable { shapes.append(DocumentFacts(.null)) }
    return shapes
  }

  /// The types of the values of a union; `nil` if the limit of comparisons is reached.
  private mutating func types(
    of union: Conjunction.Union
  ) throws(SchemaImportError) -> ValueTypes? {
    if let known = unionTypes[union.node] { return known }
    guard allowsComparisons(union.alternatives.count) else { return nil }
    var types: ValueTypes = []
    for schema in union.alternatives where types != .all {
      types.formUnion(try possibleTypes(of: schema, longestList: Self.mostInnerAlternatives))
    }
    unionTypes[union.node] = types
    return types
  }
}

extension UnionDiscriminator {
  /// The limit by which the discriminator names an alternative, if it does.
  fileprivate func limit(ofAlternative index: Int) -> Place.Limit? {
    let values = tags[index].map { SchemaScalar.string($0) }
    return values.isEmpty
      ? nil : .property(ExactText(name), values: values, isRequired: true)
  }
}

extension ValueFacts {
  /// Adds the values of a property.
  fileprivate mutating func narrow(to limit: Place.Limit) {
    guard case .property(let name, let values, let isRequired) = limit else { return }
    var facts = members[name] ?? ValueFacts()
    facts.limit(to: values)
    set(facts, of: name)
    if isRequired { required.insert(name) }
  }
}
