import SchemaDocuments
import SchemaText

extension Translator {
  /// An array with elements that all parts accept.
  ///
  /// If the parts have schemas for the first elements, the result is a tuple.
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
      let count = try possibleCount(of: schemas)
      if count < .max {
        most = min(most, count)
        counts.append(GuideValue(.count(minimum: nil, maximum: count)))
        if count == schemas.prefix.count { schemas.rest = nil }
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
    noteTerms(of: conjunction)
    let elements = (0..<length).map { reference(toElement: $0, parts, at: schema) }
    let optional = max(0, length - least)
    guard most > length else { return (.tuple(elements, optional: optional), []) }
    let isMentioned = least > length || parts.contains { $0.rest != nil }
    let rest = isMentioned ? reference(toElement: length, parts, at: schema) : .unmentioned
    let (low, high) = (least > length ? least : nil, most == .max ? nil : most)
    let isBounded = low != nil || high != nil
    return (
      .tuple(elements, optional: optional, rest: rest),
      isBounded ? [GuideValue(.count(minimum: low, maximum: high))] : []
    )
  }

  /// The largest number of elements that have a value: those before the first schema that allows
  /// nothing.
  private func possibleCount(of elements: SchemaObject.Elements) throws(SchemaImportError) -> Int {
    for (index, element) in elements.prefix.enumerated() where try source.allowsNothing(element) {
      return index
    }
    guard let rest = elements.rest, try source.allowsNothing(rest) else { return .max }
    return elements.prefix.count
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
}
