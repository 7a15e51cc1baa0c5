import IndexedTables
import SchemaDocuments

extension Translator {
  /// The kind of value, with the schemas inside it, and the constraints on it.
  typealias Content = (kind: GenerationSchema.Kind, guides: [GuideValue])

  /// The kind and the constraints that the schemas of a place state together.
  ///
  /// A schema that only refers to another becomes an alias. Parts that need cases become a union of
  /// places, and the translation of each place adds the other constraints. Rules about the presence
  /// of properties come first, because each union repeats their cases. A union of the document
  /// comes before conditions and lists of values. A part whose cases repeat too much is noted, and
  /// the next part is tried. A place without cases has the kinds that its schemas allow.
  mutating func content(
    of place: Place, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    if place.limits.isEmpty, place.conjuncts.count == 1, let only = place.conjuncts.first,
      only.form != .own
    {
      let schema = try source.schema(only.schema)
      if only.form == .whole, addsNull(schema) { return try contentOrNull(of: schema) }
      if let target = try aliasTarget(of: schema) {
        tellUnstated(of: [schema])
        tellUnstated(caseRules(of: schema))
        return (.alias(of: target), [])
      }
    }
    let conjunction = try conjunction(of: place)
    guard conjunction.isNullable, try allowsNull(place) else {
      return try content(of: place, conjunction, at: schema)
    }
    do throws(SchemaImportError) {
      return orNull(try content(of: place, conjunction, at: schema), at: schema)
    } catch {
      // Without null, the schemas contradict each other.
      guard error.rule == .unsatisfiable else { throw error }
      return (.null, [])
    }
  }

  private mutating func content(
    of place: Place, _ conjunction: Conjunction, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    var conjunction = conjunction
    if conjunction.isIncomplete { source.noteTooMuch(at: schema) }
    if let excluding = conjunction.excluding { throw noValue(excluding) }
    tellUnstated(of: conjunction.complete)
    var place = try closing(place, by: conjunction)
    var presences = presenceCases(of: &conjunction, place)
    // Without rules about the presence of properties, there is one case: the place itself.
    let limits = presences ?? [place.limits]
    var isStated = true
    if let union = conjunction.takeUnion() {
      if let content = try distribute(conjunction, over: union, place, limits) {
        noteUnstated(conjunction)
        return content
      }
      isStated = false
    } else if let content = try cases(of: &conjunction, place, limits, at: schema) {
      noteUnstated(conjunction)
      return content
    }
    noteUnstated(conjunction)
    if !isStated || !conjunction.unions.isEmpty || !conjunction.conditions.isEmpty,
      let unevaluated = place.unevaluated
    {
      // Schemas that are not stated may evaluate further properties.
      tellUnevaluated(unevaluated)
      place = place.withoutUnevaluated
      presences = presences?.map { Place([], limits: $0).withoutUnevaluated.limits }
    }
    if let presences { return union(of: conjunction.parts, presences, at: schema) }
    if let content = listedValues(of: conjunction, place, at: schema) { return content }
    if conjunction.parts.count > 1, !allowsCopies(conjunction.size) {
      source.noteTooMuch(at: schema)
      if place.limits.isEmpty, let first = conjunction.parts.first {
        return (.alias(of: reference(toOwnPartOf: first.id)), [])
      }
      conjunction.keepFirstPart()
    }
    return try kinds(of: conjunction, place, at: schema)
  }

  /// The kind and the constraints that a plain schema states.
  mutating func content(ofPlain schema: SchemaObject) throws(SchemaImportError) -> Content {
    let (conjunction, place) = (Conjunction(ofPlain: schema), Place([]))
    if let content = listedValues(of: conjunction, place, at: schema.id) { return content }
    return try kinds(of: conjunction, place, at: schema.id)
  }

  /// An error at a schema that no value satisfies, without its path.
  func noValue(_ schema: SchemaID, _ problem: String? = nil) -> SchemaImportError {
    let isFalse = document.boolean(schema.node) == false
    return source.faultWithoutPath(
      .unsatisfiable, schema.node,
      problem ?? (isFalse ? "No value satisfies 'false'." : "No value satisfies the schema."),
      "Relax a constraint, or remove the schema.")
  }

  /// Notes the unions and conditions that the translation does not state.
  private mutating func noteUnstated(_ conjunction: Conjunction) {
    for union in conjunction.unions {
      source.note(
        .combination, at: union.node, UnstatedConstraint(union.keyword, .otherUnion),
        remedy: "Combine the alternatives in the document.")
    }
    for schema in conjunction.conditions {
      guard let condition = schema[.if] else { continue }
      source.note(
        .condition, at: condition.node, UnstatedConstraint(.if, .noForm),
        remedy: "Validate answers against the document.")
      tell(condition, of: schema)
    }
    tellUnstated(conjunction.rules)
  }

