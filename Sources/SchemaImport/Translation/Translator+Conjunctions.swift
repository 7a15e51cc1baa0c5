import SchemaContent
import SchemaDocuments
import SchemaEncoding
import SchemaText

extension Translator {
  /// The kind of value, with the schemas inside it, and the constraints on it.
  typealias Content = (kind: GenerationSchema.Kind, guides: [GuideValue])

  /// What the schemas of a place say together.
  mutating func content(of place: Place, at node: Int) throws(SchemaImportError) -> Content {
    let nullable = try nullable(place)
    if nullable == nil, let target = try aliasTarget(of: place) {
      return (.alias(of: target), [])
    }
    var conjunction = try conjunction(of: place)
    if let excluding = conjunction.excluding { throw noValue(excluding) }
    if let nullable, try !isUnion(nullable) {
      let other = Place([Place.Conjunct(nullable, .withoutNull)])
      return (.anyOf([reference(to: other, at: nullable), constant(.null)]), [])
    }
    if let union = conjunction.unions.first {
      conjunction.unions.removeFirst()
      if let content = try distribute(conjunction, over: union, place, nullable != nil) {
        noteUnstated(conjunction)
        return content
      }
    } else if let content = try cases(of: &conjunction, place, at: node) {
      noteUnstated(conjunction)
      return content
    }
    noteUnstated(conjunction)
    return try kinds(of: conjunction, place, at: node)
  }

  /// An error at a schema that no value satisfies.
  func noValue(_ node: Int, _ problem: String? = nil) -> SchemaImportError {
    let isFalse = document.boolean(node) == false
    return reader.fault(
      .unsatisfiable, node,
      problem ?? (isFalse ? "No value satisfies 'false'." : "No value satisfies the schema."),
      "Relax a constraint, or remove the schema.")
  }

  /// Notes unions and conditions besides the one that the place is a union by.
  private mutating func noteUnstated(_ conjunction: Conjunction) {
    for union in conjunction.unions {
      reader.log.add(
        .combination, at: union.node, union.keyword.rawValue,
        "'\(union.keyword.rawValue)' applies beside another union, or to too much to repeat it for "
          + "each alternative; it is checked by the validator, not stated to the model.",
        remedy: "Combine the alternatives in the document.")
    }
    for schema in conjunction.conditions {
      guard let condition = schema[.if] else { continue }
      reader.log.add(
        .condition, at: condition, "if",
        "'if' is checked by the validator, not stated to the model.",
        remedy: "Validate answers against the document.")
    }
  }

  // MARK: References

  /// The schema of a place that accepts null by `nullable`, besides what its other keywords accept.
  private mutating func nullable(_ place: Place) throws(SchemaImportError) -> Int? {
    guard place.limits.isEmpty, place.conjuncts.count == 1, let only = place.conjuncts.first,
      only.form == .whole
    else { return nil }
    let schema = try reader.schema(only.node)
    guard try isNullable(schema), schema[.type] == nil || schema[.enum] != nil else { return nil }
    let lists = try reader.choices(of: schema)
    guard !lists.contains(where: { $0.values.contains { reader.scalar($0) == .null } }),
      schema.constrains || schema.combines
    else { return nil }
    return only.node
  }

  /// Whether a schema is a union itself, to which null is added as one more alternative.
  private mutating func isUnion(_ node: Int) throws(SchemaImportError) -> Bool {
    let schema = try reader.schema(node)
    return schema[.anyOf] != nil || schema[.oneOf] != nil
  }

  /// Whether `nullable` of OpenAPI 3.0 makes a schema accept null.
  mutating func isNullable(_ schema: Subschema) throws(SchemaImportError) -> Bool {
    guard let member = schema[.nullable], try reader.boolean(member, .nullable) else {
      return false
    }
    reader.log.count(
      .nullable, at: member, "nullable", "'nullable' is read as in OpenAPI: null is accepted too.")
    return true
  }

  /// The schemas that a schema refers to by `$ref` and its kin.
  mutating func targets(of schema: Subschema) throws(SchemaImportError) -> [Int] {
    var targets: [Int] = []
    for (keyword, node) in schema.members {
      switch keyword {
      case .reference, .recursiveReference, .dynamicReference:
        if let target = try reader.target(of: keyword, node, in: schema) { targets.append(target) }
      default: break
      }
    }
    return targets
  }

