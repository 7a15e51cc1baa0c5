import SchemaModel

/// Reading schemas, each once.
extension GraphBuilder {
  /// The record of what a reference leads to.
  mutating func number(
    of reference: GenerationSchema.Reference, in table: DynamicSchemaTable?, from node: Int
  ) throws(SchemaError) -> Int {
    switch reference {
    case .type(let type):
      let identity = ObjectIdentifier(type)
      guard let number = types.number(of: identity) else {
        let (number, claimed) = enter(ask(type), source: type)
        // What a type gives as another's schema has to be what that other says of itself.
        if let claimed, !declarations[number].isSame(as: claimed) {
          throw foreignSchema(type, describing: declarations[number].name, from: node)
        }
        return number
      }
      if records[number].isForeign { try checkForeign(number, type, from: node) }
      return number
    case .entry(let index):
      guard let table, table.entries.indices.contains(index) else {
        throw undefinedReference(from: node)
      }
      let whole = self.whole(of: table)
      let known = wholes[whole].records[index]
      if known >= 0 { return Int(known) }
      let number = add(table.entries[index].declaration, table: table)
      wholes[whole].records[index] = Int32(truncatingIfNeeded: number)
      return number
    }
  }

  /// Asks a type for its schema, or takes the answer that it gave before.
  mutating func ask(_ type: any Generable.Type) -> GenerationSchema {
    var schema: GenerationSchema?
    if !answers.isEmpty, let answer = answers.first(where: { $0.type == type }) {
      schema = GenerationSchema(answer.declaration)
    }
    let answer = schema ?? type.generationSchema
    if keepsSources {
      sources.append(GraphCache.Source(type: type, declaration: answer.declaration))
    }
    return answer
  }

  /// Enters a schema under its own identity, and under that of the type that was asked for it.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - type: The type that was asked for it, if one was.
  /// - Returns: The number of the record; and the schema, if the type that it describes had been
  ///   read before, so that the two have to be compared.
  mutating func enter(
    _ schema: GenerationSchema, source type: (any Any.Type)?
  ) -> (number: Int, claimed: GenerationSchema.Declaration?) {
    let declaration = schema.declaration
    let source = type.map { ObjectIdentifier($0) }
    if let table = declaration.table {
      // Made from dynamic schemas: its identity is the first of its table.
      let number = add(declaration, table: table)
      let whole = self.whole(of: table)
      if !table.entries.isEmpty {
        wholes[whole].records[0] = Int32(truncatingIfNeeded: number)
      }
      if let source { types.insert(source, number: number) }
      return (number, nil)
    }
    guard let described = declaration.describedType(asked: type) else {
      return (add(declaration, table: nil), nil)
    }
    let subject = ObjectIdentifier(described)
    if let source, source != subject, let known = types.number(of: subject) {
      types.insert(source, number: known)
      return (known, declaration)
    }
    let number = add(declaration, table: nil)
    types.insert(subject, number: number)
    if let source, source != subject { types.insert(source, number: number) }
    // Nobody has asked the type itself yet.
    records[number].isForeign = source != subject
    return (number, nil)
  }

  /// The number of a whole; as a rule there is one, or none.
  private mutating func whole(of table: DynamicSchemaTable) -> Int {
    for index in wholes.indices.reversed() where wholes[index].table === table { return index }
    wholes.append((table, [Int32](repeating: -1, count: table.entries.count)))
    return wholes.count - 1
  }

  private mutating func add(
    _ declaration: GenerationSchema.Declaration, table: DynamicSchemaTable?
  ) -> Int {
    records.append(
      Record(isTitled: declaration.isTitled, plainKind: declaration.plainKind))
    declarations.append(declaration)
    tables.append(table)
    return records.count - 1
  }

  /// Checks a schema that another type gave, now that the type it describes is met itself.
  private mutating func checkForeign(
    _ number: Int, _ type: any Generable.Type, from node: Int
  ) throws(SchemaError) {
    guard let described = declarations[number].describedType,
      ObjectIdentifier(described) == ObjectIdentifier(type)
    else { return }
    records[number].isForeign = false
    guard declarations[number].isSame(as: ask(type).declaration) else {
      throw foreignSchema(nil, describing: declarations[number].name, from: node)
    }
  }
}

extension GenerationSchema.Declaration {
  /// The kind of node, if this is the schema of a plain value that nothing more is said of.
  fileprivate var plainKind: NodeKind? {
    guard guides.isEmpty, summary == nil, !isTitled else { return nil }
    switch kind {
    case .string: return .string
    case .integer: return .integer
    case .number: return .number
    case .boolean: return .boolean
    case .null: return .null
    case .any: return .any
    case .never, .array, .tuple, .object, .anyOf, .alias: return nil
    }
  }
}