  /// Notes and tells rules that the translation does not state, if they exclude some values.
  private mutating func tellUnstated(_ rules: [Conjunction.Rule]) {
    for rule in rules where source.exclusionRule(of: rule.member, in: rule.schema) != nil {
      source.noteUnstated(rule.member, of: rule.schema)
      tell(rule.member, of: rule.schema)
    }
  }

  /// Tells the keywords of schemas that a schema for a model has no other form for.
  private mutating func tellUnstated(of schemas: [SchemaObject]) {
    for schema in schemas {
      for member in schema.members where !member.keyword.rule.isStated {
        if member.keyword == .unevaluatedProperties { continue }
        // The rules of cases are told if the translation does not state them.
        if member.keyword.isCaseRule || source.isTerm(member.keyword, of: schema) { continue }
        let types = schema.types.map { ValueTypes($0) } ?? .all
        guard source.exclusionRule(of: member, in: schema) != nil,
          !member.keyword.rule.types.isDisjoint(with: types)
        else { continue }
        tell(member, of: schema)
      }
    }
  }

  // MARK: References

  /// The content of a schema to which `nullable` adds null.
  ///
  /// Null is another alternative of a schema that is a union itself, or has cases.
  private mutating func contentOrNull(
    of schema: SchemaObject
  ) throws(SchemaImportError) -> Content {
    let other = Place([Place.Conjunct(schema.id, .withoutNull)])
    guard schema.isUnion || schema[.if] != nil || !caseRules(of: schema).isEmpty else {
      let reference = reference(to: other, at: schema.id, isCounted: true)
      return (.anyOf([reference, constant(.null)]), [])
    }
    return orNull(try content(of: other, at: schema.id), at: schema.id)
  }

  /// Adds null to the values of a place, unless it is one of them.
  private mutating func orNull(_ content: Content, at schema: SchemaID) -> Content {
    switch content.kind {
    case .anyOf(let alternatives):
      let null = constant(.null)
      return alternatives.contains { $0.entry == null.entry }
        ? content : (.anyOf(alternatives + [null]), [])
    case .alias(let target): return (.anyOf([target, constant(.null)]), [])
    case .null: return content
    case .any where content.guides.isEmpty: return content
    default: return (.anyOf([append(content, at: schema), constant(.null)]), [])
    }
  }

  /// Returns `true` if null is an alternative to the values that a schema accepts without its
  /// `nullable`.
  ///
  /// Otherwise, null is one of the schema's types.
  func addsNull(_ schema: SchemaObject) -> Bool {
    guard isNullable(schema), schema.constrainedTypes != nil || schema.combines else {
      return false
    }
    if schema.combines || !caseRules(of: schema).isEmpty { return true }
    if schema[.type] != nil, schema[.enum] == nil, schema[.const] == nil { return false }
    return !schema.choices.contains { list in
      list.values.contains { document.shape($0) == .null }
    }
  }

  /// Returns `true` if `nullable` of OpenAPI 3.0 makes a schema accept null, and counts it in the
  /// log.
  func isNullable(_ schema: SchemaObject) -> Bool {
    guard schema.flag(.nullable), let node = schema[.nullable]?.node else { return false }
    source.count(
      .nullable, at: node, .nullable, "'nullable' is read as in OpenAPI: null is accepted too.")
    return true
  }

  /// The schemas that a schema refers to, or combines by `allOf`.
  func combined(
    by schema: SchemaObject
  ) throws(SchemaImportError) -> [SchemaID] {
    try source.targets(of: schema) + schema.schemas(.allOf)
  }

  /// The schema that replaces another one, if that is a reference or an `allOf` of one schema.
  private mutating func aliasTarget(
    of schema: SchemaObject
  ) throws(SchemaImportError) -> GenerationSchema.Reference? {
    guard schema.combines, !source.allowsNothing(schema), !schema.isUnion, schema[.if] == nil,
      unevaluated(of: schema) == nil
    else { return nil }
    // A rule for properties that occur together may become cases of the target.
    for rule in caseRules(of: schema) where presenceRule(of: rule.member) != nil { return nil }
    let targets = try combined(by: schema)
    guard targets.count == 1, let target = targets.first, try isImplied(schema, by: target)
    else { return nil }
    return schema.schemas(.allOf).isEmpty
      ? reference(toDefinition: target) : reference(to: target)
  }

  /// Returns `true` if the keywords of a schema exclude no value that another schema accepts.
  func isImplied(
    _ schema: SchemaObject, by other: SchemaID
  ) throws(SchemaImportError) -> Bool {
    for member in schema.members where member.keyword != .type {
      if member.keyword.rule.constrainedTypes != nil { return false }
      if source.isTerm(member.keyword, of: schema) { return false }
    }
    guard let types = types(of: schema) else { return true }
    return ValueTypes(types).isSuperset(of: try possibleTypes(of: other))
  }

