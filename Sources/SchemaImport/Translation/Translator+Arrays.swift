import SchemaDocuments
import SchemaText

extension Translator {
  /// An array with elements that all parts accept.
  mutating func array(
    _ conjunction: Conjunction, _ place: Place, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    var parts: [SchemaObject.Elements] = []
    var least = 0
    var most = Int.max
    var counts: [GuideValue] = []
    for part in conjunction.parts {
      var schemas = part.elements
      if let range = Self.range(.minItems, .maxItems, of: part) {
        least = max(least, range.minimum ?? 0)
        most = min(most, range.maximum ?? .max)
        counts.append(GuideValue(.count(minimum: range.minimum, maximum: range.maximum)))
      }
      if let rest = schemas.rest, try source.allowsNothing(rest) {
        most = min(most, schemas.prefix.count)
        counts.append(GuideValue(.count(minimum: nil, maximum: schemas.prefix.count)))
        schemas.rest = nil
      }
      parts.append(schemas)
    }
    guard least <= most else {
      throw noValue(
        schema,
        "At least \(CountedNoun.element.amount(least)) \(least == 1 ? "is" : "are") required, and "
          + "at most \(most) \(most == 1 ? "is" : "are") possible.")
    }
    let terms = conjunction.parts.flatMap { source.terms(of: $0, for: .array) }
    try check(terms, for: .array, at: schema)
    if let value = place.listedValue {
      let elements = document.children(of: value)
      guard least <= elements.count, elements.count <= most else {
        throw noValue(schema, "The listed value has \(CountedNoun.element.amount(elements.count)).")
      }
      let references = elements.enumerated().map { index, element in
        reference(toElement: index, parts, limits: [.equal(to: element)], at: schema)
      }
      noteTerms(of: conjunction)
      return (.tuple(references), [])
    }
    if most == 0, conjunction.parts.allSatisfy({ $0[.items] == nil && $0[.prefixItems] == nil }) {
      noteTerms(of: conjunction)
      return (.tuple([]), [])
    }
    let length = min(parts.map { $0.prefix.count }.max() ?? 0, most)
    guard length > 0 else {
      return (.array(of: reference(toElement: length, parts, at: schema)), counts + terms)
    }
    if least == most, most <= length + 64 {
      noteTerms(of: conjunction)
      return (.tuple((0..<most).map { reference(toElement: $0, parts, at: schema) }), [])
    }
    return (.array(of: union(ofFirst: length, parts, least, most, at: schema)), counts + terms)
  }

  /// Notes the keywords that are terms of an array but not of a tuple.
  private func noteTerms(of conjunction: Conjunction) {
    for part in conjunction.parts {
      for member in part.members where source.isTerm(member.keyword, of: part) {
        source.noteUnstated(member, of: part)
      }
    }
  }

  /// A reference to the combined schemas of the element at an index.
  private mutating func reference(
    toElement index: Int, _ parts: [SchemaObject.Elements], limits: [Place.Limit] = [],
    at schema: SchemaID
  ) -> GenerationSchema.Reference {
    let conjuncts = parts.compactMap { part in
      (index < part.prefix.count ? part.prefix[index] : part.rest).map { Place.Conjunct($0) }
    }
    return reference(toAll: conjuncts, limits, at: schema)
  }

  /// A reference to a union of the schemas of the first elements, and of the following elements.
  private mutating func union(
    ofFirst length: Int, _ parts: [SchemaObject.Elements], _ least: Int, _ most: Int,
    at schema: SchemaID
  ) -> GenerationSchema.Reference {
    let isOpen = most > length && parts.allSatisfy { $0.rest == nil }
    let first =
      length == 1
      ? "The first element has a schema of its own"
      : "The first \(length) elements have schemas of their own"
    source.note(
      .tuple, at: schema.node, .prefixItems,
      "\(first), and the length is not fixed: the schema states "
        + CountedNoun.element.range(least, most == .max ? nil : most)
        + " of these kinds, in any order"
        + (isOpen ? ", and no elements of other kinds." : "."),
      remedy: "Set 'minItems' and 'maxItems' to \(length).")
    var known: Set<ExactText> = []
    var alternatives: [GenerationSchema.Reference] = []
    let count = most > length && !isOpen ? length + 1 : length
    for index in 0..<count {
      // Elements with the same JSON text are one alternative.
      if parts.count == 1, let element = index < length ? parts[0].prefix[index] : parts[0].rest,
        !known.insert(ExactText(document.content(element.node).jsonString)).inserted
      {
        continue
      }
      let alternative = reference(toElement: index, parts, at: schema)
      if !(alternatives.last == alternative) { alternatives.append(alternative) }
    }
    return alternatives.count == 1
      ? alternatives[0] : append((.anyOf(alternatives), []), at: schema)
  }
}
