import SchemaAlternatives
import SchemaDocuments
import SchemaGuides

/// The facts that the schemas of a document state about a value, as far as they tell alternatives
/// apart.
extension Translator {
  /// The facts of the schemas next to a union, and of the limits of its place.
  ///
  /// Only the values of required properties are known.
  func facts(
    of parts: [SchemaObject], _ limits: [Place.Limit]
  ) throws(SchemaImportError) -> DocumentFacts {
    var all = facts(of: parts)
    var listed: [ExactText: [SchemaScalar]] = [:]
    for limit in limits {
      switch limit {
      case .values(let values):
        let lists = [all.list, ScalarList(values: values, nodes: nil)].compactMap(\.self)
        all.limit(to: source.intersection(of: lists))
      case .property(let name, let values, let isRequired):
        all.facts.types.formIntersection(.object)
        if isRequired { all.facts.required.insert(name) }
        listed[name] = values
      case .presence(let presence):
        all.facts.types.formIntersection(.object)
        all.facts.required.formUnion(presence.present)
      case .equal(let value):
        all.facts.types.formIntersection(ValueTypes(document.content(value)))
      case .unevaluated: continue
      }
    }
    for name in all.names where all.facts.required.contains(name) {
      all.facts.set(try facts(of: all.members[name] ?? [], among: listed[name]), of: name)
    }
    for case .property(let name, _, _) in limits where all.facts.members[name] == nil {
      all.facts.set(try facts(of: all.members[name] ?? [], among: listed[name]), of: name)
    }
    return all
  }

  /// The facts of an alternative, including the schemas that it refers to.
  func facts(of conjunction: Conjunction) throws(SchemaImportError) -> DocumentFacts {
    var all = facts(of: conjunction.parts)
    if conjunction.isNullable { all.addNull() }
    for name in all.names { all.facts.set(try facts(of: all.members[name] ?? []), of: name) }
    return all
  }

  /// The facts of schemas that apply to one value, without those of its properties.
  func facts(of parts: [SchemaObject]) -> DocumentFacts {
    var all = DocumentFacts()
    for part in parts {
      add(part, to: &all.facts)
      if all.list == nil { all.limit(to: values(of: part)) }
      all.facts.required.formUnion(part.names(.required).map(ExactText.init))
      var names: Set<ExactText> = []
      for member in part.schemas(.properties) {
        let name = ExactText(document.name(of: member.node))
        all.add(member, to: name)
        if document.boolean(member.node) == false {
          all.facts.forbidden.insert(name)
        } else {
          names.insert(name)
        }
      }
      guard let rest = part.schema(.additionalProperties), document.boolean(rest.node) == false,
        part.schemas(.patternProperties).isEmpty
      else { continue }
      all.facts.allowed = all.facts.allowed?.intersection(names) ?? names
    }
    return all
  }

  /// Combines the facts of an alternative with those of the schemas next to its union.
  func combine(
    _ own: DocumentFacts, with base: DocumentFacts
  ) throws(SchemaImportError) -> ValueFacts {
    var facts = own.facts
    facts.narrow(to: base.facts)
    if let list = source.intersection(of: [base.list, own.list].compactMap(\.self)) {
      facts.limit(to: list.values)
    }
    guard facts.types.contains(.object) else { return facts }
    for name in own.names {
      if base.facts.required.contains(name) { facts.required.insert(name) }
      guard let others = base.members[name] else { continue }
      facts.set(try self.facts(of: others + (own.members[name] ?? [])), of: name)
    }
    for name in own.facts.required.sorted() where own.members[name] == nil {
      guard let others = base.members[name] else { continue }
      facts.set(try self.facts(of: others), of: name)
    }
    return facts
  }

  // MARK: Values

  /// The facts of schemas of one value, and of the schemas that they refer to.
  ///
  /// `values` is a list of the values besides those of the schemas.
  func facts(
    of schemas: [SchemaID], among values: [SchemaScalar]? = nil
  ) throws(SchemaImportError) -> ValueFacts {
    var facts = ValueFacts()
    var lists: [ScalarList] = []
    if let values { lists.append(ScalarList(values: values, nodes: nil)) }
    for start in schemas {
      var next: SchemaID? = start
      // Longer chains of references are not followed.
      for _ in 0..<16 {
        guard let id = next else { break }
        let schema = try source.schema(id)
        // Null is an alternative to what the schema combines.
        if schema.combines, addsNull(schema) { break }
        add(schema, to: &facts)
        let list = self.values(of: schema)
        if let list { lists.append(list) }
        next = list == nil ? try combined(by: schema).first : nil
      }
    }
    if let list = source.intersection(of: lists) { facts.limit(to: list.values) }
    return facts
  }

  /// The values that a schema lists itself; `nil` if it lists none, or lists arrays or objects.
  private func values(of schema: SchemaObject) -> ScalarList? {
    guard let list = schema.choices.first.flatMap({ source.list($0.values) }) else { return nil }
    guard isNullable(schema), !list.values.contains(.null) else { return list }
    return ScalarList(values: list.values + [.null], nodes: nil)
  }

  /// Adds the types and ranges of a schema.
  private func add(_ schema: SchemaObject, to facts: inout ValueFacts) {
    var own = ValueFacts()
    if let types = types(of: schema) { own.types = ValueTypes(types) }
    let (minimum, above) = schema.bound(.minimum, .exclusiveMinimum)
    let (maximum, below) = schema.bound(.maximum, .exclusiveMaximum)
    own.numbers = NumberRange(
      from: above.map { NumberRange.Bound($0, isExclusive: true) },
      to: below.map { NumberRange.Bound($0, isExclusive: true) },
      isIntegral: !own.types.contains(.number)
    ).intersection(
      NumberRange(
        from: minimum.map { NumberRange.Bound($0, isExclusive: false) },
        to: maximum.map { NumberRange.Bound($0, isExclusive: false) },
        isIntegral: !own.types.contains(.number)))
    own.lengths = CountRange(from: schema.count(.minLength), to: schema.count(.maxLength))
    own.elements = CountRange(from: schema.count(.minItems), to: schema.count(.maxItems))
    own.properties = CountRange(
      from: schema.count(.minProperties), to: schema.count(.maxProperties))
    facts.narrow(to: own)
  }
}
