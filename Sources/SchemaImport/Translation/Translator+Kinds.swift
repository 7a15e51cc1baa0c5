import SchemaDocuments
import SchemaGuides

extension Translator {
  /// The types that the schemas of a place accept together.
  private struct Types {
    var accepted = ValueTypes.all
    /// The types of the first `type`, in its order; `nil` if there is no `type`.
    var listed: [ValueTypes]?

    mutating func narrow(to types: [ValueTypes]) {
      accepted.formIntersection(ValueTypes(types))
      listed = listed ?? types
    }

    /// The accepted types in order, with `integer` as a part of `number`.
    var kinds: [ValueTypes] {
      var kinds: [ValueTypes] = []
      for type in listed ?? accepted.kinds {
        let kind = type.intersection(accepted)
        if kind.isEmpty || kinds.contains(where: { $0.isSuperset(of: kind) }) { continue }
        if let index = kinds.firstIndex(where: { $0.isSubset(of: kind) }) {
          kinds[index] = kind
        } else {
          kinds.append(kind)
        }
      }
      return kinds
    }
  }

  /// The kinds of a place without unions: one kind of value, or a union of several.
  mutating func kinds(
    of conjunction: Conjunction, _ place: Place, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    var types = Types()
    for part in conjunction.parts {
      if let listed = self.types(of: part, in: conjunction) { types.narrow(to: listed) }
    }
    var lists: [ScalarList] = []
    if let value = place.listedValue {
      try checkLists(of: conjunction, contain: value, at: schema)
    } else {
      lists = self.lists(of: conjunction, &types)
    }
    var assumesObject = false
    for limit in place.limits {
      switch limit {
      case .values(let values): lists.append(ScalarList(values: values, nodes: nil))
      case .property, .presence:
        types.accepted.formIntersection(.object)
        assumesObject = true
      case .equal(let value):
        let content = document.content(value)
        types.accepted.formIntersection(ValueTypes(content))
        if let scalar = content.scalar { lists.append(ScalarList(values: [scalar], nodes: nil)) }
      case .unevaluated: continue
      }
    }
    if !lists.isEmpty { return try choices(lists, conjunction, types, at: schema) }

    let isTyped = types.listed != nil || place.listedValue != nil
    if !isTyped {
      let constrained = conjunction.parts.reduce(into: ValueTypes()) {
        $0.formUnion($1.constrainedTypes ?? [])
      }
      if constrained.isEmpty, types.accepted == .all { return (.any, []) }
      if !constrained.isEmpty, infersTypes || assumesObject {
        types.accepted.formIntersection(constrained)
        noteInferredType(types.accepted, conjunction, at: schema)
      }
    }
    for part in conjunction.parts { try source.check(part, for: types.accepted) }
    let kinds = types.kinds
    guard let first = kinds.first else {
      throw noValue(schema, "No value has all types that are required here.")
    }
    noteWithoutEffect(conjunction, types.accepted)
    if kinds.count == 1 { return try content(first, of: conjunction, place, at: schema) }
    var alternatives: [GenerationSchema.Reference] = []
    var fault: SchemaImportError?
    for kind in kinds {
      do throws(SchemaImportError) {
        let content = try content(kind, of: conjunction, place, at: schema)
        alternatives.append(kind == .null ? constant(.null) : append(content, at: schema))
      } catch {
        guard error.rule == .unsatisfiable else { throw error }
        fault = error
      }
    }
    if let fault {
      guard !alternatives.isEmpty else { throw fault }
      source.note(
        .neverValid, at: fault.node ?? schema.node, .type,
        "One of the types is left out, because no value of it is valid: \(fault.problem)",
        remedy: fault.recoverySuggestion ?? "Relax a constraint.")
    }
    return (.anyOf(alternatives), [])
  }