  /// The schema that a place stands for, if it is a reference, or an `allOf` of one schema.
  private mutating func aliasTarget(
    of place: Place
  ) throws(SchemaImportError) -> GenerationSchema.Reference? {
    guard place.limits.isEmpty, place.conjuncts.count == 1, let only = place.conjuncts.first,
      only.form != .own
    else { return nil }
    let schema = try reader.schema(only.node)
    guard schema.combines, !schema.allowsNothing, schema[.anyOf] == nil, schema[.oneOf] == nil,
      schema[.if] == nil
    else { return nil }
    let targets = try targets(of: schema)
    let parts = try schema[.allOf].map { node throws(SchemaImportError) in
      try reader.schemas(node, .allOf)
    }
    guard targets.count + (parts?.count ?? 0) == 1, let target = targets.first ?? parts?.first,
      try isImplied(schema, by: target)
    else { return nil }
    if !targets.isEmpty { definitions.insert(target) }
    return reference(to: target)
  }

  /// Whether the keywords of a schema exclude nothing that another accepts.
  mutating func isImplied(
    _ schema: Subschema, by other: Int
  ) throws(SchemaImportError) -> Bool {
    guard schema.constrains else { return true }
    for (keyword, _) in schema.members where keyword != .type {
      if case .constraint = keyword.role { return false }
    }
    guard let type = schema[.type] else { return true }
    var types = ValueTypes(try reader.types(type))
    if schema[.nullable] != nil, try isNullable(schema) { types.formUnion(.null) }
    return types.isSuperset(of: try possibleTypes(of: other))
  }

  /// The types that the values of a schema may have, found by following references a short way.
  private mutating func possibleTypes(of start: Int) throws(SchemaImportError) -> ValueTypes {
    var node = start
    for _ in 0..<16 {
      let schema = try reader.schema(node)
      if let type = schema[.type] {
        let types = ValueTypes(try reader.types(type))
        return try isNullable(schema) ? types.union(.null) : types
      }
      if schema[.nullable] != nil { break }
      if let choices = try reader.choices(of: schema).first {
        return choices.values.reduce(into: []) { $0.formUnion(ValueTypes(document.content($1))) }
      }
      let parts = try schema[.allOf].map { node throws(SchemaImportError) in
        try reader.schemas(node, .allOf)
      }
      guard let next = try targets(of: schema).first ?? parts?.first else { break }
      node = next
    }
    return .all
  }

  // MARK: Conjunctions

  /// Takes the schemas of a place apart: follows references and `allOf`, each once.
  mutating func conjunction(of place: Place) throws(SchemaImportError) -> Conjunction {
    enum Step {
      case visit(Place.Conjunct)
      case own(Subschema)
    }
    var result = Conjunction()
    // Most schemas stand alone.
    if place.conjuncts.count == 1, let only = place.conjuncts.first {
      let schema = try reader.schema(only.node)
      if !schema.combines {
        if schema.allowsNothing { result.excluding = schema.node }
        if schema.constrains { result.parts = [schema] }
        return result
      }
    }
    var visited: Set<Int> = []
    var owned: Set<Int> = []
    var pending: [Step] = place.conjuncts.reversed().map { .visit($0) }
    while let step = pending.popLast() {
      switch step {
      case .own(let schema):
        guard schema.constrains, owned.insert(schema.node).inserted else { continue }
        result.parts.append(schema)
        result.size += 1 + (schema[.properties].map { document.children(of: $0).count } ?? 0)
      case .visit(let conjunct):
        let schema = try reader.schema(conjunct.node)
        if schema.allowsNothing { result.excluding = result.excluding ?? schema.node }
        guard conjunct.form != .own else {
          pending.append(.own(schema))
          continue
        }
        guard visited.insert(conjunct.node).inserted else { continue }
        for keyword in [Keyword.anyOf, .oneOf] {
          if let node = schema[keyword] { result.unions.append((keyword, node)) }
        }
        if schema[.if] != nil, schema[.then] != nil || schema[.else] != nil {
          result.conditions.append(schema)
        }
        // What is written first comes first, so that properties keep their order.
        var steps = try targets(of: schema).map { Step.visit(Place.Conjunct($0)) }
        if let parts = schema[.allOf] {
          steps += try reader.schemas(parts, .allOf).map { .visit(Place.Conjunct($0)) }
        }
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
