import SchemaModel

extension SchemaWriter {
  /// Whether `null` is said of a node by putting it into an `anyOf` beside `null`.
  ///
  /// References and unions say it in an `anyOf` anyway, and what may be anything or nothing but
  /// `null` needs no such word.
  func standsBesideNull(_ record: NodeRecord) -> Bool {
    guard rules.nullForm == .union else { return false }
    switch record.kind {
    case .string, .integer, .number, .boolean, .array, .tuple, .object: return true
    case .null, .any, .never, .anyOf, .rootReference, .definitionReference: return false
    }
  }

  /// Whether a union is written as the only alternative that it has besides `null`.
  func isFlat(_ union: NodeRecord) -> Bool {
    guard rules.nullForm == .keyword, union.count == 2, !writesTitle(union) else { return false }
    let first = storage.nodes[Int(storage.choices[Int(union.first)])].kind == .null
    let second = storage.nodes[Int(storage.choices[Int(union.first) + 1])].kind == .null
    return first != second
  }

  /// Whether an alternative is left out because a keyword of its union says `null`.
  func becomesKeyword(_ choice: NodeRecord) -> Bool {
    guard choice.kind == .null else { return false }
    let union = storage.nodes[Int(choice.parent)]
    for index in Int(union.first)..<Int(union.first + union.count)
    where storage.nodes[Int(storage.choices[index])].kind != .null {
      return true
    }
    return false
  }

  private func hasNull(_ union: NodeRecord) -> Bool {
    for index in Int(union.first)..<Int(union.first + union.count)
    where storage.nodes[Int(storage.choices[index])].kind == .null {
      return true
    }
    return false
  }

  /// What stands in a union, up to its alternatives.
  mutating func writeUnion(
    _ index: Int, _ record: NodeRecord, isNullable: Bool
  ) throws(SchemaError) {
    if isFlat(record) {
      handDown(record.description)
      return
    }
    let isFirst = record.description.isNone && !writesTitle(record)
    try writeAnnotations(index, record, isFirst: true, isNullable: false)
    if !isFirst { output.append(0x2C) }
    if rules.nullForm == .keyword, isNullable || hasNull(record) {
      output.append(#""nullable":true,"#)
    }
    output.append(#""anyOf":["#)
  }

  /// Ends the alternatives of a union.
  mutating func leaveUnion(_ record: NodeRecord, as role: RecordRole) {
    if isFlat(record) { return }
    if rules.optional == .nullable, rules.nullForm != .keyword,
      case .property(let property, _) = role,
      storage.properties[property].isOptional, !hasNull(record)
    {
      output.append(#",{"type":"null"}"#)
    }
    output.append(0x5D)
  }
}