  private mutating func content(
    _ type: ValueTypes, of conjunction: Conjunction, _ place: Place, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    switch type {
    case .null: return (.null, [])
    case .boolean: return (.boolean, [])
    case .object:
      if conjunction.isPlain, let part = conjunction.parts.first,
        let content = try object(ofPlain: part, conjunction)
      {
        return content
      }
      return try object(conjunction, place, at: schema)
    case .array: return try array(conjunction, place, at: schema)
    case .string:
      let guides = strings(of: conjunction)
      try check(guides, for: .string, at: schema)
      return (.string, guides)
    default:
      let guides = Self.numbers(of: conjunction)
      let kind: SchemaKind = type == .integer ? .integer : .number
      try check(guides, for: kind, at: schema)
      return (type == .integer ? .integer : .number, guides)
    }
  }

  // MARK: Notes

  private func noteInferredType(
    _ types: ValueTypes, _ conjunction: Conjunction, at schema: SchemaID
  ) {
    let part = conjunction.parts.first { $0.constrainedTypes?.isEmpty == false }
    let names = types.kinds.map(\.phrase).joined(separator: " or ")
    source.note(
      .inferredType, at: (part?.id ?? schema).node, .type,
      "There is no 'type', so the schema is read as a schema of \(names).", remedy: "Add 'type'.")
  }

  private func noteWithoutEffect(_ conjunction: Conjunction, _ types: ValueTypes) {
    for part in conjunction.parts where part.constrainedTypes?.isSubset(of: types) == false {
      for member in part.members {
        guard let constrained = member.keyword.rule.constrainedTypes,
          constrained.isDisjoint(with: types)
        else { continue }
        let name = member.keyword.rawValue
        source.count(
          .noEffect, at: member.node, member.keyword,
          "'\(name)' does not apply to \(types.kinds.map(\.phrase).joined(separator: " or ")).")
      }
    }
  }

  // MARK: Scalars

  /// The constraints of the parts on strings.
  private mutating func strings(of conjunction: Conjunction) -> [GuideValue] {
    var guides: [GuideValue] = []
    for part in conjunction.parts {
      if let member = part[.pattern], case .text(let text) = member.value {
        if let pattern = source.pattern(text, member.node, .pattern) {
          guides.append(GuideValue(.pattern(pattern)))
        } else {
          tell(member, of: part)
        }
      }
      for member in part.members where member.keyword.isContentKeyword { tell(member, of: part) }
      guides += source.terms(of: part, for: .string)
      if let length = Self.range(.minLength, .maxLength, of: part) {
        guides.append(GuideValue(.length(minimum: length.minimum, maximum: length.maximum)))
      }
    }
    return guides
  }

  /// The counts that two keywords state.
  static func range(
    _ lower: Keyword, _ upper: Keyword, of part: SchemaObject
  ) -> (minimum: Int?, maximum: Int?)? {
    let range = (minimum: part.count(lower), maximum: part.count(upper))
    return range == (nil, nil) ? nil : range
  }

  /// The constraints of the parts on numbers.
  private static func numbers(of conjunction: Conjunction) -> [GuideValue] {
    var guides: [GuideValue] = []
    for part in conjunction.parts {
      let lower = part.bound(.minimum, .exclusiveMinimum)
      let upper = part.bound(.maximum, .exclusiveMaximum)
      if lower.inclusive != nil || upper.inclusive != nil {
        guides.append(
          GuideValue(.bounds(minimum: lower.inclusive, maximum: upper.inclusive)))
      }
      if lower.exclusive != nil || upper.exclusive != nil {
        guides.append(
          GuideValue(.exclusiveBounds(minimum: lower.exclusive, maximum: upper.exclusive)))
      }
      if let multiple = part.number(.multipleOf) {
        guides.append(GuideValue(.multiple(of: multiple)))
      }
    }
    return guides
  }

  // MARK: Choices

  /// The lists of scalars that have to contain the value.
  ///
  /// Other lists only narrow the types.
  private mutating func lists(
    of conjunction: Conjunction, _ types: inout Types
  ) -> [ScalarList] {
    var lists: [ScalarList] = []
    for part in conjunction.parts {
      for (member, values) in part.choices {
        if let list = source.list(values) {
          lists.append(list)
          continue
        }
        source.note(
          .choices, at: member.node, member.keyword,
          "Objects and arrays cannot be listed, so only the types of the values are stated, and "
            + "the values are told to the model in words.",
          remedy: "Describe them with 'properties' or 'items'.")
        tell(member, of: part)
        types.accepted.formIntersection(
          values.reduce(into: []) { $0.formUnion(ValueTypes(document.content($1))) })
      }
    }
    return lists
  }