  /// The types that `type` names, with null if `nullable` adds it.
  func types(of schema: SchemaObject) -> [ValueTypes]? {
    schema.types.map { isNullable(schema) ? $0 + [.null] : $0 }
  }

  /// The types of a part of a conjunction, without a null that is an alternative to it.
  func types(of part: SchemaObject, in conjunction: Conjunction) -> [ValueTypes]? {
    conjunction.isWithoutNull(part.id) ? part.types : types(of: part)
  }

  /// The types that the values of a schema may have, found after a few references; all types
  /// otherwise.
  ///
  /// A list that is longer than `longestList` is not read for each reference to it.
  func possibleTypes(
    of start: SchemaID, longestList: Int = 1_000
  ) throws(SchemaImportError) -> ValueTypes {
    var id = start
    for _ in 0..<16 {
      let schema = try source.schema(id)
      if let types = types(of: schema) { return ValueTypes(types) }
      if schema[.nullable] != nil { break }
      if let list = schema.choices.first {
        guard list.values.count <= longestList else { return .all }
        return list.values.reduce(into: []) { $0.formUnion(ValueTypes(document.content($1))) }
      }
      guard let next = try combined(by: schema).first else { break }
      id = next
    }
    return .all
  }

  // MARK: Conjunctions

  /// Divides the schemas of a place into their parts, and follows each reference and `allOf` once.
  ///
  /// In a chain of references with keywords of their own, the schemas of each one are those of the
  /// rest of the chain. Once the document's allowance of following them is used up, each schema is
  /// combined with the schemas that it leads to itself, and each of these with one more.
  mutating func conjunction(of place: Place) throws(SchemaImportError) -> Conjunction {
    enum Step {
      /// `references` is the number of schemas that are followed one after the other from this one;
      /// `nil` for all.
      case visit(Place.Conjunct, references: Int?)
      case own(SchemaObject)
    }
    var result = Conjunction()
    // Most schemas stand alone.
    if place.conjuncts.count == 1, let only = place.conjuncts.first {
      let schema = try source.schema(only.schema)
      if !schema.combines {
        if source.allowsNothing(schema) { result.exclude(by: schema.id) }
        if only.form == .whole, addsNull(schema) { result.addNull() }
        if schema.constrainedTypes != nil { result.add(schema, of: source) }
        if only.form != .whole, addsNull(schema) { result.exceptNull(of: schema.id) }
        if only.form != .own {
          result.add(caseRules(of: schema))
          result.add(complete: schema)
        }
        return result
      }
    }
    var visited: Set<SchemaID> = []
    var owned: Set<SchemaID> = []
    var pending: [Step] = place.conjuncts.reversed().map { .visit($0, references: nil) }
    while let step = pending.popLast() {
      switch step {
      case .own(let schema):
        guard schema.constrainedTypes != nil, owned.insert(schema.id).inserted else { continue }
        result.add(schema, of: source)
      case .visit(let conjunct, let references):
        let schema = try source.schema(conjunct.schema)
        if source.allowsNothing(schema) { result.exclude(by: schema.id) }
        if addsNull(schema) {
          if conjunct.form == .whole {
            result.addNull()
          } else {
            result.exceptNull(of: schema.id)
          }
        }
        guard conjunct.form != .own else {
          pending.append(.own(schema))
          continue
        }
        guard visited.insert(conjunct.schema).inserted else { continue }
        result.add(caseRules(of: schema))
        result.add(complete: schema)
        result.addCombinations(of: schema)
        // The schema that comes first in the document is the first part, so that properties keep
        // their order.
        let combined = try combined(by: schema)
        var rest = references.map { $0 - 1 }
        if references == nil, !combined.isEmpty, !followed.take(combined.count) { rest = 1 }
        // Beyond the allowance, no list is followed again for each of the schemas that lead to it.
        let isFollowed = references.map { $0 > 0 && combined.count == 1 } ?? true
        if !isFollowed, !combined.isEmpty { result.makeIncomplete() }
        var steps: [Step] =
          isFollowed ? combined.map { .visit(Place.Conjunct($0), references: rest) } : []
        let isFirst = schema.members.first { [.properties, .allOf].contains($0.keyword) }
        if isFirst?.keyword == .properties {
          steps.insert(.own(schema), at: 0)
        } else {
          steps.append(.own(schema))
        }
        pending += steps.reversed()
      }
    }
    return result
  }
}

extension SchemaObject {
  /// `true` if the schema is a union itself.
  ///
  /// Null is then added to it as another alternative.
  fileprivate var isUnion: Bool { self[.anyOf] != nil || self[.oneOf] != nil }
}
