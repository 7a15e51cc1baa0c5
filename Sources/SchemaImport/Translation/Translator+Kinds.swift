import SchemaContent
import SchemaDocuments
import SchemaEncoding
import SchemaGuides
import SchemaText

extension Translator {
  /// The types that the schemas of a place accept together.
  private struct Types {
    var accepted = ValueTypes.all
    /// As the first `type` lists them; `nil` if there is no `type`.
    var listed: [ValueTypes]?

    mutating func narrow(to types: [ValueTypes]) {
      accepted.formIntersection(ValueTypes(types))
      listed = listed ?? types
    }

    /// The accepted ones in order, numbers together.
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

  /// What a place without unions says: one kind of value, or a union of several.
  mutating func kinds(
    of conjunction: Conjunction, _ place: Place, at node: Int
  ) throws(SchemaImportError) -> Content {
    var types = Types()
    for part in conjunction.parts {
      guard let type = part[.type] else { continue }
      var listed = try reader.types(type)
      if part[.nullable] != nil, try isNullable(part) { listed.append(.null) }
      types.narrow(to: listed)
    }
    for case .property in place.limits { types.accepted.formIntersection(.object) }
    var lists = try lists(of: conjunction, &types)
    for case .values(let values) in place.limits { lists.append(values) }
    if !lists.isEmpty { return try choices(lists, conjunction, types, at: node) }

    let isTyped = types.listed != nil
    if !isTyped {
      let constrained = conjunction.parts.reduce(into: ValueTypes()) {
        $0.formUnion($1.constrainedTypes)
      }
      if constrained.isEmpty, types.accepted == .all { return (.any, []) }
      if !constrained.isEmpty {
        types.accepted.formIntersection(constrained)
        noteInferredType(types.accepted, conjunction, at: node)
      }
    }
    noteWithoutEffect(conjunction, types.accepted)
    let kinds = types.kinds
    guard let first = kinds.first else {
      throw noValue(node, "No value has all types that are required here.")
    }
    if kinds.count == 1 { return try content(first, of: conjunction, place, at: node) }
    var alternatives: [GenerationSchema.Reference] = []
    var fault: SchemaImportError?
    for kind in kinds {
      do throws(SchemaImportError) {
        let content = try content(kind, of: conjunction, place, at: node)
        alternatives.append(kind == .null ? constant(.null) : append(content, at: node))
      } catch {
        guard error.rule == .unsatisfiable else { throw error }
        fault = error
      }
    }
    if let fault {
      guard !alternatives.isEmpty else { throw fault }
      reader.log.add(
        .neverValid, at: fault.node ?? node, "type",
        "One of the types is left out, because no value of it is valid: \(fault.problem)",
        remedy: fault.recoverySuggestion ?? "Relax a constraint.")
    }
    return (.anyOf(alternatives), [])
  }

  private mutating func content(
    _ type: ValueTypes, of conjunction: Conjunction, _ place: Place, at node: Int
  ) throws(SchemaImportError) -> Content {
    switch type {
    case .null: return (.null, [])
    case .boolean: return (.boolean, [])
    case .object: return try object(conjunction, place, at: node)
    case .array: return try array(conjunction, at: node)
    case .string:
      return (.string, try checked(strings(of: conjunction), for: .string, at: node))
    case .integer:
      return (.integer, try checked(numbers(of: conjunction), for: .integer, at: node))
    default: return (.number, try checked(numbers(of: conjunction), for: .number, at: node))
    }
  }

  // MARK: Notes

  private mutating func noteInferredType(
    _ types: ValueTypes, _ conjunction: Conjunction, at node: Int
  ) {
    let part = conjunction.parts.first { !$0.constrainedTypes.isEmpty }
    let names = types.kinds.map(\.phrase).joined(separator: " or ")
    reader.log.add(
      .inferredType, at: part?.node ?? node, "type",
      "There is no 'type', so the schema is read as that of \(names).", remedy: "Add 'type'.")
  }

  private mutating func noteWithoutEffect(_ conjunction: Conjunction, _ types: ValueTypes) {
    for part in conjunction.parts {
      for (keyword, node) in part.members {
        guard case .constraint(let constrained) = keyword.role,
          constrained.isDisjoint(with: types)
        else { continue }
        let name = keyword.rawValue
        reader.log.count(
          .noEffect, at: node, name,
          "'\(name)' does not apply to \(types.kinds.map(\.phrase).joined(separator: " or ")).")
      }
    }
  }

  // MARK: Scalars

  /// The constraints of the parts on strings.
  private mutating func strings(
    of conjunction: Conjunction
  ) throws(SchemaImportError) -> [GuideValue] {
    var guides: [GuideValue] = []
    for part in conjunction.parts {
      if let node = part[.pattern] {
        let source = try reader.text(node, .pattern)
        if let pattern = reader.pattern(source, node, .pattern) {
          guides.append(GuideValue(.pattern(pattern)))
        }
      }
      if let node = part[.format] {
        guides.append(GuideValue(.format(try reader.text(node, .format))))
      }
      if let length = try range(.minLength, .maxLength, of: part) {
        guides.append(GuideValue(.length(minimum: length.minimum, maximum: length.maximum)))
      }
    }
    return guides
  }