  /// A list of values, under all constraints of the parts.
  private mutating func choices(
    _ lists: [ScalarList], _ conjunction: Conjunction, _ types: Types, at schema: SchemaID
  ) throws(SchemaImportError) -> Content {
    for part in conjunction.parts { try source.check(part, for: [.string, .number]) }
    var listed = source.intersection(of: lists)?.values ?? []
    let strings = strings(of: conjunction)
    var merged = GuideConstraints()
    for guide in strings {
      if case .pattern(let pattern) = guide.constraint,
        let allowed = source.values(listed, allowedBy: pattern)
      {
        listed = allowed
      } else {
        merged.formIntersection(guide.constraint)
      }
    }
    for guide in Self.numbers(of: conjunction) { merged.formIntersection(guide.constraint) }
    merged.formIntersection(.scalars(listed))
    let values = (merged.choices ?? []).filter { types.accepted.contains(ValueTypes($0)) }
    guard !values.isEmpty else {
      throw noValue(schema, "No value of the list satisfies the other keywords.")
    }
    func content(_ values: [SchemaScalar], _ kind: GenerationSchema.Kind) -> Content {
      let texts = values.compactMap(\.string)
      var guides = [GuideValue(texts.count == values.count ? .choices(texts) : .scalars(values))]
      if kind == .string {
        guides += strings.filter { guide in
          switch guide.constraint {
          case .term: true
          // A pattern that could not be run has not been applied to the values, so it is stated.
          case .pattern(let pattern): merged.patterns.contains(pattern)
          default: false
          }
        }
      }
      return (kind, kind == .null ? [] : guides)
    }
    let kinds = types.listed == nil ? [] : types.kinds
    let groups = kinds.map { kind in (kind, values.filter { kind.contains(ValueTypes($0)) }) }
      .filter { !$0.1.isEmpty }
    if groups.count <= 1 {
      let kind = groups.first.map { Self.kind(of: $0.0) } ?? .enumeration(of: values)
      return content(values, kind)
    }
    return (
      .anyOf(
        groups.map { type, values in
          type == .null
            ? constant(.null) : append(content(values, Self.kind(of: type)), at: schema)
        }), []
    )
  }

  private static func kind(of type: ValueTypes) -> GenerationSchema.Kind {
    switch type {
    case .string: .string
    case .integer: .integer
    case .boolean: .boolean
    case .null: .null
    default: .number
    }
  }

  /// Checks that at least one value satisfies all guides.
  func check(
    _ guides: [GuideValue], for kind: SchemaKind, at schema: SchemaID
  ) throws(SchemaImportError) {
    if guides.isEmpty || guides.count == 1 && guides[0].constraint.isOneSided { return }
    do {
      _ = try GuideConstraints(merging: guides, for: kind)
    } catch {
      switch error {
      case .contradiction(let problem, _): throw noValue(schema, problem)
      case .invalid(let problem, let remedy):
        throw source.fault(.invalidKeyword, schema.node, problem, remedy)
      case .misfit, .noElements, .emptyChoices: throw noValue(schema)
      }
    }
  }
}

extension GuideValue.Constraint {
  /// `true` if the constraint is a single bound or a format, which alone contradicts nothing.
  fileprivate var isOneSided: Bool {
    switch self {
    case .bounds(let minimum, let maximum), .exclusiveBounds(let minimum, let maximum):
      minimum == nil || maximum == nil
    case .count(_, let minimum, let maximum): minimum == nil || maximum == nil
    case .term(let term): term.format != nil
    default: false
    }
  }
}

extension SchemaObject {
  /// The lists of values that `enum` and `const` state.
  var choices: [(member: Member, values: Range<ValueID>)] {
    guard self[.enum] != nil || self[.const] != nil else { return [] }
    return [Keyword.enum, .const].compactMap { keyword in
      guard let member = self[keyword], case .values(let values) = member.value else { return nil }
      return (member, values)
    }
  }
}
