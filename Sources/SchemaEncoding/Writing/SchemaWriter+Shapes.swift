import SchemaModel

/// Objects with properties that are not named, tuples, and values that have no type.
extension SchemaWriter {
  /// Writes the beginning of an object's body, behind its annotations.
  mutating func beginObject(_ index: Int, _ record: NodeRecord) throws(SchemaError) {
    if record.patternCount > 0 {
      try handle(
        rules.patternProperties, "'patternProperties'",
        "properties whose names match a pattern", index)
    }
    guard record.hasAdditional else {
      if rules.closesObjects { output.append(#","additionalProperties":false"#) }
      if record.patternCount == 0 { output.append(#","properties":{"#) }
      return
    }
    guard record.count > 0, storage.nodes[additional(of: record)].saysNothing else {
      try handle(
        rules.additionalProperties, "'additionalProperties'",
        "properties that are not named beforehand", index)
      output.append(#","additionalProperties":"#)
      return
    }
    switch rules.openObjects {
    case .written: break
    case .refused:
      try refuse(unsupported("an object that is open to further properties", index))
    case .told:
      diagnostics.append(
        SchemaDiagnostic(
          .note, at: storage.path(to: index),
          problem:
            "The object is open to further properties, and the dialect '\(dialect)' closes it: only"
            + " those that are named are generated.",
          remedy: "Name the properties that are wanted."))
      if !rules.closesObjects { return }
    }
    output.append(#","additionalProperties":"#)
  }

  private func additional(of record: NodeRecord) -> Int {
    Int(storage.properties[Int(record.first + record.count)].node)
  }

  /// Writes the schema of properties that are not named, if a word says it all.
  ///
  /// - Returns: Whether it was written.
  mutating func writeAdditional(_ record: NodeRecord) -> Bool {
    guard record.saysNothing else { return false }
    if rules.openObjects == .told, storage.nodes[Int(record.parent)].count > 0 {
      if rules.closesObjects { output.append("false") }
    } else {
      output.append("true")
    }
    return true
  }

  /// Writes what comes before the name of a property; of one that must not be there, all of it.
  mutating func beginProperty(
    _ index: Int, _ record: NodeRecord, _ position: Int
  ) throws(SchemaError) {
    let object = storage.nodes[Int(record.parent)]
    if position == 0, object.extraCount > 0 {
      output.append(object.patternCount > 0 ? #"},"properties":{"# : #","properties":{"#)
    }
    if record.kind == .never {
      guard isOpen(object) else { return }
      guard rules.forbiddenProperties == .written else {
        return try handle(
          rules.forbiddenProperties, "'false'", "a property that an open object must not have",
          index)
      }
    }
    if output.last != 0x7B { output.append(0x2C) }
    guard record.kind == .never else { return }
    append(storage.properties[Int(object.first) + position].name)
    output.append(":false")
  }

  /// Whether an object is written so that it may have properties that are not named.
  private func isOpen(_ object: NodeRecord) -> Bool {
    if object.patternCount > 0 { return true }
    guard object.hasAdditional else { return false }
    return rules.openObjects != .told || !storage.nodes[additional(of: object)].saysNothing
  }

  /// Writes the end of an object's body.
  mutating func endObject(_ record: NodeRecord, _ node: Int) {
    // What has no named properties says nothing of them.
    guard record.count > 0 || record.extraCount == 0 else {
      if record.patternCount > 0 { output.append(0x7D) }
      return
    }
    output.append(0x7D)
    writeNames(record, node)
  }

  /// Writes the beginning of a tuple's body, behind its annotations.
  mutating func beginTuple(_ index: Int, _ record: NodeRecord) throws(SchemaError) {
    try handle(rules.tuples, "'prefixItems'", "an array whose elements differ", index)
    output.append(#","minItems":"#)
    output.append(integer: Int64(record.count))
    output.append(#","maxItems":"#)
    output.append(integer: Int64(record.count))
    if record.count > 0 { output.append(#","prefixItems":["#) }
  }
}

extension NodeRecord {
  /// Whether this is a value of any kind of which nothing more is said.
  var saysNothing: Bool { kind == .any && description.isNone && constraints < 0 && !isTitled }
}
