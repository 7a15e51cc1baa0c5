import SchemaDocuments

/// The known facts about the values of an alternative, or of the schemas next to its union.
struct Traits {
  var types = ValueTypes.all
  /// The values, if they are listed.
  var values: ScalarList?
  var required: Set<ExactText> = []
  /// The names of the properties, in the order in which schemas are read, and their schemas.
  private(set) var names: [ExactText] = []
  private(set) var members: [ExactText: [SchemaID]] = [:]
  /// The listed values of the properties that an object always has.
  var properties: [ExactText: ScalarList] = [:]

  /// Adds a schema of a property.
  mutating func add(_ schema: SchemaID, to name: ExactText) {
    if members[name] == nil { names.append(name) }
    members[name, default: []].append(schema)
  }
}

extension Translator {
  /// The traits of the schemas next to a union, and of the limits of its place.
  func traits(
    of parts: [SchemaObject], _ limits: [Place.Limit]
  ) throws(SchemaImportError) -> Traits {
    var traits = traits(of: parts)
    for limit in limits {
      switch limit {
      case .values(let values):
        let lists = [traits.values, ScalarList(values: values, nodes: nil)].compactMap(\.self)
        traits.values = source.intersection(of: lists)
      case .property(let name, let values, let isRequired):
        traits.types.formIntersection(.object)
        if isRequired { traits.required.insert(name) }
        traits.properties[name] = ScalarList(values: values, nodes: nil)
      case .presence(let presence):
        traits.types.formIntersection(.object)
        traits.required.formUnion(presence.present)
      case .equal(let value):
        traits.types.formIntersection(ValueTypes(document.content(value)))
      }
    }
    for name in traits.names where traits.required.contains(name) {
      let listed = try values(of: traits.members[name] ?? [])
      let lists = [traits.properties[name], listed].compactMap(\.self)
      traits.properties[name] = source.intersection(of: lists)
    }
    return traits
  }

  /// The traits of a schema, including the schemas that it refers to.
  func traits(of schema: SchemaID) throws(SchemaImportError) -> Traits {
    traits(of: try conjunction(of: Place(schema)).parts)
  }

  /// The traits of schemas that apply to one value.
  func traits(of parts: [SchemaObject]) -> Traits {
    var traits = Traits()
    for part in parts {
      if let types = types(of: part) { traits.types.formIntersection(ValueTypes(types)) }
      if traits.values == nil { traits.values = values(of: part) }
      let required = Set(part.names(.required).map(ExactText.init))
      traits.required = traits.required.isEmpty ? required : traits.required.union(required)
      for member in part.schemas(.properties) {
        traits.add(member, to: ExactText(document.name(of: member.node)))
      }
    }
    return traits
  }

  /// Combines the traits of an alternative with the traits of the schemas next to its union.
  ///
  /// The result has only the properties that the alternative constrains.
  func combine(
    _ own: Traits, with base: Traits
  ) throws(SchemaImportError) -> Traits {
    var traits = own
    traits.types.formIntersection(base.types)
    traits.values = source.intersection(of: [base.values, own.values].compactMap(\.self))
    if let values = traits.values?.values {
      traits.types.formIntersection(ValueTypes(values.map { ValueTypes($0) }))
    }
    guard traits.types.contains(.object) else { return traits }
    for name in own.names where own.required.contains(name) || base.required.contains(name) {
      let members = (base.members[name] ?? []) + (own.members[name] ?? [])
      traits.properties[name] = try values(of: members)
    }
    for name in own.required.sorted() where own.members[name] == nil {
      guard let members = base.members[name] else { continue }
      traits.properties[name] = try values(of: members)
    }
    return traits
  }

  // MARK: Values

  /// The values that schemas of one value list together; `nil` if they list none.
  func values(of schemas: [SchemaID]) throws(SchemaImportError) -> ScalarList? {
    var lists: [ScalarList] = []
    for schema in schemas {
      if let list = try listedValues(of: schema) { lists.append(list) }
    }
    return source.intersection(of: lists)
  }

  /// The values that a schema lists itself; `nil` if it lists none, or lists arrays or objects.
  private func values(of schema: SchemaObject) -> ScalarList? {
    schema.choices.first.flatMap { source.list($0.values) }
  }

  /// The values that a schema lists, or that the target of its references lists.
  func listedValues(of start: SchemaID) throws(SchemaImportError) -> ScalarList? {
    var id = start
    for _ in 0..<16 {
      let schema = try source.schema(id)
      if let values = values(of: schema) { return values }
      guard let next = try combined(by: schema).first else { return nil }
      id = next
    }
    return nil
  }
}
