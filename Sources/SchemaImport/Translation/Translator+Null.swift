import SchemaDocuments

/// The validity of null where `nullable` of one schema stands beside other schemas.
extension Translator {
  /// The deepest nesting of schemas that is read to decide on null.
  private static let deepestNull = 16

  /// Returns `true` if all schemas and limits of a place accept null.
  mutating func allowsNull(_ place: Place) throws(SchemaImportError) -> Bool {
    for limit in place.limits {
      switch limit {
      case .values(let values): if !values.contains(.null) { return false }
      case .property, .presence: return false
      case .equal(let value): if document.shape(value) != .null { return false }
      case .unevaluated: continue
      }
    }
    for conjunct in place.conjuncts {
      switch conjunct.form {
      case .whole: if !allowsNull(conjunct.schema, Self.deepestNull) { return false }
      case .own:
        let schema = try source.schema(conjunct.schema)
        if addsNull(schema) || !statesNull(schema) { return false }
      case .withoutNull: return false
      }
    }
    return true
  }

  /// Returns `true` if a schema accepts null, or if it nests too deep to be read.
  private mutating func allowsNull(_ id: SchemaID, _ depth: Int) -> Bool {
    guard depth > 0, allowsComparisons(1) else { return true }
    let schema = source.unchecked(id)
    switch schema.form {
    case .always, .notSchema: return true
    case .never: return false
    case .keywords: break
    }
    if schema.flag(.nullable) { return true }
    guard statesNull(schema) else { return false }
    for reference in schema.references {
      guard case .value(let target, _) = reference.target else { continue }
      if !allowsNull(SchemaID(target), depth - 1) { return false }
    }
    for part in schema.schemas(.allOf) where !allowsNull(part, depth - 1) { return false }
    if let list = schema.list(.anyOf), !list.contains(where: { allowsNull($0, depth - 1) }) {
      return false
    }
    if let list = schema.list(.oneOf), list.count(where: { allowsNull($0, depth - 1) }) != 1 {
      return false
    }
    if let excluded = schema.schema(.not), allowsNull(excluded, depth - 1) { return false }
    guard let condition = schema.schema(.if) else { return true }
    let branch = schema.schema(allowsNull(condition, depth - 1) ? .then : .else)
    return branch.map { allowsNull($0, depth - 1) } ?? true
  }

  /// Returns `true` if the keywords that constrain null themselves allow it.
  private func statesNull(_ schema: SchemaObject) -> Bool {
    if schema.flag(.nullable) { return true }
    if let types = schema.types, !ValueTypes(types).contains(.null) { return false }
    return schema.choices.allSatisfy { list in
      list.values.contains { document.shape($0) == .null }
    }
  }
}
