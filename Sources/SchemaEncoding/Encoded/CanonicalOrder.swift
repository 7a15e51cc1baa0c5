import SchemaModel

/// The order in which keywords and properties are written where a document does not tell.
enum CanonicalOrder {
  private static let leading = [
    "$ref", "type", "title", "description", "enum", "const", "pattern", "format", "minLength",
    "maxLength", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
    "minItems", "maxItems", "minProperties", "maxProperties", "allOf", "prefixItems", "items",
    "anyOf", "additionalProperties", "patternProperties", "properties", "required",
  ]

  /// Writes a value; the depth of what is decoded is bounded.
  static func write(_ value: SchemaValue, asSchema: Bool, to output: inout OutputBuffer) {
    switch value {
    case .null: output.append("null")
    case .boolean(let value): output.append(value ? "true" : "false")
    case .number(let number): output.append(Array(number.description.utf8))
    case .string(let string): output.append(quoting: string)
    case .array(let values):
      output.append(0x5B)
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(0x2C) }
        write(value, asSchema: asSchema, to: &output)
      }
      output.append(0x5D)
    case .object(let members):
      output.append(0x7B)
      for (index, member) in (asSchema ? ordered(members) : members).enumerated() {
        if index > 0 { output.append(0x2C) }
        output.append(quoting: member.name)
        output.append(0x3A)
        write(member, to: &output)
      }
      output.append(0x7D)
    case .schema, .schemas, .namedSchemas: break  // Decoded values hold none of these.
    }
  }

  private static func write(_ member: SchemaValue.Member, to output: inout OutputBuffer) {
    guard let position = SchemaPosition(keyword: member.name) else {
      write(member.value, asSchema: false, to: &output)
      return
    }
    guard case (.namedSchemas, .object(let schemas)) = (position, member.value) else {
      write(member.value, asSchema: true, to: &output)
      return
    }
    output.append(0x7B)
    for (index, schema) in schemas.enumerated() {
      if index > 0 { output.append(0x2C) }
      output.append(quoting: schema.name)
      output.append(0x3A)
      write(schema.value, asSchema: true, to: &output)
    }
    output.append(0x7D)
  }

  /// The keywords of a schema in order, and its properties too.
  private static func ordered(_ members: [SchemaValue.Member]) -> [SchemaValue.Member] {
    var rank: [String: Int] = [:]
    for (index, keyword) in leading.enumerated() { rank[keyword] = index }
    rank["$defs"] = leading.count + 1
    var sorted = members.sorted { first, second in
      let ranks = (rank[first.name] ?? leading.count, rank[second.name] ?? leading.count)
      return ranks.0 == ranks.1 ? first.name < second.name : ranks.0 < ranks.1
    }
    for index in sorted.indices {
      guard case .object(let schemas) = sorted[index].value else { continue }
      switch sorted[index].name {
      case "properties":
        sorted[index].value = .object(sort(schemas, by: propertyOrder(schemas, members)))
      case "$defs": sorted[index].value = .object(schemas.sorted { $0.name < $1.name })
      default: break
      }
    }
    return sorted
  }

  /// The names of properties in the order that some keyword tells.
  private static func propertyOrder(
    _ properties: [SchemaValue.Member], _ members: [SchemaValue.Member]
  ) -> [String] {
    let names = Set(properties.map(\.name))
    let lists = members.filter { $0.name != "enum" }.compactMap { member in
      member.value.strings.map { (member.name, $0) }
    }
    let complete = lists.first { Set($0.1) == names && $0.0 != "required" }
    return complete?.1 ?? lists.first { $0.0 == "required" }?.1 ?? []
  }

  private static func sort(
    _ members: [SchemaValue.Member], by order: [String]
  ) -> [SchemaValue.Member] {
    var rank: [String: Int] = [:]
    for (index, name) in order.enumerated() where rank[name] == nil { rank[name] = index }
    return members.sorted { first, second in
      let ranks = (rank[first.name] ?? .max, rank[second.name] ?? .max)
      return ranks.0 == ranks.1 ? first.name < second.name : ranks.0 < ranks.1
    }
  }
}

extension EncodedSchema: Equatable {
  /// Whether two documents say the same, whatever the order of an object's members.
  ///
  /// Documents that nest deeper than 500 levels are compared by their text. Diagnostics do not
  /// count.
  public static func == (first: EncodedSchema, second: EncodedSchema) -> Bool {
    if first.bytes.buffer.elementsEqual(second.bytes.buffer) { return true }
    let documents = (DocumentIndex(first.bytes), DocumentIndex(second.bytes))
    return areEqual(
      documents.0, 0..<first.bytes.count, documents.1, 0..<second.bytes.count, depth: 0)
  }

  private static func areEqual(
    _ first: DocumentIndex, _ firstRange: Range<Int>, _ second: DocumentIndex,
    _ secondRange: Range<Int>, depth: Int
  ) -> Bool {
    let kind = first.first(firstRange)
    guard depth < codingDepth, kind == second.first(secondRange) else { return false }
    guard kind == 0x7B || kind == 0x5B else {
      return first.value(firstRange, of: nil) == second.value(secondRange, of: nil)
    }
    var members = (first.members(of: firstRange), second.members(of: secondRange))
    guard members.0.count == members.1.count else { return false }
    if kind == 0x7B {
      members.0.sort { $0.name < $1.name }
      members.1.sort { $0.name < $1.name }
    }
    return zip(members.0, members.1).allSatisfy { member, other in
      member.name == other.name
        && areEqual(first, member.value, second, other.value, depth: depth + 1)
    }
  }
}
