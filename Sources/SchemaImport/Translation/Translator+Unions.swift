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
    _ limits: [[Place.Limit]], _ acceptsNull: Bool
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

  /// The facts of an alternative; `nil` if the limit of comparisons is reached.
  ///
  /// Many alternatives that refer to one schema repeat its properties.
  private mutating func comparedFacts(
    of schema: SchemaID
  ) throws(SchemaImportError) -> DocumentFacts? {
    guard allowsComparisons(1) else { return nil }
    let facts = try facts(of: schema)
    return allowsComparisons(facts.facts.size) ? facts : nil
  }

  // MARK: Exclusive alternatives

  private mutating func noteOneOf(
    _ union: Conjunction.Union, _ alternatives: [Int], beside base: DocumentFacts
  ) throws(SchemaImportError) {
    let remedy = "Give each alternative a required property with a different 'const'."
    switch try overlap(of: alternatives.map { union.alternatives[$0] }, beside: base) {
    case .none:
      source.note(
        .exclusiveOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf', which means the same: the alternatives exclude each other.")
    case .possible:
      source.note(
        .overlappingOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf': the alternatives may overlap, and the document rejects values "
          + "that match several.",
        remedy: remedy)
    case .notCompared:
      source.note(
        .overlappingOneOf, at: union.node, .oneOf,
        "'oneOf' becomes 'anyOf': not all alternatives were compared, because "
          + "\(WorkBudget.reason), and the document rejects values that match several.",
        remedy: remedy)
    }
  }

  /// Compares several schemas next to others.
  private mutating func overlap(
    of schemas: [SchemaID], beside base: DocumentFacts
  ) throws(SchemaImportError) -> OverlapSearch.Result {
    var alternatives: [[ValueFacts]] = []
    for schema in schemas {
      guard let own = try comparedFacts(of: schema) else { return .notCompared }
      alternatives.append([try combine(own, with: base)])
    }
    return OverlapSearch(alternatives).result(within: &comparisons)
  }
}
