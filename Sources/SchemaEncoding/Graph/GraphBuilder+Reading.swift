import SchemaModel

/// Reading schemas, each once.
extension GraphBuilder {
  /// The record of what a reference leads to.
  mutating func number(
    of reference: GenerationSchema.Reference, in whole: Int32, from node: Int
  ) throws(SchemaError) -> Int {
    switch reference {
    case .type(let type):
      guard let number = types.number(of: type) else {
        let (number, claimed) = enter(ask(type), source: type)
        // What a type gives as another's schema has to be what that other says of itself.
        if let claimed, !declarations[number].isSame(as: claimed) {
          throw foreignSchema(type, describing: declarations[number].name, from: node)
        }
        return number
      }
      if records[number].isForeign { try checkForeign(number, type, from: node) }
      return number
    case .array(let element): return number(ofArraysOf: element)
    case .entry(let index):
      let place = Int(whole)
      guard place >= 0, wholes[place].records.indices.contains(index) else {
        throw undefinedReference(from: node)
      }
      let known = wholes[place].records[index]
      if known >= 0 { return Int(known) }
      let number = add(wholes[place].table.entries[index].declaration, whole: whole)
      wholes[place].records[index] = Int32(truncatingIfNeeded: number)
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
    _ schema: GenerationSchema, source type: (any Generable.Type)?
  ) -> (number: Int, claimed: GenerationSchema.Declaration?) {
    let declaration = schema.declaration
    if declaration.elementOfArrayType != nil {
      // What the type of arrays says of itself, whoever gives it.
      let number = add(declaration)
      if let source: any Any.Type = type ?? declaration.describedType {
        types.insert(source, number: number)
      }
      return (number, nil)
    }
    if let table = declaration.table {
      // Made from dynamic schemas: its identity is the first of its table.
      let whole = self.whole(of: table)
      let number = add(declaration, whole: Int32(truncatingIfNeeded: whole))
      if !table.entries.isEmpty {
        wholes[whole].records[0] = Int32(truncatingIfNeeded: number)
      }
      if let type { types.insert(type, number: number) }
      return (number, nil)
    }
    guard let subject = declaration.describedType else {
      return (add(declaration), nil)
    }
    let isForeign = type.map { ObjectIdentifier($0) } != ObjectIdentifier(subject)
    if isForeign, let type, let known = types.number(of: subject) {
      types.insert(type, number: known)
      return (known, declaration)
    }
    let number = add(declaration, of: isForeign ? nil : type)
    types.insert(subject, number: number)
    if isForeign, let type { types.insert(type, number: number) }
    // Nobody has asked the type itself yet.
    records[number].isForeign = isForeign
    return (number, nil)
  }

  /// The record of the arrays of a type, whose schema is known without asking.
  private mutating func number(ofArraysOf element: any Generable.Type) -> Int {
    if let number = types.number(ofArraysOf: element) { return number }
    let number = add(GenerationSchema(arrayOf: element).declaration)
    types.insert(arraysOf: element, number: number)
    return number
  }

  /// The number of a whole; as a rule there is one, or none.
  private mutating func whole(of table: DynamicSchemaTable) -> Int {
    for index in wholes.indices.reversed() where wholes[index].table === table { return index }
    wholes.append((table, [Int32](repeating: -1, count: table.entries.count)))
    return wholes.count - 1
  }

  private mutating func add(
    _ declaration: GenerationSchema.Declaration, of type: (any Generable.Type)? = nil,
    whole: Int32 = -1
  ) -> Int {
    records.append(
      Record(
        isTitled: declaration.isTitled, plainKind: declaration.plainKind, whole: whole))
    declarations.append(declaration, of: type)
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
