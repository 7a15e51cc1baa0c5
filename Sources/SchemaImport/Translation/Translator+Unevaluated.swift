import IndexedTables
import SchemaDocuments

/// The rule of one schema for properties that no keyword evaluates.
struct UnevaluatedProperties {
  /// The schema of such properties.
  let schema: SchemaID

  /// The evaluated properties.
  fileprivate(set) var names: Set<ExactText> = []
  fileprivate(set) var patterns: [SchemaPattern] = []

  /// `true` if there are no such properties.
  fileprivate(set) var isClosed = false
}

/// `unevaluatedProperties`, where the properties that other keywords evaluate are known.
///
/// The keyword knows the schemas that its own schema combines, and no others. A `oneOf` becomes
/// places with one alternative each, so the rule of a schema is then a limit of these places.
extension Translator {
  /// The schema of the properties that no keyword of a schema evaluates; `nil` if it excludes none.
  func unevaluated(of schema: SchemaObject) -> SchemaID? {
    schema.schema(.unevaluatedProperties).flatMap { source.allowsEverything($0) ? nil : $0 }
  }

  /// A place with a limit for properties that no keyword evaluates, if its only schema has the
  /// keyword.
  ///
  /// Rules whose effect is not known are told in words.
  mutating func closing(
    _ place: Place, by conjunction: Conjunction
  ) throws(SchemaImportError) -> Place {
    let only = place.conjuncts.count == 1 ? place.conjuncts.first : nil
    let root = only?.form == .own ? nil : only?.schema
    for schema in conjunction.complete where schema.id != root {
      guard let unevaluated = unevaluated(of: schema) else { continue }
      // An alternative has only the own keywords of the schemas beside its union.
      let isKept = try evaluatedParts(of: schema) != nil && conjunction.unions.isEmpty
      if !isKept { tellUnevaluated(unevaluated) }
    }
    var place = place
    if let schema = conjunction.complete.first(where: { $0.id == root }),
      let unevaluated = unevaluated(of: schema), place.unevaluated == nil
    {
      place = Place(place.conjuncts, limits: place.limits + [.unevaluated(unevaluated)])
    }
    guard let unevaluated = place.unevaluated else { return place }
    let describesObjects = !conjunction.parts.isEmpty || !conjunction.unions.isEmpty
    if describesObjects, try knowsProperties(of: conjunction, for: unevaluated) { return place }
    tellUnevaluated(unevaluated)
    return place.withoutUnevaluated
  }

  /// Notes and tells a rule for properties that no keyword evaluates.
  mutating func tellUnevaluated(_ schema: SchemaID) {
    source.note(
      .unevaluated, at: schema.node, UnstatedConstraint(.unevaluatedProperties, .noForm),
      remedy: "Validate answers against the document.")
    tell(
      WordedConstraint(
        keyword: Keyword.unevaluatedProperties.rawValue,
        sentence: ConstraintWords.noUnevaluatedProperties))
  }

  /// Returns `true` if the translation finds all properties that schemas evaluate, beside the
  /// keyword with the schema `unevaluated`.
  private func knowsProperties(
    of conjunction: Conjunction, for unevaluated: SchemaID?
  ) throws(SchemaImportError) -> Bool {
    // One union is divided into its alternatives, but several alternatives of `anyOf` may evaluate
    // properties of a value. The cases of a condition don't tell which properties `if` evaluates.
    guard !conjunction.isIncomplete, conjunction.unions.count <= 1, conjunction.conditions.isEmpty,
      conjunction.unions.allSatisfy({ $0.keyword == .oneOf })
    else { return false }
    for schema in conjunction.complete {
      // A combined schema with the keyword evaluates the properties that it allows.
      if let other = schema.schema(.unevaluatedProperties), other != unevaluated,
        try !source.allowsNothing(other)
      {
        return false
      }
      guard try source.targets(of: schema).count == schema.references.count else { return false }
      for keyword in [Keyword.dependentSchemas, .dependencies] {
        for dependent in schema.dependents(keyword) {
          if case .schema = dependent.requirement { return false }
        }
      }
    }
    return true
  }

  /// The parts of a schema and of the schemas that it combines; `nil` if the value decides on them.
  private mutating func evaluatedParts(
    of schema: SchemaObject
  ) throws(SchemaImportError) -> [SchemaObject]? {
    if let known = evaluatedParts[schema.id] { return known }
    let conjunction = try conjunction(of: Place(schema.id))
    let own = schema.schema(.unevaluatedProperties)
    let isKnown =
      try knowsProperties(of: conjunction, for: own) && conjunction.unions.isEmpty
    evaluatedParts[schema.id] = .some(isKnown ? conjunction.parts : nil)
    return isKnown ? conjunction.parts : nil
  }

  /// The rules of a place for properties that no keyword evaluates.
  mutating func unevaluatedProperties(
    of place: Place, _ conjunction: Conjunction
  ) throws(SchemaImportError) -> [UnevaluatedProperties] {
    var rests: [UnevaluatedProperties] = []
    if let schema = place.unevaluated, let rest = try rest(schema, besides: conjunction.parts) {
      rests.append(rest)
    }
    for object in conjunction.complete {
      guard let schema = unevaluated(of: object), schema != place.unevaluated,
        let parts = try evaluatedParts(of: object)
      else { continue }
      // In a chain of schemas with this keyword, each has the parts of all that it extends.
      guard comparisons.take(parts.count) else {
        source.noteTooMuch(at: object.id)
        tellUnevaluated(schema)
        continue
      }
      if let rest = try rest(schema, besides: parts) { rests.append(rest) }
    }
    return rests
  }

  /// The rule for properties that parts do not evaluate; `nil` if they evaluate all.
  private func rest(
    _ schema: SchemaID, besides parts: [SchemaObject]
  ) throws(SchemaImportError) -> UnevaluatedProperties? {
    var rest = UnevaluatedProperties(schema: schema)
    for part in parts {
      if part[.additionalProperties] != nil { return nil }
      for member in part.schemas(.properties) {
        rest.names.insert(ExactText(document.name(of: member.node)))
      }
      for member in part.schemas(.patternProperties) {
        let text = document.name(of: member.node)
        guard let pattern = source.pattern(text, member.node, .patternProperties) else {
          return nil
        }
        rest.patterns.append(pattern)
      }
    }
    rest.isClosed = try source.allowsNothing(schema)
    return rest
  }
}