  /// The counts that two keywords state.
  func range(
    _ lower: Keyword, _ upper: Keyword, of part: Subschema
  ) throws(SchemaImportError) -> (minimum: Int?, maximum: Int?)? {
    guard part[lower] != nil || part[upper] != nil else { return nil }
    let minimum = try part[lower].map { node throws(SchemaImportError) in
      try reader.count(node, lower)
    }
    let maximum = try part[upper].map { node throws(SchemaImportError) in
      try reader.count(node, upper)
    }
    return (minimum, maximum)
  }

  /// The constraints of the parts on numbers.
  private mutating func numbers(
    of conjunction: Conjunction
  ) throws(SchemaImportError) -> [GuideValue] {
    var guides: [GuideValue] = []
    for part in conjunction.parts {
      let lower = try bound(.minimum, .exclusiveMinimum, of: part)
      let upper = try bound(.maximum, .exclusiveMaximum, of: part)
      if lower.inclusive != nil || upper.inclusive != nil {
        guides.append(
          GuideValue(.bounds(minimum: lower.inclusive, maximum: upper.inclusive)))
      }
      if lower.exclusive != nil || upper.exclusive != nil {
        guides.append(
          GuideValue(.exclusiveBounds(minimum: lower.exclusive, maximum: upper.exclusive)))
      }
      guard let node = part[.multipleOf] else { continue }
      let multiple = try reader.number(node, .multipleOf)
      guard multiple > SchemaNumber(0) else {
        throw reader.fault(
          .invalidKeyword, node, "'multipleOf' has to be above 0, and is \(multiple).",
          "Correct the value, or remove the keyword.")
      }
      guides.append(GuideValue(.multiple(of: multiple)))
    }
    return guides
  }

  /// A bound; draft 4 states by a boolean that it is exclusive.
  private func bound(
    _ inclusive: Keyword, _ exclusive: Keyword, of part: Subschema
  ) throws(SchemaImportError) -> (inclusive: SchemaNumber?, exclusive: SchemaNumber?) {
    let number = try part[inclusive].map { node throws(SchemaImportError) in
      try reader.number(node, inclusive)
    }
    guard let node = part[exclusive] else { return (number, nil) }
    if let isExclusive = document.boolean(node) {
      return isExclusive ? (nil, number) : (number, nil)
    }
    return (number, try reader.number(node, exclusive))
  }

  // MARK: Choices

  /// The lists of values that have to contain the value, of scalars only.
  private mutating func lists(
    of conjunction: Conjunction, _ types: inout Types
  ) throws(SchemaImportError) -> [[SchemaScalar]] {
    var lists: [[SchemaScalar]] = []
    for part in conjunction.parts {
      for (node, keyword, values) in try reader.choices(of: part) {
        let scalars = values.compactMap { reader.scalar($0) }
        guard scalars.count < values.count else {
          lists.append(scalars)
          continue
        }
        reader.log.add(
          .choices, at: node, keyword.rawValue,
          "Objects and arrays cannot be listed, so only the types of the values are stated.",
          remedy: "Describe them with 'properties' or 'items'.")
        for value in values where reader.scalar(value) == nil {
          types.accepted.formIntersection(
            values.reduce(into: []) { $0.formUnion(ValueTypes(document.content($1))) })
          break
        }
      }
    }
    return lists
  }

  /// A list of values, under all constraints of the parts.
  private mutating func choices(
    _ lists: [[SchemaScalar]], _ conjunction: Conjunction, _ types: Types, at node: Int
  ) throws(SchemaImportError) -> Content {
    var merged = GuideConstraints()
    for list in lists { merged.formIntersection(.scalars(list)) }
    let strings = try strings(of: conjunction)
    for guide in strings { merged.formIntersection(guide.constraint) }
    for guide in try numbers(of: conjunction) { merged.formIntersection(guide.constraint) }
    let values = (merged.choices ?? []).filter { types.accepted.contains(ValueTypes($0)) }
    guard !values.isEmpty else {
      throw noValue(node, "No value of the list satisfies the other keywords.")
    }
    func content(_ values: [SchemaScalar], _ kind: GenerationSchema.Kind) -> Content {
      let texts = values.compactMap(\.string)
      var guides = [GuideValue(texts.count == values.count ? .choices(texts) : .scalars(values))]
      if kind == .string {
        guides += strings.filter { guide in
          switch guide.constraint {
          case .format: true
          // Those that could not be run have not been applied.
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
            ? constant(.null) : append(content(values, Self.kind(of: type)), at: node)
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

  /// Guides that some value satisfies.
  func checked(
    _ guides: [GuideValue], for kind: SchemaKind, at node: Int
  ) throws(SchemaImportError) -> [GuideValue] {
    if guides.isEmpty { return guides }
    do {
      _ = try GuideConstraints(merging: guides, for: kind)
      return guides
    } catch {
      switch error {
      case .contradiction(let problem): throw noValue(node, problem)
      case .invalid(let problem, let remedy):
        throw reader.fault(.invalidKeyword, node, problem, remedy)
      case .misfit, .noElements, .emptyChoices: throw noValue(node)
      }
    }
  }
}
