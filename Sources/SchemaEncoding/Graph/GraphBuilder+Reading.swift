import SchemaModel

/// Reading schemas, each once.
extension GraphBuilder {
  /// The record of the target of a reference.
  mutating func record(
    of reference: GenerationSchema.Reference, in table: Int, from node: Int
  ) throws(SchemaError) -> Int {
    switch reference {
    case .type(let type): return try record(of: type, from: node)
    case .entry(let index):
      guard dynamicTables.indices.contains(table),
        dynamicTables[table].records.indices.contains(index)
      else { throw undefinedReference(from: node) }
      if let known = dynamicTables[table].records[index] { return known }
      let declaration = dynamicTables[table].table.entries[index].declaration
      let record = try add(declaration, table: table, from: node)
      dynamicTables[table].records[index] = record
      return record
    }
  }

  /// The record of a type, whose schema is read at its first occurrence.
  mutating func record(of type: any Generable.Type, from node: Int) throws(SchemaError) -> Int {
    if let known = types[ObjectIdentifier(type)] { return known }
    let declaration = type.generationSchema.declaration
    if let record = givenRecord(of: type, declaration) { return record }
    guard declaration.table == nil, case .type(let subject) = declaration.subject,
      ObjectIdentifier(subject) != ObjectIdentifier(type)
    else {
      let record = try enter(declaration, from: node)
      // A schema of the type itself has been noted under it.
      if case .type = declaration.subject, declaration.table == nil { return record }
      types[ObjectIdentifier(type)] = record
      return record
    }
    // A type that returns the schema of another shares its record, so both have to be equal.
    let record = try record(ofSubject: subject, returnedBy: type, from: node)
    guard records[record].declaration == declaration else {
      throw foreignSchema(of: type, describing: subject, from: node)
    }
    types[ObjectIdentifier(type)] = record
    return record
  }

  /// The record of a type whose schema another type returns.
  private mutating func record(
    ofSubject subject: any Any.Type, returnedBy type: any Generable.Type, from node: Int
  ) throws(SchemaError) -> Int {
    if let known = types[ObjectIdentifier(subject)] { return known }
    guard let own = (subject as? any Generable.Type)?.generationSchema.declaration,
      case .type(let described) = own.subject,
      ObjectIdentifier(described) == ObjectIdentifier(subject)
    else { throw foreignSchema(of: type, describing: subject, from: node) }
    if let record = givenRecord(of: subject, own) { return record }
    return try enter(own, from: node)
  }

  /// The record of the given schema, if that is the schema of a type.
  private mutating func givenRecord(
    of type: any Any.Type, _ declaration: GenerationSchema.Declaration
  ) -> Int? {
    guard let given, given.type == ObjectIdentifier(type),
      records[given.record].declaration == declaration
    else { return nil }
    types[given.type] = given.record
    return given.record
  }

  /// Adds a schema under the identity of what it describes.
  mutating func enter(
    _ declaration: GenerationSchema.Declaration, from node: Int
  ) throws(SchemaError) -> Int {
    if let table = declaration.table {
      let index = self.index(of: table)
      if let known = dynamicTables[index].records.first ?? nil { return known }
      let record = try add(declaration, table: index, from: node)
      if !table.entries.isEmpty { dynamicTables[index].records[0] = record }
      return record
    }
    let record = try add(declaration, table: -1, from: node)
    if case .type(let subject) = declaration.subject {
      if case .title(let title) = declaration.title, title.utf8.count > limits.titleLength {
        throw longTitle(title, at: node)
      }
      types[ObjectIdentifier(subject)] = record
    }
    return record
  }

  private mutating func add(
    _ declaration: GenerationSchema.Declaration, table: Int, from node: Int
  ) throws(SchemaError) -> Int {
    guard records.count < limits.schemas else { throw tooManySchemas(at: node) }
    records.append(Record(declaration, table: table))
    return records.count - 1
  }

  private mutating func index(of table: DynamicSchemaTable) -> Int {
    if let known = tableIndices[ObjectIdentifier(table)] { return known }
    tableIndices[ObjectIdentifier(table)] = dynamicTables.count
    dynamicTables.append((table, Array(repeating: nil, count: table.entries.count)))
    return dynamicTables.count - 1
  }
}
